import { Violation } from "../frame/part.ts";

const MAX_NAMED = 20;

/** Throws unless each expected text was found exactly once and no other text was found. */
export function compareTexts(what: string, found: readonly string[], expected: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isExpected = new Set(expected);
  const wrong = {
    lost: expected.filter((text) => !counts.has(text)),
    twice: [...counts].filter(([, count]) => count > 1).map(([text]) => text),
    others: [...counts.keys()].filter((text) => !isExpected.has(text)),
  };
  const named = Object.entries(wrong).filter(([, texts]) => texts.length > 0);
  if (named.length === 0) return;
  const lines = named.map(([which, texts]) => `${which}: ${texts.length}, such as ${texts.slice(0, MAX_NAMED)}`);
  throw new Violation(`${what} not each message once`, lines);
}
