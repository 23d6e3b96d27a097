import type { UserId } from "../ids.ts";
import { OPERATORS, type OperatorName, operatorNamed, valueNamed } from "../routes/operators.ts";
import { placeOfTerms, type Route, type Term } from "../routes/place.ts";
import type { Directory } from "./directory.ts";

export interface ParsedSearch {
  /** Words without an operator form one term, at the position of the first word. */
  readonly terms: readonly Term[];
  /** Operands that refer to nothing, such as the name of a channel that doesn't exist. */
  readonly unknown: readonly { readonly operator: OperatorName; readonly operand: string }[];
}

export function parseSearch(text: string, directory: Directory): ParsedSearch {
  const terms: Term[] = [];
  const unknown: { operator: OperatorName; operand: string }[] = [];
  const words: string[] = [];
  let wordsAt = -1;
  for (const token of tokensOf(text)) {
    if (token.operator !== undefined) {
      const operand = operandOf(token.operator, token, directory);
      if (operand === undefined) unknown.push({ operator: token.operator, operand: token.operand });
      else terms.push({ operator: token.operator, operand, ...(token.negated && { negated: true }) });
    } else if (token.negated) {
      terms.push({ operator: "search", operand: wordOf(token), negated: true });
    } else if (token.operand !== "") {
      if (wordsAt === -1) wordsAt = terms.length;
      words.push(wordOf(token));
    }
  }
  if (words.length > 0) terms.splice(wordsAt, 0, { operator: "search", operand: words.join(" ") });
  return { terms, unknown };
}

/** The server recognizes phrases by their quotes. */
const wordOf = ({ operand, quoted }: Token) => (quoted ? `"${operand.replaceAll('"', "")}"` : operand);

function operandOf(operator: OperatorName, { operand }: Token, directory: Directory): Term["operand"] | undefined {
  const kind = OPERATORS[operator].operand;
  switch (kind) {
    case "channel":
      return directory.channelNamed(operand);
    case "topic":
      return operand;
    case "person":
      return isMe(operand) ? "me" : directory.personNamed(operand);
    case "people": {
      const ids = peopleNamed(operand, directory);
      const known = ids.filter((id) => id !== undefined);
      return known.length === ids.length && ids.length > 0 ? withoutMe(known, directory) : undefined;
    }
    case "message":
      return /^\d+$/.test(operand) ? Number(operand) : undefined;
    default:
      return valueNamed(kind, operand);
  }
}

const isMe = (name: string) => name.toLowerCase() === "me";

const personNamed = (name: string, directory: Directory) => (isMe(name) ? directory.me : directory.personNamed(name));

/** Numbers of comma-separated parts that a name can have, tried in this order. "King, Martin Luther, Jr." has three. */
const PARTS_OF_NAME = [4, 3, 2, 1];

/** Finds people by names separated by commas. Parts that match no name are undefined in the result. */
export function peopleNamed(names: string, directory: Directory): (UserId | undefined)[] {
  const parts = names.split(",").filter((part) => part.trim() !== "");
  const ids: (UserId | undefined)[] = [];
  for (let at = 0; at < parts.length; ) {
    const nameOf = (count: number) => parts.slice(at, at + count).join(",");
    const named = (count: number) => personNamed(nameOf(count).trim(), directory);
    const count = PARTS_OF_NAME.find((one) => named(one) !== undefined) ?? 1;
    ids.push(named(count));
    at += count;
  }
  return ids;
}

/** Returns the participants of a direct conversation except the user. Empty for messages to oneself. */
const withoutMe = (users: readonly UserId[], { me }: Directory): UserId[] =>
  [...new Set(users)].filter((id) => id !== me).sort((a, b) => a - b);

export const searchText = (terms: readonly Term[], directory: Directory): string =>
  terms.map((term) => termText(term, directory)).join(" ");

function termText({ operator, operand, negated }: Term, directory: Directory): string {
  const minus = negated ? "-" : "";
  if (operator === "search") return `${minus}${operand}`;
  return `${minus}${operator}:${quoteToken(operandText(operator, operand, directory))}`;
}

function operandText(operator: string, operand: Term["operand"], directory: Directory): string {
  const kind = OPERATORS[operator as OperatorName]?.operand;
  const person = (id: number | string) =>
    id === directory.me ? "me" : ((typeof id === "number" ? directory.personName(id) : id) ?? String(id));
  if (typeof operand === "object") return operand.length === 0 ? "me" : operand.map(person).join(",");
  if (kind === "person" || kind === "people") return person(operand);
  if (kind === "channel" && typeof operand === "number") return directory.channelName(operand) ?? String(operand);
  return String(operand);
}

/** A token of a search: a word, a quoted phrase, or an operator with its operand. */
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

/** Splits a typed text into tokens. An unclosed quote extends to the end. */
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
    // A minus before a number or symbol is part of the word.
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

/** Formats a string as one token, quoted if it would otherwise be parsed differently. */
const quoteToken = (text: string): string =>
  text === "" || /["\s\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;

/** Returns the place that shows a search. The terms can include `near`. */
export function placeOfSearch(terms: readonly Term[]): Route {
  const near = terms.find(({ operator }) => operator === "near")?.operand;
  const others = terms.filter(({ operator }) => operator !== "near");
  return placeOfTerms(others, typeof near === "number" ? near : undefined);
}
