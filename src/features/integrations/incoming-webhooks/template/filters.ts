import { boldMarkup, capitalized, code, codeBlock, link, momentOf, quote, time, truncate } from "../render/compose.ts";
import { numberOf } from "../render/payload.ts";

/** A template value: anything that JSON can contain. */
export type Datum = unknown;
/** Markdown produced by a filter, which needs no further escaping. */
export class Markdown {
  constructor(readonly text: string) {}
}

const MAX_JSON = 5000;
const MAX_ITEMS = 100;

/** Converts a value to a string, with lists and objects as JSON. */
export function plain(value: Datum): string {
  if (value === undefined || value === null) return "";
  if (value instanceof Markdown) return value.text;
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "object" ? json(value) : String(value);
}

/**
 * Converts a value to JSON, truncated to `MAX_JSON` characters. Doesn't write all of it first, because the value can be
 * large.
 */
function json(value: Datum, indent = 0): string {
  let left = 2 * MAX_JSON;
  const limited = (name: string, item: unknown) => {
    if (left <= 0) return undefined;
    left -= 1 + name.length + (typeof item === "string" ? item.length : 0);
    return typeof item === "string" ? item.slice(0, 2 * MAX_JSON) : item;
  };
  return truncate(JSON.stringify(value, limited, indent), MAX_JSON);
}

const toNumber = (value: Datum): number => numberOf(value) ?? 0;
const wholeOf = (value: Datum, fallback: number) =>
  value === undefined ? fallback : Math.min(10_000, Math.max(0, Math.trunc(toNumber(value))));
export const isEmpty = (value: Datum): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
const toList = (value: Datum): readonly Datum[] =>
  Array.isArray(value) ? value.slice(0, MAX_ITEMS) : isEmpty(value) ? [] : [value];
const line = (value: Datum) => plain(value).replace(/\s+/g, " ").trim();
const toMarkdown = (text: string) => new Markdown(text);

type Filter = (value: Datum, ...given: readonly Datum[]) => Datum;

const filters: Readonly<Record<string, Filter>> = {
  default: (value, instead) => (isEmpty(value) ? instead : value),
  // Filters that produce Markdown from payload content, safe within other text.
  time: (value) => (momentOf(plain(value)) === undefined ? plain(value) : toMarkdown(time(plain(value)))),
  link: (value, url) => toMarkdown(link(line(value), plain(url))),
  quote: (value) => toMarkdown(quote(plain(value))),
  code: (value) => toMarkdown(code(plain(value))),
  block: (value, language) => toMarkdown(codeBlock(plain(value), line(language).replace(/[^\w+#.-]/g, ""))),
  bold: (value) => toMarkdown(boldMarkup(escaped(line(value)))),
  json: (value) => toMarkdown(codeBlock(json(value ?? null, 2), "json")),
  // Filters of text.
  truncate: (value, most) => truncate(plain(value), Math.max(1, wholeOf(most, 100))),
  line,
  trim: (value) => plain(value).trim(),
  upper: (value) => plain(value).toUpperCase(),
  lower: (value) => plain(value).toLowerCase(),
  capitalize: (value) => capitalized(plain(value)),
  replace: (value, from, to) => replaced(plain(value), plain(from), plain(to)),
  append: (value, more) => plain(value) + plain(more),
  prepend: (value, more) => plain(more) + plain(value),
  split: (value, by) => (plain(by) === "" ? [plain(value)] : plain(value).split(plain(by), MAX_ITEMS)),
  // Filters for lists and numbers.
  join: (value, by) =>
    toList(value)
      .map(plain)
      .join(by === undefined ? ", " : plain(by)),
  map: (value, name) => toList(value).map((item) => fieldOf(item, plain(name))),
  first: (value) => (Array.isArray(value) ? value[0] : value),
  last: (value) => (Array.isArray(value) ? value.at(-1) : value),
  size: (value) =>
    Array.isArray(value)
      ? value.length
      : typeof value === "object" && value !== null
        ? Object.keys(value).length
        : [...plain(value)].length,
  keys: (value) => (typeof value === "object" && value !== null ? Object.keys(value).slice(0, MAX_ITEMS) : []),
  round: (value, digits) => Number(toNumber(value).toFixed(Math.min(10, wholeOf(digits, 0)))),
  plus: (value, other) => toNumber(value) + toNumber(other),
  minus: (value, other) => toNumber(value) - toNumber(other),
  times: (value, other) => toNumber(value) * toNumber(other),
  divided_by: (value, other) => (toNumber(other) === 0 ? 0 : toNumber(value) / toNumber(other)),
};

/** Maximum characters that a replacement can produce. */
const MAX_REPLACED = 50_000;

function replaced(text: string, from: string, to: string): string {
  const parts = from === "" ? [text] : text.split(from);
  return text.length + parts.length * to.length > MAX_REPLACED ? text : parts.join(to);
}

export const filterNames: ReadonlySet<string> = new Set(Object.keys(filters));

export const filtered = (name: string, value: Datum, given: readonly Datum[]): Datum =>
  filters[name]?.(value, ...given);

/** Returns an object's own field or a list's item. Negative indexes count from the end. */
export function fieldOf(value: Datum, key: string): Datum {
  if (Array.isArray(value)) return /^-?\d+$/.test(key) ? value.at(Number(key)) : undefined;
  if (typeof value !== "object" || value === null || value instanceof Markdown || !Object.hasOwn(value, key))
    return undefined;
  return (value as Record<string, unknown>)[key];
}

const MAX_NODES = 20_000;
const MAX_LIST = 1000;
const MAX_TEXT = 20_000;

/** Limits a payload's size, so that every step of a template is fast. */
export function boundedPayload(value: unknown, budget = { left: MAX_NODES }): Datum {
  budget.left -= 1;
  if (budget.left < 0) return null;
  if (typeof value === "string") {
    budget.left -= Math.ceil(value.length / 100);
    return value.slice(0, MAX_TEXT);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_LIST).map((item) => boundedPayload(item, budget));
  const entries = Object.entries(value).slice(0, MAX_LIST);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, 200), boundedPayload(item, budget)]));
}

/** Invisible character, inserted into sequences that would otherwise have a meaning in Markdown. */
const APART = "\u2060";

/** Escapes a payload's text so that it can't mention anyone, or end a surrounding link or fence. */
export const escaped = (text: string): string =>
  text
    .replace(/@(?=_?\*)/g, `@${APART}`)
    .replace(/\](?=\()/g, `]${APART}`)
    .replace(/^([ \t]*)(?=```|~~~)/gm, `$1${APART}`);
