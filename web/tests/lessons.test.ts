import { describe, expect, test } from "vitest";
import type { Lesson } from "../src/games/contract";
import { examples, exercise, isPicture, lessonsOf } from "../src/lib/lessons";
import type { GameName } from "../src/lib/protocol";
import { LANGUAGES } from "../src/lib/settings.svelte";
import { rulesOf } from "./games";

// not through the faces, whose boards take long to compile
const WORDS = import.meta.glob<{ lessons: Record<string, Lesson> }>("../src/games/*/words/lessons/*.ts", { eager: true });

describe.each(["manhattan", "hoch-hinaus", "gratte-ciel"] as GameName[])("the lessons of %s", async (game) => {
  const rules = await rulesOf(game);
  const all = lessonsOf(rules).flatMap((lesson) =>
    lesson.tasks.map((task) => ({ lesson, task, name: `${lesson.id}/${task.id}`, is: exercise(rules, lesson.id, task.id)! })),
  );
  const tasks = all.filter(({ task }) => !isPicture(task));

  test("begin with three or four pictures of how one wins, on which nothing is to be done", () => {
    const pictures = all.slice(0, -tasks.length);
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    expect(pictures.length).toBeLessThanOrEqual(4);
    for (const { task, lesson, is } of pictures) {
      expect(isPicture(task)).toBe(true);
      expect(lesson.id).toBe("win");
      expect(is.legal.filter(({ id }) => is.isRight(id))).toEqual([]);
    }
  });

  test("ask something that can be done, where both right and wrong are possible", () => {
    expect(tasks.length).toBeGreaterThan(5);
    for (const { lesson, task, name, is } of tasks) {
      const right = is.legal.filter(({ id }) => is.isRight(id));
      expect(right.map(({ text }) => text)).toEqual(expect.arrayContaining(task.right ?? [task.shown!]));
      if (task.right) expect(right.length, name).toBeLessThan(is.legal.length);
      expect(is.view.seat).toBe(lesson.seat);
    }
  });

  test("offer no more than what is legal, and each of it is meant", () => {
    for (const { task, name, is } of tasks) {
      const offered = is.legal.map(({ text }) => text);
      for (const pattern of task.only ?? []) if (!pattern.includes("*")) expect(offered, name).toContain(pattern);
      for (const [mistake, made] of Object.entries(task.wrong ?? {}))
        expect(
          is.legal.some(({ id }) => !is.isRight(id) && is.mistake(id) === mistake),
          `${name}: ${mistake} ${made.join()}`,
        ).toBe(true);
    }
  });

  test.each(LANGUAGES)("say in %s what to do, why it is right, and why each mistake is one", (language) => {
    const { lessons } = WORDS[`../src/games/${game}/words/lessons/${language}.ts`]!;
    expect(Object.keys(lessons)).toEqual(lessonsOf(rules).map(({ id }) => id));
    for (const { lesson, task, name, is } of all) {
      const { title, tasks } = lessons[lesson.id]!,
        words = tasks[task.id]!;
      expect(title && words.say, name).toBeTruthy();
      if (isPicture(task)) expect(words, name).toEqual({ say: words.say });
      else {
        expect(words.right, name).toMatch(/[.!]$/);
        expect(Object.keys(words.wrongs ?? {}).sort(), name).toEqual(Object.keys(task.wrong ?? {}).sort());
        const mistakes = is.legal.filter(({ id }) => !is.isRight(id)).map(({ id }) => is.mistake(id));
        expect("wrong" in words, `${name}: a reason for all other mistakes`).toBe(mistakes.includes(undefined));
        for (const mistake of mistakes) expect(words.wrongs?.[mistake ?? ""] ?? words.wrong, name).toMatch(/[.!]$/);
      }
    }
    for (const { id, tasks } of lessonsOf(rules)) expect(Object.keys(lessons[id]!.tasks)).toEqual(tasks.map((task) => task.id));
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

test("the last picture of Hoch hinaus! is a game that was won", async () => {
  const rules = await rulesOf("hoch-hinaus");
  expect(exercise(rules, "win", "end")!.winners).toEqual([0]);
  expect(exercise(rules, "win", "goal")!.winners).toEqual([]);
});
