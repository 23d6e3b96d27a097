import * as v from "valibot";
import { optional, textParameter } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { currentEmojiCode, readReactionType } from "../../../protocol/emoji.ts";

/** Parameters that identify an emoji in addition to its name. Outdated codes are replaced with current ones. */
export const emojiIdentity = {
  emoji_code: optional(textParameter(v.pipe(boundedText("id"), v.transform(currentEmojiCode)))),
  reaction_type: optional(textParameter(v.pipe(boundedText("word"), v.transform(readReactionType)))),
};
