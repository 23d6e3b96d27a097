import type { ChannelId, MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { oldestIn } from "../../conversations/message-places.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { emitLostStars } from "../core/flags/stars.ts";
import { textsLeavingHook } from "../core/hooks.ts";
import { type Watchers, watchersAmong, watchersByMessages, watchersOf } from "../core/store/message-watchers.ts";
import { removeMessages } from "../core/store/removal.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** Runs the next steps of long deletions, once the texts they waited for are in the realm. */
export const deletionStepsHook = hook<[]>("deletion steps");

/** Deletes messages of one conversation, and emits an event per topic to their watchers. */
export function deleteMessages(realm: Realm, places: readonly MessageIndexRow[]): void {
  const [first] = places;
  if (first === undefined) return;
  realm.run(textsLeavingHook, places, "deleted");
  const channel = channelIndex(realm).byConversation.get(first.conversation_id);
  const watchers = watchersOf(realm, places);
  const ids = places.map(({ id }) => id);
  emitLostStars(realm, ids, watchers, () => removeMessages(realm, ids));
  for (const [topic, some] of Map.groupBy(places, ({ topic_id }) => topic_id)) {
    emitDeleted(realm, formerTopic(realm, channel, topic), watchersAmong(watchers, places, some));
  }
  if (channel !== undefined) noteFirstMessage(realm, channel.id, oldestIn(realm, first.conversation_id));
}

function formerTopic(realm: Realm, channel: Channel | undefined, topic: TopicId | null): FormerTopic {
  if (channel === undefined) return null;
  return { channel: channel.id, topic: (topic === null ? undefined : topicWithId(realm, topic)?.name) ?? "" };
}

/** Topic that deleted messages were in; null for direct messages. */
type FormerTopic = { readonly channel: ChannelId; readonly topic: string } | null;

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
