import type { Saying } from "../protocol/words/icu.ts";

const PLACE = "\0";

/** Splits a text at its parameter, so that the page can put HTML there. */
export function around(text: Saying<readonly [string]>): readonly [before: string, after: string] {
  const [before = "", after = ""] = text(PLACE).split(PLACE);
  return [before, after];
}
