import type { TopicId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { oldestIn } from "../../conversations/changes.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { emitLostStars } from "../messages/flags/stars.ts";
import { watchersAmong, watchersOf } from "../messages/store/message-watchers.ts";
import { removeMessages } from "../messages/store/removal.ts";
import { type FormerPlace, tellDeleted } from "./tell-deleted.ts";

/** Deletes messages of one conversation, and tells all who watchers them: of each topic by itself. */
export function deleteMessages(realm: Realm, places: readonly MessageIndexRow[]): void {
  const [first] = places;
  if (first === undefined) return;
  const channel = channelIndex(realm).byConversation.get(first.conversation_id);
  const watchers = watchersOf(realm, places);
  const ids = places.map(({ id }) => id);
  emitLostStars(realm, ids, watchers, () => removeMessages(realm, ids));
  for (const [topic, some] of Map.groupBy(places, ({ topic_id }) => topic_id)) {
    tellDeleted(realm, formerPlace(realm, channel, topic), watchersAmong(watchers, places, some));
  }
  if (channel !== undefined) noteFirstMessage(realm, channel.id, oldestIn(realm, first.conversation_id));
}

function formerPlace(realm: Realm, channel: Channel | undefined, topic: TopicId | null): FormerPlace {
  if (channel === undefined) return null;
  return { channel: channel.id, topic: (topic === null ? undefined : topicWithId(realm, topic)?.name) ?? "" };
}
