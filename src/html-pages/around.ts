import type { Saying } from "../protocol/words/icu.ts";

const PLACE = "\0";

/** Returns the text before and after a text's parameter, which the page replaces with HTML. */
export function around(text: Saying<readonly [string]>): readonly [before: string, after: string] {
  const [before = "", after = ""] = text(PLACE).split(PLACE);
  return [before, after];
}
