import { topics } from "./en/topics.ts";
import { laterWords } from "./words.ts";

/** What the list of topics says. */
export const topicsWords = () => laterWords("topics", topics);
