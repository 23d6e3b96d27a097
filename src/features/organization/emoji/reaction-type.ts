/** The reaction type of extra emoji, as the protocol names it and as it is stored. */
export const EXTRA = "svc_extra_emoji";
/** The name of the same type in existing clients. */
const ZULIP_NAME = "zulip_extra_emoji";

/** The reaction type to store for one that a client sends. */
export const readReactionType = (type: string): string => (type === ZULIP_NAME ? EXTRA : type);

/** The reaction type to send to a client: Zulip's clients cannot read an unknown type (conventions.md 9). */
export const shownReactionType = (type: string, toZulipClient: boolean): string =>
  type === EXTRA && toZulipClient ? ZULIP_NAME : type;
