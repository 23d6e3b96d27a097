import type { MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Destination, MentionNotice } from "./send/destination.ts";
import type { StoredMessage } from "./store/stored-message.ts";

/** Returns a topic's participants other than those who posted there (messages.md 2, check 6). */
export const participantsHook = hook<[topic: TopicId], readonly UserId[]>("participants");

/** Runs when messages are about to be deleted, so that features delete their data about them. */
export const messagesRemovedHook = hook<[messages: readonly MessageId[]]>("messages removed");

/** Runs when a message has been sent, after its event. */
export const messageSentHook = hook<[message: StoredMessage, destination: Destination]>("message sent");

/** Runs when a new message mentions users, or when an edited message mentions more users than before. */
export const messageMentionsHook = hook<[notice: MentionNotice]>("message mentions");

/** Runs when a new or edited message links to pages whose link previews aren't known yet. They follow later. */
export const unknownPagesHook = hook<[message: MessageId, pages: readonly string[]]>("unknown pages");

/** Runs when a user has read messages, but before the event is emitted. Null means all messages. */
export const messagesReadHook = hook<[user: UserId, messages: readonly MessageId[] | null]>("messages read");

/**
 * Returns users whose reading a feature tracks, in addition to those with a queue. For all others, newly read messages
 * aren't computed.
 */
export const readListenersHook = hook<[], Iterable<UserId>>("read listeners");

/** Runs when messages have moved to another topic, or to another channel, where others may be able to read them. */
export const messagesMovedHook = hook<[messages: readonly MessageId[], changesChannel: boolean]>("messages moved");

/** Why users lose access to a text: its message was deleted, edited, or moved to another channel. */
type Leaving = "deleted" | "edited" | "moved";

/** Runs before texts are deleted, replaced, or moved to another channel, for features that preserve them. */
export const textsLeavingHook = hook<[places: readonly MessageIndexRow[], how: Leaving]>("texts leaving");

/** Returns the messages whose texts the realm must hold when the messages are deleted. */
export const textsNeededHook = hook<[places: readonly MessageIndexRow[]], readonly MessageId[]>("texts needed");
