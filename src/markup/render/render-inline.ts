import { type MarkupNames, noPreviews } from "../names.ts";
import { cleanSource } from "../parse/clean-source.ts";
import { type Notes, writeInline } from "../parse/write-inline.ts";
import { fillMarkup } from "./fill-markup.ts";

/**
 * Renders descriptions of channels and groups, and profile fields: one paragraph of inline markup, without mentions and
 * previews (markdown.md 4). Synchronous, so formulas stay as source.
 */
export function renderInline(source: string, names: MarkupNames): string {
  const text = cleanSource(source)
    .trim()
    .replace(/\s*\n\s*/g, " ");
  if (text === "") return "";
  const notes: Notes = { now: undefined, mentions: false, channelWildcard: false, topicWildcard: false, uploads: [] };
  const { pieces } = writeInline(text, notes, false).writer;
  const { html } = fillMarkup(
    { pieces, isMe: false, channelWildcard: false, topicWildcard: false, uploads: [] },
    { ...names, ...noPreviews },
  );
  return `<p>${html}</p>`;
}
