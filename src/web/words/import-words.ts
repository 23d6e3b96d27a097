import { imports } from "./en/settings-import.ts";
import { laterWords } from "./words.ts";

/** What moving an organization in says. */
export const importWords = () => laterWords("imports", imports);
