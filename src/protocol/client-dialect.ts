/**
 * True if a client's name asks for the form of Zulip's feature level, for fields that this server's specification
 * defines differently (conventions.md 9). For events, the client that registered the queue counts; for responses, the
 * one making the request. If the protocol lets the client declare a form, that takes precedence.
 */
export const readsLevelForm = (client: string): boolean => /^zulip/i.test(client);

/**
 * True for zulip-terminal, by name. Its releases need things the protocol no longer has. Without users in message
 * reactions, it shows none and crashes on their details. Without a channel's email address, it crashes on the channel.
 * Without the message "Bad event queue id", it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
