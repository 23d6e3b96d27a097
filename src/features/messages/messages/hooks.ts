import type { MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Destination } from "./send/destination.ts";
import type { MentionNotice } from "./send/mention-notice.ts";
import type { StoredMessage } from "./store/stored-message.ts";

/** The people who take part in a topic besides those who have written there (messages.md 2, check 6). */
export const participantsHook = hook<[topic: TopicId], readonly UserId[]>("participants");

/** Runs when messages are about to be deleted: what features keep of them goes with them. */
export const messagesRemovedHook = hook<[messages: readonly MessageId[]]>("messages removed");

/** Runs when a message has been sent, after its event. */
export const messageSentHook = hook<[message: StoredMessage, destination: Destination]>("message sent");

/** Runs when a new message mentions people, or an edited one more people than before. */
export const messageMentionsHook = hook<[notice: MentionNotice]>("message mentions");

/**
 * Runs when a message has been written, or edited: with the pages that it links to and whose cards are to follow, as not all
 * of them are known yet.
 */
export const unknownPagesHook = hook<[message: MessageId, pages: readonly string[]]>("unknown pages");

/** Runs when a user has read messages, or all that there are (null), before the event. */
export const messagesReadHook = hook<[user: UserId, messages: readonly MessageId[] | null]>("messages read");

/** The users whose reading features follow, besides that of users with a queue: nobody else's need be found out. */
export const readListenersHook = hook<[], Iterable<UserId>>("read listeners");

/** Runs when messages have moved to another topic, or to another channel, where others may read them. */
export const messagesMovedHook = hook<[messages: readonly MessageId[], changesChannel: boolean]>("messages moved");

/** The ways in which a text leaves its place for people: with its message, for another text, or to another channel. */
type Leaving = "deleted" | "edited" | "moved";

/** Runs before texts are deleted, replaced, or moved to another channel: for whoever has to keep what was there. */
export const textsLeavingHook = hook<[places: readonly MessageIndexRow[], how: Leaving]>("texts leaving");

/** The messages among some whose texts the realm has to hold when they are deleted. */
export const textsNeededHook = hook<[places: readonly MessageIndexRow[]], readonly MessageId[]>("texts needed");
