import type { StateInline } from "markdown-it";
import { isUpload, linkTarget } from "../link-target.ts";
import { isInLink, pairsOf } from "./pairs.ts";

/** A longer target isn't a link, because rereading it for each of many nested brackets would take too long. */
const longestTarget = 4000;

/** Marks the opening token of a link written as an image. Other sites' images are links (markdown.md 2). */
export const IMAGE = Object.freeze({ isImage: true });

/** Returns the target in a link's parentheses, without angle brackets and title. */
function destination(text: string): string {
  const written = text.trim();
  const quote = written.at(-1);
  if (quote === '"' || quote === "'") {
    const opening = written.lastIndexOf(quote, written.length - 2);
    if (opening > 0 && /\s/.test(written.charAt(opening - 1))) return unwrap(written.slice(0, opening).trimEnd());
  }
  return unwrap(written);
}

function unwrap(target: string): string {
  return target.startsWith("<") && target.endsWith(">") ? target.slice(1, -1) : target;
}

export function linkRule(state: StateInline): boolean {
  const start = state.pos;
  if (state.src[start] !== "[" || isInLink(state)) return false;
  const { labels, parentheses } = pairsOf(state);
  const labelEnd = labels.get(start);
  if (labelEnd === undefined || state.src[labelEnd + 1] !== "(") return false;
  const end = parentheses.get(labelEnd + 1);
  if (end === undefined || end >= state.posMax || end - labelEnd > longestTarget) return false;
  const href = linkTarget(destination(state.src.slice(labelEnd + 2, end)));
  if (href === undefined) return false;

  const label = state.src.slice(start + 1, labelEnd);
  const isImage = state.pending.endsWith("!") && isUpload(href);
  if (isImage) state.pending = state.pending.slice(0, -1);
  const open = state.push("link_open", "a", 1);
  if (isImage) open.meta = IMAGE;
  open.attrSet("href", href);
  open.info = label.trim() === "" ? href : label;
  const { posMax } = state;
  if (label.trim() === "") state.push("escaped", "", 0).content = href;
  else {
    state.pos = start + 1;
    state.posMax = labelEnd;
    state.linkLevel++;
    state.md.inline.tokenize(state);
    state.linkLevel--;
    state.posMax = posMax;
  }
  state.push("link_close", "a", -1);
  state.pos = end + 1;
  return true;
}
