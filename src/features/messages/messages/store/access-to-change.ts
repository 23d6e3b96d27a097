import type { Actor } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, type Channel } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { accessMessage, invalidMessage } from "./access.ts";
import { selectMessage } from "./rows.ts";
import { sentTimesOf } from "./stored-content.ts";
import type { StoredMessage } from "./stored-message.ts";

export interface ChangeableMessage {
  readonly place: MessageIndexRow;
  /** Undefined for direct messages. */
  readonly channel: Channel | undefined;
}

/** A message that somebody may read and that can still change: what is in an archived channel stays as it is. */
export function accessMessageToChange(realm: Realm, actor: Actor, id: number): ChangeableMessage {
  const place = accessMessage(realm, actor, id);
  const channel = allTheChannels(realm).byConversation.get(place.conversation_id);
  if (channel?.is_archived === 1) throw invalidMessage();
  return { place, channel };
}

/**
 * Those of some messages whose content is in the realm. What comes into a topic after its messages were brought back is
 * not: to change it there would leave the bulk store behind.
 */
export function withContentInRealm(realm: Realm, places: readonly MessageIndexRow[]): MessageIndexRow[] {
  const known = sentTimesOf(
    realm,
    places.map(({ id }) => id),
  );
  return places.filter(({ id }) => known.has(id));
}

/** The content of a message, once it has been brought back from the bulk store. */
export function messageInRealm(realm: Realm, { id }: Pick<MessageIndexRow, "id">): StoredMessage {
  const row = selectMessage.first(realm.sql, { id });
  if (row === undefined) throw new Error(`the content of message ${id} is in no store`);
  return row;
}
