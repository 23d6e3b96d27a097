import type { TopicId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { noteFirstMessage } from "../../channels/channels/activity.ts";
import { allTheChannels, type Channel } from "../../channels/channels/channels.ts";
import { oldestIn } from "../../conversations/changes.ts";
import type { MessagePlace } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { tellingStars } from "../messages/flags/stars.ts";
import { heldAmong, holders } from "../messages/store/message-watchers.ts";
import { removeMessages } from "../messages/store/removal.ts";
import { type FormerPlace, tellDeleted } from "./tell-deleted.ts";

/** Deletes messages of one conversation, and tells all who held them: of each topic by itself. */
export function deleteMessages(realm: Realm, places: readonly MessagePlace[]): void {
  const [first] = places;
  if (first === undefined) return;
  const channel = allTheChannels(realm).byConversation.get(first.conversation_id);
  const held = holders(realm, places);
  const ids = places.map(({ id }) => id);
  tellingStars(realm, ids, held, () => removeMessages(realm, ids));
  for (const [topic, some] of Map.groupBy(places, ({ topic_id }) => topic_id)) {
    tellDeleted(realm, formerPlace(realm, channel, topic), heldAmong(held, places, some));
  }
  if (channel !== undefined) noteFirstMessage(realm, channel.id, oldestIn(realm, first.conversation_id));
}

function formerPlace(realm: Realm, channel: Channel | undefined, topic: TopicId | null): FormerPlace {
  if (channel === undefined) return null;
  return { channel: channel.id, topic: (topic === null ? undefined : topicWithId(realm, topic)?.name) ?? "" };
}
