/** Reaction type of extra emoji, in the protocol and in storage. */
export const EXTRA = "svc_extra_emoji";
const ZULIP_NAME = "zulip_extra_emoji";

/** Converts a reaction type sent by a client to the stored one. */
export const readReactionType = (type: string): string => (type === ZULIP_NAME ? EXTRA : type);

/** Returns the reaction type to send to a client. Zulip's clients can't read unknown types (conventions.md 9). */
const shownReactionType = (type: string, inLevelForm: boolean): string =>
  type === EXTRA && inLevelForm ? ZULIP_NAME : type;

export function currentEmojiCode(code: string): string {
  return code.replaceAll("-fe0f", "");
}

interface StoredEmoji {
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/**
 * Converts a stored emoji for a client. Replaces codes from older emoji lists with current ones. `inLevelForm` is true
 * if the client expects the feature level's form, which has another reaction type.
 */
export function shownEmoji<Stored extends StoredEmoji>(stored: Stored, inLevelForm: boolean): Stored {
  const { emoji_code, reaction_type } = stored;
  return {
    ...stored,
    ...(emoji_code === undefined ? {} : { emoji_code: currentEmojiCode(emoji_code) }),
    ...(reaction_type === undefined ? {} : { reaction_type: shownReactionType(reaction_type, inLevelForm) }),
  };
}
