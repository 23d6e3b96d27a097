/** Whether a client is one of Zulip's own, by its name. */
export const isZulipClient = (client: string): boolean => /^zulip/i.test(client);

/**
 * Whether a client is zulip-terminal, by its name. Its releases need what the protocol no longer has: users in the
 * reactions of messages, without which it shows none and crashes on their details; a channel's email address, without
 * which it crashes on the channel; and the message "Bad event queue id", without which it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
