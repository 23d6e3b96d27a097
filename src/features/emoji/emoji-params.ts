import * as v from "valibot";
import { optional, textOf } from "../../http/parameter.ts";
import { currentEmojiCode } from "../../markup/index.ts";
import { readReactionType } from "./reaction-type.ts";

/** What tells emoji apart, whatever they are called; clients may know older codes. */
export const emojiIdentity = {
  emoji_code: optional(textOf(v.pipe(v.string(), v.transform(currentEmojiCode)))),
  reaction_type: optional(textOf(v.pipe(v.string(), v.transform(readReactionType)))),
};
