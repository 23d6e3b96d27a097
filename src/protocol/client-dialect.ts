/**
 * True if a client, judging by its name, expects the form of Zulip's feature level in fields that this server's
 * specification defines differently (conventions.md 9). In events, the name is that of the client that registered the
 * queue; in responses, that of the caller. If the protocol lets clients declare a form, that takes precedence.
 */
export const readsLevelForm = (client: string): boolean => /^zulip/i.test(client);

/**
 * True for zulip-terminal, judging by its name. Its releases need things the protocol no longer has: without users in
 * message reactions, it shows no reactions and crashes on their details; without a channel's email address, it crashes
 * on the channel; without the message "Bad event queue id", it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
