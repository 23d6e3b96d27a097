import * as v from "valibot";
import { optional, text, textOf } from "../../http/parameter.ts";
import { readReactionType } from "../emoji/reaction-type.ts";

/** What tells emoji apart, whatever they are called. */
export const emojiIdentity = {
  emoji_code: optional(text),
  reaction_type: optional(textOf(v.pipe(v.string(), v.transform(readReactionType)))),
};
