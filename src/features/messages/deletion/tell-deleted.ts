import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import { among } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Watchers, watchersByMessages } from "../messages/store/message-watchers.ts";
import { messageDeleted, messagesDeleted } from "./events.ts";

/** The topic that messages were in; null for direct messages. */
export type FormerPlace = { readonly channel: ChannelId; readonly topic: string } | null;

/** Tells users that messages are gone, or gone for them: to each those that they watchers. */
export function tellDeleted(realm: Realm, place: FormerPlace, watchers: Watchers): void {
  const where =
    place === null
      ? { message_type: "private" as const }
      : { message_type: "stream" as const, stream_id: place.channel, topic: place.topic };
  for (const { ids, users } of watchersByMessages(watchers)) {
    const audience = among(new Set(users));
    realm.emit(messagesDeleted({ message_ids: [...ids], ...where }), audience);
    for (const message_id of wantedSingly(realm, ids, users)) {
      realm.emit(messageDeleted({ message_id, ...where }), audience);
    }
  }
}

/** There may be thousands, and hardly a client is left that wants each by itself. */
function wantedSingly(realm: Realm, ids: readonly MessageId[], users: readonly UserId[]): readonly MessageId[] {
  const queues = users.flatMap((user) => [...realm.queues.ofUser(user)]);
  return queues.some(({ client }) => !can(client, "bulk_message_deletion")) ? ids : [];
}
