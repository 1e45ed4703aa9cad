import { words as en, type Words } from "./en";

export const words: Words = en;
