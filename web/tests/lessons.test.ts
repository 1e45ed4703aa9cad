import { describe, expect, test } from "vitest";
import { examples, exercise, lessonsOf } from "../src/lib/lessons";
import type { GameName } from "../src/lib/protocol";
import { rulesOf } from "./games";

describe.each(["manhattan", "hoch-hinaus", "gratte-ciel"] as GameName[])("the lessons of %s", async (game) => {
  const rules = await rulesOf(game);
  const all = lessonsOf(rules).flatMap((lesson) => lesson.tasks.map((task) => ({ lesson, task })));

  test("ask something that can be done, where both right and wrong are possible", () => {
    expect(all.length).toBeGreaterThan(5);
    for (const { lesson, task } of all) {
      const { legal, isRight, view } = exercise(rules, lesson.id, task.id)!;
      const right = legal.filter(({ id }) => isRight(id));
      expect(right.map(({ text }) => text)).toEqual(expect.arrayContaining(task.right ?? [task.shown!]));
      if (task.right) expect(right.length, `${lesson.id}/${task.id}`).toBeLessThan(legal.length);
      expect(view.seat).toBe(lesson.seat);
    }
  });

  test("are examples of rules", () => {
    const found = examples(rules);
    expect(found.size).toBeGreaterThan(0);
    for (const at of found.values()) expect(exercise(rules, ...(at.split("/") as [string, string]))).toBeDefined();
  });

  test("have no task of another name", () => {
    expect(exercise(rules, all[0]!.lesson.id, "nothing")).toBeUndefined();
    expect(exercise(rules, "nothing", "nothing")).toBeUndefined();
  });
});
