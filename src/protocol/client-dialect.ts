/**
 * Whether a client gets the form that Zulip's feature level gives a field where this server's specification gives the
 * same field another one, by its name (conventions.md 9). Of events the name of the client that registered the queue
 * counts, of replies that of the request. What the client declares or sends decides first, where the protocol has that.
 */
export const readsLevelForm = (client: string): boolean => /^zulip/i.test(client);

/**
 * Whether a client is zulip-terminal, by its name. Its releases need what the protocol no longer has: users in the
 * reactions of messages, without which it shows none and crashes on their details; a channel's email address, without
 * which it crashes on the channel; and the message "Bad event queue id", without which it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
