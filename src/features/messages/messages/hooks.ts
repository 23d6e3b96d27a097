import type { MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/hook.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Call } from "./send/mention-notice.ts";

/** Who has a part in a topic besides those who have written there (messages.md 2, check 6). */
export const participantsHook = hook<(realm: Realm, topic: TopicId) => readonly UserId[]>("participants");

/** What is to be done where messages are about to be deleted: whatever features above keep of them goes with them. */
export const messagesRemovedHook = hook<(realm: Realm, messages: readonly MessageId[]) => void>("messages removed");

/** What is to be done where a message calls people: it has been sent, or its new text calls more than the old one. */
export const messageCallsHook = hook<(realm: Realm, call: Call) => void>("message calls");

/** What is to be done where somebody has read messages, or all there is (null). */
export const messagesReadHook =
  hook<(realm: Realm, user: UserId, messages: readonly MessageId[] | null) => void>("messages read");

/** Who hears of what they have read, besides those with a queue: of all others it need not be found out. */
export const readsHeardHook = hook<(realm: Realm) => Iterable<UserId>>("reads heard");

/** What is to be done where messages stand in another channel now: some may not read them there. */
export const messagesMovedHook = hook<(realm: Realm, messages: readonly MessageId[]) => void>("messages moved");
