import { pickers } from "./en/pickers.ts";
import { laterWords } from "./words.ts";

/** What is said where emoji, colours, people and channels are chosen. */
export const pickersWords = () => laterWords("pickers", pickers);
