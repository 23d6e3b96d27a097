/** The server's own additions to the emoji, as the protocol names their type, and as existing clients know it. */
export const EXTRA = "svc_extra_emoji";
const CLIENTS_NAME = "zulip_extra_emoji";

/** Whichever name is sent, one is kept. */
export const readReactionType = (type: string): string => (type === CLIENTS_NAME ? EXTRA : type);

/** Existing clients cannot read a type that they do not know (conventions.md 9). */
export const shownReactionType = (type: string, toZulipClient: boolean): string =>
  type === EXTRA && toZulipClient ? CLIENTS_NAME : type;
