import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, type Seconds } from "../../../util/time.ts";
import { type MessageIndexRow, placeOfMessage, placesOfMessages } from "../../conversations/conversations.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { findMessageInRealm } from "../core/store/stored-content.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import { type Candidate, PushKind } from "./candidates.ts";
import { ringingHook } from "./hooks.ts";
import { type EncryptedPush, encryptedDevicesOf } from "./mobile/encrypted-push.ts";
import type { PlainPush } from "./mobile/plain-push.ts";
import { ownerAtService } from "./mobile/realm-uuid.ts";
import { tokensOf } from "./mobile/tokens.ts";
import { contentOf, type MessageContent, notificationOf } from "./notification.ts";
import { encryptedMessage, encryptedRemoval, plainMessage, plainRemoval } from "./payloads.ts";
import { pendingRemovals, type QueueEntry, stillShown } from "./queue.ts";
import { isUnreadBy, recordShown } from "./removals.ts";
import { mayBeSilent, type WebDevice, webDevicesOf } from "./web/web-devices.ts";
import { webMessage, webMissedCall, webRemoval, webRinging } from "./web/web-payload.ts";
import type { WebPush } from "./web/web-push.ts";

/** Pushes of one queue entry to one user's devices. */
export interface Delivery {
  readonly candidate: Candidate;
  readonly encrypted: readonly EncryptedPush[];
  readonly plain: readonly PlainPush[];
  readonly web: readonly WebPush[];
  /** Messages whose notifications the pushes remove; empty if they show a message. */
  readonly removed: readonly MessageId[];
}

/** Capacity left in a batch of pushes. */
interface Room {
  candidates: number;
  encrypted: number;
  /** Each browser push and each plain push needs its own request. */
  requests: number;
}

export const newRoom = (): Room => ({ candidates: 500, encrypted: 400, requests: 20 });

/** The next candidates of a queue entry, and their pushes. */
export interface Portion {
  readonly entry: QueueEntry;
  readonly count: number;
  readonly deliveries: readonly Delivery[];
}

/**
 * Returns the current pushes for as many candidates of a queue entry as there is room for. Returns none for users who
 * have read the message, for a deleted message, or once the organization is deactivated. Call it within a change.
 */
export function nextPortion(realm: Realm, entry: QueueEntry, room: Room): Portion {
  const deliver = entry.message_id === null ? (one: Candidate) => removalDelivery(realm, one) : showingOf(realm, entry);
  if (deliver === undefined) return { entry, count: entry.candidates.length, deliveries: [] };
  const deliveries: Delivery[] = [];
  let count = 0;
  for (const candidate of entry.candidates) {
    if (Math.min(room.candidates, room.encrypted, room.requests) <= 0) break;
    count += 1;
    room.candidates -= 1;
    const delivery = deliver(candidate);
    if (delivery === undefined) continue;
    deliveries.push(delivery);
    room.encrypted -= delivery.encrypted.length;
    room.requests -= delivery.plain.length + delivery.web.length;
  }
  return { entry, count, deliveries };
}

/** Returns a function that creates the pushes showing an entry's message, or undefined if no one gets any. */
function showingOf(
  realm: Realm,
  { message_id }: QueueEntry,
): ((candidate: Candidate) => Delivery | undefined) | undefined {
  const place = message_id === null || isDeactivated(realm) ? undefined : placeOfMessage(realm, message_id);
  const row = place && findMessageInRealm(realm, place);
  if (place === undefined || row === undefined) return undefined;
  const content = contentOf(realm, row);
  return (candidate) => messageDelivery(realm, candidate, { place, row, content });
}

interface PushedMessage {
  readonly place: MessageIndexRow;
  readonly row: StoredMessage;
  readonly content: MessageContent;
}

