import { widgets } from "./en/widgets.ts";
import { laterWords } from "./words.ts";

/** What polls and to-do lists say. */
export const widgetsWords = () => laterWords("widgets", widgets);
