import * as v from "valibot";
import { stored } from "../database/stored.ts";
import { parseMarkupNow } from "./parse/parse-markup.ts";
import type { Markup, Piece } from "./pieces.ts";

/** To be raised whenever pieces change their meaning: markup stored with another version is parsed anew. */
const MARKUP_VERSION = 1;

const current = v.object({
  // The first program to keep markup named no version.
  version: v.optional(v.literal(MARKUP_VERSION), MARKUP_VERSION),
  pieces: v.custom<readonly Piece[]>(Array.isArray),
  isMe: v.boolean(),
  channelWildcard: v.boolean(),
  topicWildcard: v.boolean(),
  uploads: v.array(v.string()),
});
const another = v.object({ version: v.pipe(v.number(), v.notValue(MARKUP_VERSION)) });

const readStored = stored("markup", v.union([current, another]), () => ({ version: 0 }));

/** Markup as JSON, as it is stored beside its source. */
export const packMarkup = (markup: Markup): string => JSON.stringify({ ...markup, version: MARKUP_VERSION });

/**
 * Stored markup, where this version of the parser has made it. Otherwise the source is parsed anew, synchronously, and
 * so without highlighting and with formulas as their source.
 */
export function readMarkup(text: string, source: string): Markup {
  const found = readStored(text);
  if (!("pieces" in found)) return parseMarkupNow(source);
  const { version: _, ...markup } = found;
  return markup;
}
