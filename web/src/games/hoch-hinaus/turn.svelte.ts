/** What the player is choosing, step by step; every step can be taken back, and nothing is sent here. */

import type { Legal } from "../../lib/protocol";
import { cellOf, cellOfSquare, keyOf } from "./layout";
import { moveOf, OFF, outcomeOf, type View, type Move, type Outcome, type Place, type Way } from "./view";

type Squares = [number | null, number | null];
interface Step {
  figure: number | null;
  squares: Squares;
  id: number | null;
}
const NOTHING: Step = { figure: null, squares: [null, null], id: null };

/** What touching a cell would do. */
export type Target = { kind: "figure"; figure: number } | { kind: "square"; square: number; steps: number[] } | { kind: "plot"; deeds: string[] };

interface Given {
  view: View;
  legal: Legal[];
}

export class Turn {
  private steps: Step[] = $state.raw([]);
  private now: Step = $derived(this.steps.at(-1) ?? NOTHING);

  constructor(private given: () => Given) {}

  figure = $derived.by(() => this.now.figure);
  squares = $derived.by(() => this.now.squares);
  begun = $derived.by(() => this.steps.length > 0);
  chosen: Legal | null = $derived.by(() => this.given().legal.find(({ id }) => id === this.now.id) ?? null);
  outcome: Outcome | undefined = $derived.by(() => (this.chosen ? outcomeOf(this.given().view, this.chosen) : undefined));
  move: Move | undefined = $derived.by(() => (this.chosen ? moveOf(this.given().view, this.chosen) : undefined));

  /** The moves that are offered: in a lesson these may be few. */
  private moves = $derived.by(() => {
    const { view, legal } = this.given(),
      offered = new Set(legal.map((action) => moveOf(view, action)));
    return view.moves.filter((move) => offered.has(move));
  });

  /** My figures as they stand, or null when I do not move. */
  private mine = $derived.by(() => {
    const { view, legal } = this.given();
    return legal.length && view.moves.length && view.on_turn !== null ? view.players[view.on_turn]!.figures : null;
  });

  /** Where my figures would stand as far as that is chosen. */
  standing: [number, number] | null = $derived.by(() => {
    const { mine, squares } = this;
    return mine && [squares[0] ?? mine[0], squares[1] ?? mine[1]];
  });

  /** Every cell that can be touched now. */
  targets: Map<number, Target> = $derived.by(() => {
    const found = new Map<number, Target>();
    const { legal } = this.given();
    if (this.mine) {
      this.listMoves(found, this.mine);
      return found;
    }
    for (const deed of legal)
      if (deed.plot) {
        const key = keyOf(cellOf(deed.plot as Place)),
          known = found.get(key);
        found.set(key, { kind: "plot", deeds: [...(known?.kind === "plot" ? known.deeds : []), deed.e] });
      }
    return found;
  });

  private listMoves(found: Map<number, Target>, mine: [number, number]): void {
    for (const { plot, choices } of this.moves)
      if (plot && choices.length && (this.figure === null || this.chosen)) found.set(keyOf(cellOf(plot)), { kind: "plot", deeds: choices });
    for (const figure of [0, 1]) {
      const square = mine[figure]!;
      if (square !== OFF) found.set(keyOf(cellOfSquare(square)), { kind: "figure", figure });
    }
    if (this.figure === null || this.chosen) return;
    for (const { to, steps } of this.ways(this.figure)) {
      const square = to[this.figure]!,
        key = keyOf(cellOfSquare(square)),
        known = found.get(key);
      if (square === OFF) continue;
      const all = known?.kind === "square" ? known.steps : [];
      found.set(key, { kind: "square", square, steps: [...new Set([...all, steps[this.figure]!])] });
    }
  }

  /** The ways that fit what is chosen of the other figure; a figure that is chosen first has to move. */
  private ways(figure: number): Way[] {
    const other = this.squares[1 - figure];
    const all = this.moves.flatMap(({ ways }) => ways);
    return all.filter(({ to, steps }) => (other === null ? steps[figure]! > 0 : to[1 - figure] === other));
  }

  /** May the figure stay off the board? Then it has no cell that could be touched. */
  mayStayOff = $derived.by(() => this.figure !== null && !this.chosen && this.ways(this.figure).some(({ to }) => to[this.figure!] === OFF));

  touch(key: number): boolean {
    const target = this.targets.get(key);
    if (!target) return false;
    if (target.kind === "figure") this.pickFigure(target.figure);
    else if (target.kind === "square") this.pickSquare(target.square);
    else this.pickPlot(key);
    return true;
  }

  pickFigure(figure: number): void {
    if (this.figure === figure && !this.chosen) return this.back();
    this.steps = [{ ...NOTHING, figure }];
  }

  pickSquare(square: number): void {
    const { figure } = this;
    if (figure === null) return;
    const fitting = this.ways(figure).filter(({ to }) => to[figure] === square);
    const squares: Squares = [...this.squares];
    squares[figure] = square;
    const rest = new Set(fitting.map(({ to }) => to[1 - figure]!));
    if (rest.size === 1 || squares[1 - figure] !== null) {
      squares[1 - figure] ??= [...rest][0]!;
      this.steps = [...this.steps, { figure, squares, id: this.idOf(squares as [number, number]) }];
    } else this.steps = [...this.steps, { figure: 1 - figure, squares, id: null }];
  }

  /** A plot: what may be done there; several possibilities come one after the other. */
  private pickPlot(key: number): void {
    const { view, legal } = this.given();
    const on = (plot: Place | null | undefined) => plot && keyOf(cellOf(plot)) === key;
    const fitting = legal.filter((action) => on(action.plot as Place | undefined) || on(moveOf(view, action)?.plot));
    const next = fitting[(fitting.findIndex(({ id }) => id === this.now.id) + 1) % fitting.length];
    if (next) this.choose(next);
  }

  /** A decision as a whole: from a list, a button or a hint. */
  choose(action: Legal): void {
    const squares: Squares = moveOf(this.given().view, action)?.ways[0]?.to ?? [null, null];
    this.steps = [{ figure: null, squares, id: action.id }];
  }

  private idOf(to: [number, number]): number | null {
    const figures = to.toSorted((a, b) => a - b).join();
    return this.given().legal.find((action) => action.e === "move" && String(action.figures) === figures)?.id ?? null;
  }

  back(): void {
    this.steps = this.steps.slice(0, -1);
  }

  clear(): void {
    this.steps = [];
  }
}
