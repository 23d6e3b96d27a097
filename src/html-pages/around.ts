import type { Saying } from "../protocol/words/icu.ts";

const PLACE = "\0";

/** The texts before and after the parameter of a text, in the place of which a page has HTML. */
export function around(text: Saying<readonly [string]>): readonly [before: string, after: string] {
  const [before = "", after = ""] = text(PLACE).split(PLACE);
  return [before, after];
}
