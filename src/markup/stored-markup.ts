import * as v from "valibot";
import { stored } from "../database/stored.ts";
import { parseMarkupNow } from "./parse-markup.ts";
import type { Markup, Piece } from "./pieces.ts";

/** Raised whenever pieces come to mean something else: what was parsed before is parsed anew then. */
const MARKUP_VERSION = 1;

const readStored = stored(
  "markup",
  v.object({
    // The first program to keep markup wrote none.
    version: v.optional(v.number(), 1),
    pieces: v.custom<readonly Piece[]>(Array.isArray),
    isMe: v.boolean(),
    channelWildcard: v.boolean(),
    topicWildcard: v.boolean(),
    uploads: v.array(v.string()),
  }),
  () => ({ ...parseMarkupNow(""), version: 0, uploads: [] }),
);

/** Markup as it is kept beside its source. */
export const packMarkup = (markup: Markup): string => JSON.stringify({ version: MARKUP_VERSION, ...markup });

/**
 * What was kept, if it was parsed as it would be today; otherwise the source, parsed anew: at once, and therefore
 * without highlighting and with formulas as their source.
 */
export function readMarkup(text: string, source: string): Markup {
  const { version, ...markup } = readStored(text);
  return version === MARKUP_VERSION ? markup : parseMarkupNow(source);
}
