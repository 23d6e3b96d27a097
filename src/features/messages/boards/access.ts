import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { Audience } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import {
  accessChannel,
  canAdminister,
  hasChannelPermission,
  hasContentAccess,
  hasWholeHistory,
} from "../../channels/channels/access.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { hasMessages, newestOfTopic } from "../../conversations/topics.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import { readableSpans, readerOf } from "../core/store/access.ts";
import { type PinRow, pinById } from "./rows.ts";

/** Loads the channel of a board. Throws if the caller can't read its messages. */
export const accessBoard = (realm: Realm, actor: Actor, id: number): Channel =>
  accessChannel(realm, actor, id, "content");

export function accessBoardToChange(realm: Realm, actor: Actor, id: number): Channel {
  const channel = accessBoard(realm, actor, id);
  if (channel.is_archived === 1) throw badRequest("This channel is archived.");
  if (!mayChangeBoard(realm, actor, channel)) {
    throw badRequest("You don't have permission to change the board of this channel.");
  }
  return channel;
}

/**
 * Whether a user can change a channel's board. In channels where most people can post, anyone who can post and has the
 * organization-wide permission can.
 */
function mayChangeBoard(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (canAdminister(realm, actor, channel)) return true;
  if (hasChannelPermission(realm, actor, channel, "can_change_board_group")) return true;
  const { can_send_message_group: posters } = channel.permissions;
  const groups = systemGroupIds(realm);
  const many: readonly unknown[] = [groups["role:everyone"], groups["role:members"], groups["role:fullmembers"]];
  if (!many.includes(posters) || !permits(realm, actor, "can_change_board_group")) return false;
  return hasChannelPermission(realm, actor, channel, "can_send_message_group");
}

/** Loads a pin. Throws if it isn't on the channel's board, or the caller can't see it. */
export function accessPin(realm: Realm, actor: Actor, channel: Channel, id: number): PinRow {
  const pin = pinById.first(realm.sql, { id, channel: channel.id });
  if (pin === undefined || !isSeenBy(realm, channel, pin)(actor)) throw notFound("Pin does not exist");
  return pin;
}

/** Returns a predicate for the users who see a pin: those who can read its message, or some message in its topic. */
export function isSeenBy(
  realm: Realm,
  channel: Channel,
  { topic_id, message_id }: Pick<PinRow, "topic_id" | "message_id">,
): (actor: Viewer) => boolean {
  if (topic_id !== null) {
    return (actor) =>
      hasWholeHistory(realm, actor, channel)
        ? hasMessages(realm, topic_id)
        : newestOfTopic(realm, topic_id, readableSpans(realm, actor, channel)) !== undefined;
  }
  if (message_id === null) return (actor) => hasContentAccess(realm, actor, channel);
  const place = placeOfMessage(realm, message_id);
  return (actor) => place !== undefined && readerOf(realm, actor)(place);
}

export function pinAudience(realm: Realm, channel: Channel, pin: PinRow): Audience {
  const isSeen = isSeenBy(realm, channel, pin);
  return { includes: (user) => isSeen(viewerOf(realm, user)) };
}

export const boardAudience = (realm: Realm, channel: Channel): Audience => ({
  includes: (user) => hasContentAccess(realm, viewerOf(realm, user), channel),
});
