import * as v from "valibot";
import { optional, textOf } from "../../../endpoints/parameter.ts";
import { currentEmojiCode } from "../../../markup/index.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { readReactionType } from "./reaction-type.ts";

/** The parameters that identify an emoji besides its name. Older codes become current ones. */
export const emojiIdentity = {
  emoji_code: optional(textOf(v.pipe(boundedText("id"), v.transform(currentEmojiCode)))),
  reaction_type: optional(textOf(v.pipe(boundedText("word"), v.transform(readReactionType)))),
};
