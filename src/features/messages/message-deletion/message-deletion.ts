import type { TopicId } from "../../../protocol/ids.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { oldestIn } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { emitLostStars } from "../core/flags/stars.ts";
import { textsLeavingHook } from "../core/hooks.ts";
import { watchersAmong, watchersOf } from "../core/store/message-watchers.ts";
import { removeMessages } from "../core/store/removal.ts";
import { emitDeleted, type FormerTopic } from "./emit-deleted.ts";

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
