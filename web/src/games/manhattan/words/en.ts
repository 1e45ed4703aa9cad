export const words = {
  task: "decide",
};

export type Words = typeof words;
