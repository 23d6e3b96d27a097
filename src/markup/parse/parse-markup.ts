import type { Markup } from "../pieces.ts";
import { cleanSource } from "./clean-source.ts";
import { finishPieces } from "./finish-pieces.ts";
import { blockTokens } from "./grammar.ts";
import { writeBlocks } from "./write-blocks.ts";
import type { Notes } from "./write-inline.ts";

interface ParseOptions {
  /** The realm's `default_code_block_language`, if the Worker knows it, for code without a language. */
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

/** Parses a source to HTML with holes, the same for every organization, with highlighted code and typeset formulas. */
export async function parseMarkup(source: string, options: ParseOptions = {}): Promise<Markup> {
  const markup = parseMarkupNow(source, options);
  return { ...markup, pieces: await finishPieces(markup.pieces, options.defaultCodeLanguage ?? "") };
}
