import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canAdminister, hasContentAccess } from "../../channels/channels/access.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { readerOf } from "../core/store/access.ts";
import { type CallRow, callById, callByLink } from "./rows.ts";

/**
 * Returns a predicate for the calls that a user can see and join: the user can read the call's message or, in a voice
 * room, the channel. Users who joined through an outside link must be able to read the message, and their link must
 * allow calls.
 */
export function callReaderOf(realm: Realm, viewer: Viewer) {
  const outside = outsideAccessOf(realm, viewer.user_id);
  if (outside?.can_call === false) return () => false;
  const reads = readerOf(realm, viewer);
  return ({ is_room }: Pick<CallRow, "is_room">, place: MessageIndexRow): boolean => {
    const isByChannel = is_room === 1 && outside === undefined;
    const channel = isByChannel ? channelIndex(realm).byConversation.get(place.conversation_id) : undefined;
    return channel === undefined ? reads(place) : hasContentAccess(realm, viewer, channel);
  };
}

interface AccessedCall {
  readonly row: CallRow;
  readonly place: MessageIndexRow;
}

export const findCall = (realm: Realm, id: string): CallRow | undefined =>
  callById.first(realm.sql, { id }) ?? callByLink.first(realm.sql, { id });

const unknownCall = () => notFound("Call does not exist");

/** Returns a call. Throws if it doesn't exist or the caller can't see it. */
export function accessCall(realm: Realm, actor: Actor, id: string): AccessedCall {
  const row = findCall(realm, id);
  const place = row && placeOfMessage(realm, row.message_id);
  if (row === undefined || place === undefined || !callReaderOf(realm, actor)(row, place)) throw unknownCall();
  return { row, place };
}

export function accessOpenCall(realm: Realm, actor: Actor, id: string): AccessedCall {
  const call = accessCall(realm, actor, id);
  if (call.row.ended_at !== null) throw badRequest("This call has ended.");
  return call;
}

export function refuseIfOff(realm: Realm): void {
  if (!realm.config.calls.isOn) throw badRequest("Calls are turned off on this server.");
}

/** Whether a user can start calls. Users who joined through an outside link can only join calls. */
export const mayStart = (realm: Realm, actor: Viewer): boolean =>
  permits(realm, actor, "can_start_calls_group") && outsideAccessOf(realm, actor.user_id) === undefined;

/** Throws if the caller can't start calls. Permission to post in the conversation is checked separately. */
export function checkMayStart(realm: Realm, actor: Actor): void {
  refuseIfOff(realm);
  if (!mayStart(realm, actor)) throw insufficientPermission();
}

/** Whether a user can mute and remove others in a call. Call moderators and the channel's administrators can. */
export function mayModerate(realm: Realm, viewer: Viewer, place: MessageIndexRow): boolean {
  if (permits(realm, viewer, "can_moderate_calls_group")) return true;
  const channel = channelIndex(realm).byConversation.get(place.conversation_id);
  return channel !== undefined && canAdminister(realm, viewer, channel);
}

/** Queues that get a call's events: those of users who can join it, in clients that support calls. */
export const callAudience = (realm: Realm, row: Pick<CallRow, "is_room">, place: MessageIndexRow): Audience => {
  const known = new Map<UserId, boolean>();
  const reads = (user: UserId) => {
    const found = known.get(user) ?? callReaderOf(realm, viewerOf(realm, user))(row, place);
    known.set(user, found);
    return found;
  };
  return { includes: (user, client) => can(client, "calls") && reads(user) };
};
