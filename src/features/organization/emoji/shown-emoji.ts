import { currentEmojiCode } from "../../../markup/index.ts";
import { shownReactionType } from "./reaction-type.ts";

interface StoredEmoji {
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/**
 * An emoji as a client is told of it, who may be one of Zulip's. What is stored stays as it was written: it may have a code of an
 * older list, which is read as the current one.
 */
export function shownEmoji<Stored extends StoredEmoji>(stored: Stored, toZulipClient: boolean): Stored {
  const { emoji_code, reaction_type } = stored;
  return {
    ...stored,
    ...(emoji_code === undefined ? {} : { emoji_code: currentEmojiCode(emoji_code) }),
    ...(reaction_type === undefined ? {} : { reaction_type: shownReactionType(reaction_type, toZulipClient) }),
  };
}
