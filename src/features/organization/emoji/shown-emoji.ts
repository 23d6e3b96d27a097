import { currentEmojiCode } from "../../../markup/index.ts";
import { shownReactionType } from "./reaction-type.ts";

interface StoredEmoji {
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/**
 * A stored emoji as a client gets it. A stored code may be of an older emoji list, and is replaced by the current code;
 * the reaction type depends on whether the client is one of Zulip's.
 */
export function shownEmoji<Stored extends StoredEmoji>(stored: Stored, toZulipClient: boolean): Stored {
  const { emoji_code, reaction_type } = stored;
  return {
    ...stored,
    ...(emoji_code === undefined ? {} : { emoji_code: currentEmojiCode(emoji_code) }),
    ...(reaction_type === undefined ? {} : { reaction_type: shownReactionType(reaction_type, toZulipClient) }),
  };
}
