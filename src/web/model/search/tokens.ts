import { type OperatorName, operatorNamed } from "./operators.ts";

/** A token of a search: a word, a phrase in quotes, or an operator with its operand. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly negated: boolean;
  readonly operator: OperatorName | undefined;
  /** The word, phrase or operand, without quotes. */
  readonly operand: string;
  readonly quoted: boolean;
}

const pattern = /(-?)(?:([a-z_-]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))/iy;

/** The tokens of a typed text. A quote that is not closed goes to the end. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    pattern.lastIndex = at;
    const [whole = "", minus = "", name, phrase, word = ""] = pattern.exec(text) ?? [];
    const operator = name === undefined ? undefined : operatorNamed(name);
    const to = at + Math.max(whole.length, 1);
    if (name !== undefined && operator === undefined) {
      // Text such as "https://..." or "14:30" is a word.
      const end = /\S+/y;
      end.lastIndex = at;
      const [written = ""] = end.exec(text) ?? [];
      tokens.push({ from: at, to: at + written.length, negated: false, operator, operand: written, quoted: false });
      at += written.length;
      continue;
    }
    const quoted = phrase !== undefined;
    const operand = phrase?.replace(/\\(.)/g, "$1") ?? word;
    // A minus before a number or another sign belongs to the word.
    const negated = minus !== "" && (operator !== undefined || quoted || /^\p{L}/u.test(operand));
    tokens.push({
      from: at,
      to,
      negated,
      operator,
      operand: negated || minus === "" ? operand : minus + operand,
      quoted,
    });
    at = to;
  }
  return tokens;
}

/** The text written as one token: in quotes if it would be read in another way without. */
export const written = (text: string): string =>
  text === "" || /["\s\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;
