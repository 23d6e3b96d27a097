import type { MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/hook.ts";
import type { Call } from "./send/mention-notice.ts";

/** Who has a part in a topic besides those who have written there (messages.md 2, check 6). */
export const participantsHook = hook<[topic: TopicId], readonly UserId[]>("participants");

/** What is to be done where messages are about to be deleted: whatever features above keep of them goes with them. */
export const messagesRemovedHook = hook<[messages: readonly MessageId[]]>("messages removed");

/** What is to be done where a message calls people: it has been sent, or its new text calls more than the old one. */
export const messageMentionsHook = hook<[call: Call]>("message calls");

/** What is to be done where somebody has read messages, or all there is (null). */
export const messagesReadHook = hook<[user: UserId, messages: readonly MessageId[] | null]>("messages read");

/** Who hears of what they have read, besides those with a queue: of all others it need not be found out. */
export const readListenersHook = hook<[], Iterable<UserId>>("reads heard");

/** What is to be done where messages stand in another channel now: some may not read them there. */
export const messagesMovedHook = hook<[messages: readonly MessageId[]]>("messages moved");
