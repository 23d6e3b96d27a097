import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Watchers, watchersByMessages } from "../core/store/message-watchers.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** Topic that deleted messages were in; null for direct messages. */
export type FormerTopic = { readonly channel: ChannelId; readonly topic: string } | null;

/** Emits an event to each watcher for messages that were deleted, or that they can no longer read. */
export function emitDeleted(realm: Realm, topic: FormerTopic, watchers: Watchers): void {
  const where =
    topic === null
      ? { message_type: "private" as const }
      : { message_type: "stream" as const, stream_id: topic.channel, topic: topic.topic };
  for (const { ids, users } of watchersByMessages(watchers)) {
    const audience = among(new Set(users));
    realm.emit(messagesDeleted({ message_ids: [...ids], ...where }), audience);
    for (const message_id of neededSingly(realm, ids, users)) {
      realm.emit(messageDeleted({ message_id, ...where }), audience);
    }
  }
}

/** Returns the messages that need separate events, because a client doesn't support bulk deletion events. */
function neededSingly(realm: Realm, ids: readonly MessageId[], users: readonly UserId[]): readonly MessageId[] {
  const queues = users.flatMap((user) => [...realm.queues.ofUser(user)]);
  return queues.some(({ client }) => !can(client, "bulk_message_deletion")) ? ids : [];
}
