/**
 * True if a client, judging by its name, expects Zulip's feature level for fields that this server's specification
 * defines differently (conventions.md 9). For events, the client that registered the queue counts; for responses, the
 * caller. If the protocol lets clients declare a form, that takes precedence.
 */
export const readsLevelForm = (client: string): boolean => /^zulip/i.test(client);

/**
 * True for zulip-terminal, judging by its name. Its releases need things the protocol no longer has: without users in
 * message reactions, it shows no reactions and crashes on their details; without a channel's email address, it crashes
 * on the channel; without the message "Bad event queue id", it never registers again.
 */
export const isZulipTerminal = (client: string): boolean => client.toLowerCase() === "zulipterminal";
