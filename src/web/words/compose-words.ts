import { compose } from "./en/compose.ts";
import { laterWords } from "./words.ts";

/** What the composer says. */
export const composeWords = () => laterWords("compose", compose);
