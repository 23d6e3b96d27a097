import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Watchers, watchersByMessages } from "../messages/store/message-watchers.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** The topic in which deleted messages were; null for direct messages. */
export type FormerTopic = { readonly channel: ChannelId; readonly topic: string } | null;

/** Sends each watcher an event for their messages that have been deleted, or that they may no longer read. */
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

/** The messages that need an event each: none, unless a client does not support bulk deletion events. */
function neededSingly(realm: Realm, ids: readonly MessageId[], users: readonly UserId[]): readonly MessageId[] {
  const queues = users.flatMap((user) => [...realm.queues.ofUser(user)]);
  return queues.some(({ client }) => !can(client, "bulk_message_deletion")) ? ids : [];
}
