import * as v from "valibot";
import { stored } from "../database/stored.ts";
import { cleanSource } from "./parse/clean-source.ts";
import { finishPieces } from "./parse/finish-pieces.ts";
import { blockTokens } from "./parse/grammar.ts";
import { writeBlocks } from "./parse/write-blocks.ts";
import type { Notes } from "./parse/write-inline.ts";
import type { Markup, Piece } from "./pieces.ts";

/** Increase whenever the meaning of pieces changes, so that stored markup of another version is parsed again. */
const MARKUP_VERSION = 1;

const current = v.object({
  // Markup stored by the earliest versions of the program has no version.
  version: v.optional(v.literal(MARKUP_VERSION), MARKUP_VERSION),
  pieces: v.custom<readonly Piece[]>(Array.isArray),
  isMe: v.boolean(),
  channelWildcard: v.boolean(),
  topicWildcard: v.boolean(),
  uploads: v.array(v.string()),
});
const another = v.object({ version: v.pipe(v.number(), v.notValue(MARKUP_VERSION)) });

const readStored = stored("markup", v.union([current, another]), () => ({ version: 0 }));

export const packMarkup = (markup: Markup): string => JSON.stringify({ ...markup, version: MARKUP_VERSION });

/**
 * Returns stored markup if this parser version made it. Otherwise parses the source again: synchronously, therefore
 * without highlighting, and with formulas as source.
 */
export function readMarkup(text: string, source: string): Markup {
  const found = readStored(text);
  if (!("pieces" in found)) return parseMarkupNow(source);
  const { version: _, ...markup } = found;
  return markup;
}

interface ParseOptions {
  /** The realm's `default_code_block_language`, if available to the Worker, for code without a language. */
  readonly defaultCodeLanguage?: string;
  /** Current time in milliseconds since 1970, for times without a date. */
  readonly now?: number;
}

/**
 * Parses a source synchronously, therefore without highlighting, and with formulas as source: for messages the realm
 * itself writes inside a change.
 */
export function parseMarkupNow(source: string, options: ParseOptions = {}): Markup {
  const text = cleanSource(source).replace(/^\n+/, "").trimEnd();
  const notes: Notes = { now: options.now, mentions: true, channelWildcard: false, topicWildcard: false, uploads: [] };
  const pieces = writeBlocks(blockTokens(text), notes);
  const { channelWildcard, topicWildcard, uploads } = notes;
  return { pieces, isMe: text.startsWith("/me ") && !text.includes("\n"), channelWildcard, topicWildcard, uploads };
}

/**
 * Parses Markdown into HTML with highlighted code and typeset formulas. Parts that depend on the organization stay
 * placeholders ("holes"), because only the realm has its names.
 */
export async function parseMarkup(source: string, options: ParseOptions = {}): Promise<Markup> {
  const markup = parseMarkupNow(source, options);
  return { ...markup, pieces: await finishPieces(markup.pieces, options.defaultCodeLanguage ?? "") };
}

/** Returns a text with its markup, as `prepare` steps pass it on to their change. */
export const withMarkup = async (content: string) => ({ content, markup: await parseMarkup(content) });
