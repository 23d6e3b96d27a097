import type { MessageId, TopicId, UserId } from "../../protocol/ids.ts";
import { hook } from "../../realm/hook.ts";
import type { Realm } from "../../realm/realm.ts";

/** Who has a part in a topic besides those who have written there (messages.md 2, check 6). */
export const participantsHook = hook<(realm: Realm, topic: TopicId) => readonly UserId[]>("participants");

/** What is to be done where messages are about to be deleted: whatever features above keep of them goes with them. */
export const messagesRemovedHook = hook<(realm: Realm, messages: readonly MessageId[]) => void>("messages removed");