function messageDelivery(
  realm: Realm,
  candidate: Candidate,
  { place, row, content }: PushedMessage,
): Delivery | undefined {
  const { user } = candidate;
  if (findUser(realm, user)?.is_active !== 1 || !isUnreadBy(realm, user, place)) return undefined;
  const notification = notificationOf(realm, content, candidate);
  const ringing = realm.collect(ringingHook, place.id, user).find((one) => one !== undefined);
  const delivery = deliveryTo(realm, candidate, {
    isUrgent: true,
    removed: [],
    encrypted: () => encryptedMessage(realm, user, notification),
    plain: () => plainMessage(realm, user, notification),
    web: () => {
      if (candidate.reason === "missed_call") return webMissedCall(realm, user, row, notification);
      return ringing === undefined
        ? webMessage(realm, user, row, notification)
        : webRinging(realm, user, notification, ringing);
    },
    conversation: conversationKey(place),
    ...(ringing !== undefined && { keptFor: before(ringing.expires_at, realm.seconds()) }),
  });
  if (delivery.encrypted.length + delivery.plain.length + delivery.web.length > 0) recordShown(realm, user, place.id);
  return delivery;
}

function removalDelivery(realm: Realm, candidate: Candidate): Delivery | undefined {
  const removed = pendingRemovals(realm, candidate.user);
  if (removed.length === 0) return undefined;
  return deliveryTo(realm, candidate, {
    isUrgent: false,
    removed,
    encrypted: () => encryptedRemoval(realm, candidate.user, removed),
    plain: () => plainRemoval(realm, candidate.user, removed),
    web: () => webRemoval(realm, candidate.user, removed),
    conversation: onlyConversation(realm, candidate.user, removed),
  });
}

interface Contents {
  readonly isUrgent: boolean;
  readonly removed: readonly MessageId[];
  readonly encrypted: () => object;
  readonly plain: () => PlainPush["payloads"];
  readonly web: () => object;
  readonly conversation: string | null;
  /** How long the push stays relevant. By default, as long as a push about a message. */
  readonly keptFor?: Seconds;
}

function deliveryTo(
  realm: Realm,
  candidate: Candidate,
  { isUrgent, removed, encrypted, plain, web, conversation, keptFor }: Contents,
): Delivery {
  const { user, kinds } = candidate;
  const browsers = browsersFor(realm, candidate).filter(({ endpoint }) => isUrgent || mayBeSilent(endpoint));
  const payload = browsers.length === 0 ? {} : web();
  const devices = (kinds & PushKind.encrypted) === 0 ? [] : encryptedDevicesOf(realm, user);
  const takesPlain = (kinds & PushKind.plain) !== 0 && !realmSettings(realm).require_e2ee_push_notifications;
  const tokens = takesPlain ? tokensOf(realm, user) : [];
  const secret = devices.length === 0 ? {} : encrypted();
  return {
    candidate,
    removed,
    encrypted: devices.map((device) => ({ device, payload: secret, isUrgent })),
    plain: tokens.length === 0 ? [] : [{ owner: ownerAtService(realm, user), tokens, payloads: plain(), isUrgent }],
    web: browsers.map((device) => ({ device, payload, isUrgent, conversation, keptFor })),
  };
}

const browsersFor = (realm: Realm, { user, kinds, browsers }: Candidate): WebDevice[] =>
  (kinds & PushKind.web) === 0
    ? []
    : webDevicesOf(realm, user).filter(({ id }) => browsers === undefined || browsers.includes(id));

/**
 * Returns the conversation of messages whose notifications are removed, if they share a single one. The removal then
 * replaces a push of the same conversation that is still waiting for a browser.
 */
function onlyConversation(realm: Realm, user: UserId, removed: readonly MessageId[]): string | null {
  const [conversation, ...more] = new Set(placesOfMessages(realm, removed).map(conversationKey));
  if (conversation === undefined || more.length > 0) return null;
  const kept = placesOfMessages(realm, stillShown(realm, user));
  return kept.some((place) => conversationKey(place) === conversation) ? null : conversation;
}

/** Identifies a message's direct conversation, or its topic in a channel. */
const conversationKey = ({ conversation_id, topic_id }: MessageIndexRow) => `${conversation_id}:${topic_id}`;
