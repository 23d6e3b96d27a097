import * as v from "valibot";
import { stored } from "../database/stored.ts";
import { parseMarkupNow } from "./parse/parse-markup.ts";
import type { Markup, Piece } from "./pieces.ts";

/** Increase whenever the meaning of pieces changes, so that stored markup of another version is parsed again. */
const MARKUP_VERSION = 1;

const current = v.object({
  // The first program that stored markup did not write a version.
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
