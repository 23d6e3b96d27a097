import { codeSpan } from "../../../../util/code-span.ts";
import { enclosedText, linkText } from "../../../../util/link-text.ts";

/** Building blocks of integrations' messages. Each function creates Markdown from arbitrary texts. */

const MAX_URL = 2000;

/** Returns a web URL that can be used in a link, or undefined for anything else. */
export function webUrl(url: string): string | undefined {
  const trimmed = url.trim();
  if (trimmed.length > MAX_URL || !/^https?:\/\/[^\s<>]+$/i.test(trimmed)) return undefined;
  return trimmed.replace(/\(/g, "%28").replace(/\)/g, "%29").replace(/`/g, "%60");
}

/** Returns a link, or just the text if the URL isn't a web URL. */
export function link(text: string, url: string): string {
  const target = webUrl(url);
  const shown = unmentioned(linkText(text));
  if (target === undefined) return shown;
  return `[${shown === "" ? target : shown}](${target})`;
}

export const bold = (text: string): string => boldMarkup(plainTitle(withoutStars(text)));

export const quotedTitle = (title: string): string => `“${plainTitle(title)}”`;

/** Returns a title in one line, without links or mentions. */
export function plainTitle(title: string): string {
  const line = unmentioned(enclosedText(title));
  return line.includes("](") ? line.replaceAll("[", "\\[") : line;
}

const unmentioned = (text: string): string => text.replace(/@(?=_?\*)/g, "\\@");

/** Makes Markdown, such as a link, bold. */
export function boldMarkup(markdown: string): string {
  const line = withoutStars(markdown).trim();
  return line === "" ? "" : `**${line}**`;
}

const withoutStars = (text: string): string => text.replace(/\*\*/g, "");

/**
 * Returns the longest text's length. Doesn't spread the texts into `Math.max`, because there can be more of them than a
 * call takes arguments.
 */
const longestOf = (texts: readonly string[]): number =>
  texts.reduce((longest, { length }) => Math.max(longest, length), 0);

/** Returns inline code on one line, or "" for blank text. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" ? "" : codeSpan(line);
}

/** Returns a fenced block that its text can't terminate. */
export function fenced(text: string, kind: string): string {
  const body = text.replace(/\r\n?/g, "\n").trimEnd();
  if (body.trim() === "") return "";
  const fences = body.match(/^[ \t]*(?:`{3,}|~{3,})/gm) ?? [];
  const longest = longestOf(fences.map((fence) => fence.trim()));
  const fence = "~".repeat(Math.max(2, longest) + 1);
  const head = `${fence} ${kind}`.trimEnd();
  return `${head}\n${body}\n${fence}`;
}

export const quote = (text: string): string => fenced(truncate(text, 5000), "quote");
export const codeBlock = (text: string, language = ""): string => fenced(truncate(text, 5000), language);

export const firstLine = (text: string): string => text.trim().split(/[\r\n]/, 1)[0] ?? "";

export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${[...text.slice(0, 2 * most)].slice(0, most - 1).join("")}…`;
}

/**
 * Formats a time that readers see in their time zone: from ISO 8601 or a UNIX time, in seconds or milliseconds. Returns
 * other texts, such as "", unchanged.
 */
export function time(moment: string | number): string {
  const at = momentOf(moment);
  return at === undefined ? String(moment) : `<time:${new Date(at).toISOString().replace(/\.000Z$/, "Z")}>`;
}

/** Returns milliseconds since 1970, or undefined if it isn't a valid time. */
export function momentOf(moment: string | number): number | undefined {
  const numeric =
    typeof moment === "number" ? moment : /^\d{9,13}(?:\.\d+)?$/.test(moment.trim()) ? Number(moment) : undefined;
  const at = numeric === undefined ? Date.parse(String(moment)) : numeric < 1e11 ? numeric * 1000 : numeric;
  const year = Number.isFinite(at) && Math.abs(at) < 8e15 ? new Date(at).getUTCFullYear() : Number.NaN;
  return year > 1 && year < 9999 ? at : undefined;
}

/** Returns a count with its noun: `1 commit`, `2 commits`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Joins items: `a`, `a and b`, `a, b and c`. Shows only the first items of a long list, and the number of others. */
export function joinItems(items: readonly string[], most = 10): string {
  const shown = items.slice(0, most);
  const more = items.length - shown.length;
  const all = more > 0 ? [...shown, counted(more, "other")] : shown;
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Joins lines, without empty ones. */
export const lines = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== "").join("\n");

/** Joins paragraphs, without empty ones. */
export const paragraphs = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== "").join("\n\n");

/** Ends a sentence: with a colon and a quote below it, or with a period if the quote is empty. */
export const withQuote = (sentence: string, quoted: string): string =>
  quoted === "" ? `${sentence}.` : `${sentence}:\n\n${quoted}`;

/** Matches where Markdown would begin a heading, list, quote or code block in a list item. */
const BLOCK = /^(?:(?=#{1,6}\s|[-+*]\s|>|~~~|`{3,}[^`]*$)|(\d{1,9})(?=\.\s))/;

/** Returns a list item. Its text can begin with any characters, such as `# ` or `- `. */
export const listItem = (text: string): string => `* ${text.replace(BLOCK, "$1\\")}`;

/** Lists each nonempty value as `* **name**: value`. */
export const facts = (entries: Readonly<Record<string, string>>): string =>
  lines(...Object.entries(entries).map(([name, value]) => value.trim() !== "" && `* **${name}**: ${value}`));

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Replaces underscores and hyphens with spaces: `in_progress` becomes `in progress`. */
export const spaced = (word: string): string => word.replace(/[_-]+/g, " ").trim();

/** Looks up a payload's value in a table. Returns undefined for anything else, such as "constructor". */
export const wordFor = (words: Readonly<Record<string, string>>, said: string): string | undefined =>
  Object.hasOwn(words, said) ? words[said] : undefined;

/** Adds a sign for success or failure, or none if the result is unknown. */
export const marked = (isWell: boolean | undefined, text: string): string =>
  isWell === undefined ? text : `${isWell ? ":check:" : ":cross_mark:"} ${text}`;

/** Formats a duration: `45 s`, `2 min 5 s`, `3 h 2 min`. */
export function duration(seconds: number): string {
  const all = Math.max(0, Math.round(seconds));
  const parts = [`${Math.floor(all / 3600)} h`, `${Math.floor(all / 60) % 60} min`, `${all % 60} s`];
  const shown = all >= 3600 ? parts.slice(0, 2) : all >= 60 ? parts.slice(1) : parts.slice(2);
  return shown.filter((part, index) => index === 0 || !part.startsWith("0 ")).join(" ");
}
