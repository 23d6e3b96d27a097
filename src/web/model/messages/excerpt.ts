import { decodeOperand } from "../addresses/address.ts";
import { channelById } from "../channels/channels.ts";
import { emojiGlyph } from "../emoji/emoji.ts";
import { groupById } from "../people/groups.ts";
import { userById } from "../people/users.ts";
import type { State } from "../state.ts";

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", nbsp: " " };
const BLOCKS = /<\/(?:p|div|li|h\d|blockquote|pre|tr)>|<br\s*\/?>/g;
const EMOJI = /<span[^>]*class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"[^>]*>[^<]*<\/span>/g;
/** Matches the beginning of formulas and of the hidden parts of spoilers. */
const REPLACED = /<(span) class="katex">|<div class="spoiler-content"/g;

/**
 * Matches mentions and links with their text. The names in the text may have changed since the message was rendered.
 */
const NAMED =
  /(<span class="user-(?:group-)?mention[^>]*>|<a class="(?:stream|stream-topic|message-link)"[^>]*>)([^<]*)/g;

/** Matches the command that polls and task lists begin with. */
const WIDGET = /^<p>\/(?:poll|todo) /;

const LENGTH = 200;
/** If at least this many characters precede the first sought word, the excerpt starts shortly before that word. */
const NEAR = 40;
/** Characters shown before a sought word, to show its context. */
const BEFORE = 20;

/**
 * Returns the start of a message as one line of plain text, with current names of people, groups and channels. If words
 * of `sought` occur, but not near the start, returns the part with the first of them instead. `folded` is the function
 * that normalizes the message's text for the comparison.
 */
export function excerptOf(html: string, state: State, sought = "", folded = (text: string) => text): string {
  const text = beginningOf(html.replace(WIDGET, ""), 20 * LENGTH)
    .replace(NAMED, (_, tag: string, text: string) => tag + (textNow(tag, text, state) ?? text))
    .replace(EMOJI, (_, code: string) => emojiGlyph(code))
    .replace(/<(?:img[^>]*alt|audio[^>]*title)="([^"]*)"[^>]*>/g, "$1")
    .replace(BLOCKS, " ")
    .replace(/<[^>]*>?/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
  const from = sought === "" ? 0 : beginningNear(text, folded(text), sought);
  const end = from + LENGTH;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}

function beginningNear(text: string, whole: string, sought: string): number {
  const places = sought.split(/\s+/).map((word) => (word === "" ? -1 : whole.indexOf(word)));
  const found = places.filter((at) => at >= 0);
  const first = Math.min(...found);
  return found.length === 0 || first < NEAR ? 0 : text.lastIndexOf(" ", first - BEFORE) + 1;
}

/**
 * Returns the start of the HTML. Each formula is replaced by its source, because renderings can be long, and the hidden
 * part of each spoiler by "(…)".
 */
function beginningOf(html: string, length: number): string {
  let text = "";
  let at = 0;
  for (const { 1: tag = "div", index } of html.matchAll(REPLACED)) {
    if (text.length >= length) break;
    // This match is inside a part that was already replaced.
    if (index < at) continue;
    const end = endOf(tag, html, index);
    const [, formula = ""] = /<annotation[^>]*>([^<]*)/.exec(html.slice(index, end)) ?? [];
    text += html.slice(at, index) + (tag === "div" ? "(…)" : formula);
    at = end;
  }
  return (text + html.slice(at, at + length)).slice(0, length);
}

function endOf(tag: string, html: string, start: number): number {
  const tags = new RegExp(`<(/?)${tag}\\b`, "g");
  tags.lastIndex = start;
  let depth = 0;
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    depth += found[1] === "" ? 1 : -1;
    if (depth === 0) return tags.lastIndex + 1;
  }
  return html.length;
}

/** Returns the text of a mention or channel link with the current name, or undefined if that is unknown. */
function textNow(tag: string, text: string, state: State): string | undefined {
  const [, group, id] = / data-user-(group-)?id="(\d+)"/.exec(tag) ?? [];
  if (id !== undefined) {
    const name = group === undefined ? userById(state, Number(id))?.full_name : groupById(state, Number(id))?.name;
    return name && (text.startsWith("@") ? "@" : "") + escaped(name);
  }
  const [, channel, topic] = /#narrow\/channel\/(\d+)[^/"]*(?:\/topic\/([^/"]*))?/.exec(tag) ?? [];
  const name = channelById(state, Number(channel))?.name;
  const rest = topic === undefined ? text.length : text.lastIndexOf(` &gt; ${escaped(decodeOperand(topic) ?? "")}`);
  return name === undefined || rest < 0 ? undefined : `#${escaped(name)}${text.slice(rest)}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;" })[one] ?? "&gt;");
