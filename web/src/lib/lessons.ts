/** Lessons: tasks in positions of a game, to learn it by playing. As src/bauboom/core/lesson.py, by the rules right here. */

import type { Row, Rules } from "../rules/game";
import type { Legal, Preview, Told, View } from "./protocol";

/**
 * Something to do. `right` lists what is right, or is null where anything legal is; `shown` then goes on with. If nothing
 * is right, it is a picture: only to be looked at. In `only` and `wrong`, `*` stands for anything.
 */
interface Task {
  id: string;
  right: string[] | null;
  shown?: string;
  only?: string[]; // all that is offered
  wrong?: Record<string, string[]>; // by the name of a mistake, the actions that make it
  rules?: string[]; // which its position is a picture of
  then?: string[]; // what chance and the others do afterwards, up to the next task
}

/** As `lessons.json` has it, actions in notation. */
export interface Lesson {
  id: string;
  seat: number; // the pupil's
  setup: string[]; // what happens before the first task
  tasks: Task[];
  options?: Record<string, string | number>;
}

/** A task in its position. */
export interface Exercise {
  seat: number;
  seats: number; // how many play
  view: View;
  legal: Legal[]; // what is offered; on a picture, what would be
  told: Told[]; // what happened just before
  winners: number[]; // none while the game goes on
  isRight: (action: number) => boolean;
  mistake: (action: number) => string | undefined; // the name of the mistake that a wrong action makes, if it has words of its own
  preview: (actions: number[]) => Preview;
}

export const isPicture = ({ right }: Task): boolean => right?.length === 0;
export const lessonsOf = ({ description }: Rules): Lesson[] => description.lessons as Lesson[];

/** A task of a lesson; undefined if there is none of that name. */
export function exercise(rules: Rules, lesson: string, task: string): Exercise | undefined {
  const found = lessonsOf(rules).find(({ id }) => id === lesson);
  return found && exercises(rules, found).get(task);
}

const known = new WeakMap<Lesson, Map<string, Exercise>>();

function exercises(rules: Rules, lesson: Lesson): Map<string, Exercise> {
  let found = known.get(lesson);
  if (!found) known.set(lesson, (found = played(rules, lesson)));
  return found;
}

function played(rules: Rules, lesson: Lesson): Map<string, Exercise> {
  const numbers = new Map(rules.all.map(({ text }, id) => [text, id]));
  const rows = [rules.opening(rules.variantOf(lesson.options ?? {}))],
    actions: number[] = [];
  const play = (notation: string) => {
    const action = numbers.get(notation);
    if (action === undefined) throw new Error(`${lesson.id}: no action is written ${notation}`);
    actions.push(action);
    rows.push(rules.after(rows.at(-1)!, action));
  };
  lesson.setup.forEach(play);
  const decision = rows.slice(0, -1).findLastIndex((row) => rules.turn(row) >= 0);
  let since = decision < 0 ? actions.length : decision; // the step where what the pupil is told of begins
  const found = new Map<string, Exercise>();
  for (const task of lesson.tasks) {
    const told: Told[] = [];
    for (let step = since; step < actions.length; step++) told.push(...rules.told(rows[step]!, actions[step]!, rows[step + 1]!, lesson.seat));
    found.set(task.id, inPosition(rules, lesson.seat, task, rows.at(-1)!, rules.joined(told)));
    if (task === lesson.tasks.at(-1)) break;
    if (!isPicture(task)) play(task.right?.[0] ?? task.shown ?? ""); // whatever was answered
    since = actions.length;
    task.then?.forEach(play);
  }
  return found;
}

const isOneOf = (text: string, patterns: string[]): boolean =>
  patterns.some((pattern) =>
    new RegExp(
      `^${pattern
        .split("*")
        .map((part) => part.replace(/\W/g, "\\$&"))
        .join(".*")}$`,
    ).test(text),
  );

function inPosition(rules: Rules, seat: number, task: Task, row: Row, told: Told[]): Exercise {
  const own = rules.observe(row, seat);
  const text = (action: number) => rules.all[action]!.text;
  const legal = rules.turn(row) === seat ? rules.legal(own) : [];
  return {
    ...{ seat, told, seats: rules.seats(row), view: rules.view(own, seat), legal: legal.filter(({ text }) => !task.only || isOneOf(text, task.only)) },
    isRight: (action) => task.right === null || task.right.includes(text(action)),
    winners: rules.returns(row).flatMap((share, seat) => (share > 0 ? [seat] : [])),
    mistake: (action) => Object.entries(task.wrong ?? {}).find(([, made]) => isOneOf(text(action), made))?.[0],
    preview: (actions) => rules.preview(own, seat, actions),
  };
}

/** By rule, the first task that is an example of it, as "lesson/task". */
export function examples(rules: Rules): Map<string, string> {
  const all = lessonsOf(rules).flatMap(({ id, tasks }) => tasks.flatMap((task) => (task.rules ?? []).map((rule) => [rule, `${id}/${task.id}`] as const)));
  return new Map(all.reverse());
}
