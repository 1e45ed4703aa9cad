import { words as english, type Words } from "./en";
export const words: Words = english;
