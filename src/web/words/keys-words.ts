import { keys } from "./en/keys.ts";
import { laterWords } from "./words.ts";

/** What actions are called, and what the help to the keys says. */
export const keysWords = () => laterWords("keys", keys);
