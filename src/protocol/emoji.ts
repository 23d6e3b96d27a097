/** The reaction type of extra emoji, as the protocol names it and as it is stored. */
export const EXTRA = "svc_extra_emoji";
/** The name of the same type in existing clients. */
const ZULIP_NAME = "zulip_extra_emoji";

/** The reaction type to store for one that a client sends. */
export const readReactionType = (type: string): string => (type === ZULIP_NAME ? EXTRA : type);

/** The reaction type to send to a client: Zulip's clients cannot read an unknown type (conventions.md 9). */
const shownReactionType = (type: string, inLevelForm: boolean): string =>
  type === EXTRA && inLevelForm ? ZULIP_NAME : type;

/** A code without variation selectors, which older lists of emoji have in some codes. */
export function currentEmojiCode(code: string): string {
  return code.replaceAll("-fe0f", "");
}

interface StoredEmoji {
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/**
 * A stored emoji as a client gets it. A stored code may be of an older emoji list, and is replaced by the current code;
 * the reaction type depends on whether the client gets the form of the feature level.
 */
export function shownEmoji<Stored extends StoredEmoji>(stored: Stored, inLevelForm: boolean): Stored {
  const { emoji_code, reaction_type } = stored;
  return {
    ...stored,
    ...(emoji_code === undefined ? {} : { emoji_code: currentEmojiCode(emoji_code) }),
    ...(reaction_type === undefined ? {} : { reaction_type: shownReactionType(reaction_type, inLevelForm) }),
  };
}
