import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest, insufficientScope } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import { accessMessage, invalidMessage } from "./access.ts";
import { selectMessage } from "./rows.ts";
import { sentTimesOf } from "./stored-content.ts";
import type { StoredMessage } from "./stored-message.ts";

/** A message that can be edited, moved or deleted, with its channel. */
export interface ChangeableMessage {
  readonly place: MessageIndexRow;
  /** Undefined for a direct message. */
  readonly channel: Channel | undefined;
}

/**
 * Loads a message that a user wants to change. Throws if they can't read it, its channel is archived, or their outside
 * link is only for reading. For a direct message, also throws if the calling assistant lacks the scope `write:direct`.
 */
export function accessMessageToChange(realm: Realm, actor: Actor, id: number): ChangeableMessage {
  const place = accessMessage(realm, actor, id);
  const channel = channelIndex(realm).byConversation.get(place.conversation_id);
  if (channel?.is_archived === 1) throw invalidMessage();
  if (outsideAccessOf(realm, actor.user_id)?.can_post === false) throw badRequest("Your link is only for reading.");
  if (channel === undefined && actor.grant?.scopes.has("write:direct") === false)
    throw insufficientScope("write:direct");
  return { place, channel };
}

/**
 * Returns the messages whose content is in the realm. A message moved into the topic after the topic's messages were
 * recalled may still be missing. Changing such a message in the realm wouldn't reach D1.
 */
export function withContentInRealm(realm: Realm, places: readonly MessageIndexRow[]): MessageIndexRow[] {
  const known = sentTimesOf(
    realm,
    places.map(({ id }) => id),
  );
  return places.filter(({ id }) => known.has(id));
}

/** Returns the row of a message, which must have been recalled from D1 if it is old. Throws if it is missing. */
export function messageInRealm(realm: Realm, { id }: Pick<MessageIndexRow, "id">): StoredMessage {
  const row = selectMessage.first(realm.sql, { id });
  if (row === undefined) throw new Error(`the content of message ${id} is in no store`);
  return row;
}
