/** Whether a client, by its name, is one of Zulip's, which know what they know by Zulip's names. */
export const isZulipClient = (client: string): boolean => /^zulip/i.test(client);

/**
 * Whether a client, by its name, is zulip-terminal. Its releases need what the protocol has left behind: users in the
 * reactions of messages, or it shows none and ends where one asks for details; a channel's email address, or it ends
 * where one looks at the channel; and the words "Bad event queue id", or it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
