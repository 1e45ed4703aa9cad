/** Makes of a sheet's numbers what they mean, as a description says: closures, because a page may not compile texts. */

import type { Fields, Node } from "./description.ts";

/** Where one is on a sheet. */
interface Place {
  numbers: ArrayLike<number>;
  at: number;
}

type Part = (place: Place) => any;

export function reader(node: Node, nothing: number): (numbers: ArrayLike<number>) => any {
  const read = compiled(node, nothing);
  return (numbers) => read({ numbers, at: 0 });
}

const next = (place: Place): number => place.numbers[place.at++] as number;

function compiled(node: Node, nothing: number): Part {
  if (node === "number") return next;
  if (node === "flag") return (place) => next(place) !== 0;
  if (!Array.isArray(node)) return fields(node, nothing);
  switch (node[0]) {
    case "word": {
      const words = node[1];
      return (place) => words[next(place)];
    }
    case "const": {
      const value = node[1];
      return () => value;
    }
    case "maybe": {
      const is = known(nothing),
        of = something(compiled(node[1], nothing));
      return (place) => (is(place) ? of(place) : null);
    }
    case "many": {
      const of = compiled(node[1], nothing);
      return (place) => {
        const found: unknown[] = [];
        for (let left = next(place); left > 0; left--) found.push(of(place));
        return found;
      };
    }
    case "tuple": {
      const parts = (node.slice(1) as Node[]).map((part) => compiled(part, nothing));
      return (place) => parts.map((part) => part(place));
    }
    case "named": {
      const words = node[1],
        of = compiled(node[2], nothing);
      return (place) => {
        const found: Record<string, unknown> = {};
        for (let left = next(place); left > 0; left--) found[words[next(place)]!] = of(place);
        return found;
      };
    }
    case "case": {
      const key = node[1];
      const kinds = node[2].map(([kind, told]) => fields(key ? { [key]: ["const", kind], ...told } : told, nothing));
      return (place) => kinds[next(place)]!(place);
    }
  }
}

/** Whether there is something; where there is nothing, a number says so. */
const known =
  (nothing: number) =>
  (place: Place): boolean => {
    if (place.numbers[place.at] !== nothing) return true;
    place.at++;
    return false;
  };

/** What may be missing has a number even if it needs none to say what it is. */
const something =
  (of: Part): Part =>
  (place) => {
    const { at } = place,
      value = of(place);
    if (place.at === at) place.at++;
    return value;
  };

function fields(described: Fields, nothing: number): Part {
  const is = known(nothing);
  const parts = Object.entries(described).map(([name, node]): ((place: Place, into: Record<string, unknown>) => void) => {
    const of = compiled(node, nothing);
    if (!name.endsWith("?")) return (place, into) => (into[name] = of(place));
    const plain = name.slice(0, -1),
      some = something(of);
    return (place, into) => is(place) && (into[plain] = some(place));
  });
  return (place) => {
    const found: Record<string, unknown> = {};
    for (const part of parts) part(place, found);
    return found;
  };
}
