import type { Realm } from "../../realm/realm.ts";
import { noteFirstMessage } from "../channels/activity.ts";
import { allTheChannels } from "../channels/channels.ts";
import { oldestIn } from "../conversations/changes.ts";
import type { MessagePlace } from "../conversations/conversations.ts";
import { topicWithId } from "../conversations/topics.ts";
import { holders } from "../messages/holders.ts";
import { removeMessages } from "../messages/removal.ts";
import { tellingStars } from "../messages/stars.ts";
import { type FormerPlace, tellDeleted } from "./tell-deleted.ts";

/** Deletes messages of one topic, or of one conversation of direct messages, and tells all who held them. */
export function deleteMessages(realm: Realm, places: readonly MessagePlace[]): void {
  const [first] = places;
  if (first === undefined) return;
  const former = formerPlace(realm, first);
  const held = holders(realm, places);
  const ids = places.map(({ id }) => id);
  tellingStars(realm, ids, held, () => removeMessages(realm, ids));
  tellDeleted(realm, former, held);
  if (former !== null) noteFirstMessage(realm, former.channel, oldestIn(realm, first.conversation_id));
}

function formerPlace(realm: Realm, { conversation_id, topic_id }: MessagePlace): FormerPlace {
  const channel = allTheChannels(realm).byConversation.get(conversation_id);
  if (channel === undefined) return null;
  return { channel: channel.id, topic: (topic_id === null ? undefined : topicWithId(realm, topic_id)?.name) ?? "" };
}
