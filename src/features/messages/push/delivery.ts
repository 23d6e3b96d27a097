import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, placeOfMessage, placesOfMessages } from "../../conversations/public.ts";
import { isDeactivated } from "../../organization/realm/public.ts";
import { findUser } from "../../organization/users/public.ts";
import { findMessageInRealm, type StoredMessage } from "../messages/public.ts";
import type { Candidate } from "./candidates.ts";
import { activeDevicesOf } from "./mobile/devices.ts";
import type { EncryptedPush } from "./mobile/encrypted-push.ts";
import type { PlainPush } from "./mobile/plain-push.ts";
import { tokensOf } from "./mobile/tokens.ts";
import { notificationOf } from "./notification.ts";
import { PushKind } from "./owners.ts";
import { encryptedMessage, encryptedRemoval, plainMessage, plainRemoval } from "./payloads.ts";
import { pendingRemovals, type QueueEntry, stillShown } from "./queue.ts";
import { isUnreadBy, recordShown } from "./removals.ts";
import { mayBeSilent } from "./web/push-endpoint.ts";
import { type WebDevice, webDevicesOf } from "./web/web-devices.ts";
import { webMessage, webRemoval } from "./web/web-payload.ts";
import type { WebPush } from "./web/web-push.ts";

/** The pushes of one queue entry to the devices of one user. */
export interface Delivery {
  readonly candidate: Candidate;
  readonly encrypted: readonly EncryptedPush[];
  readonly plain: readonly PlainPush[];
  readonly web: readonly WebPush[];
  /** The messages whose notifications it removes; none if it shows a message. */
  readonly removed: readonly MessageId[];
}

/**
 * The pushes for candidates of a queue entry, as they are at this moment: none for a message that its user has read, or
 * that has been deleted, and none once the organization is deactivated. Needs a change around it.
 */
export function deliveriesOf(realm: Realm, { message_id }: QueueEntry, candidates: readonly Candidate[]): Delivery[] {
  if (message_id === null) return candidates.flatMap((candidate) => removalDelivery(realm, candidate) ?? []);
  if (isDeactivated(realm)) return [];
  const place = placeOfMessage(realm, message_id);
  const row = place && findMessageInRealm(realm, place);
  if (place === undefined || row === undefined) return [];
  return candidates.flatMap((candidate) => messageDelivery(realm, candidate, place, row) ?? []);
}

function messageDelivery(
  realm: Realm,
  candidate: Candidate,
  place: MessageIndexRow,
  row: StoredMessage,
): Delivery | undefined {
  const { user } = candidate;
  if (findUser(realm, user)?.is_active !== 1 || !isUnreadBy(realm, user, place)) return undefined;
  const notification = notificationOf(realm, row, candidate);
  const delivery = deliveryTo(realm, candidate, {
    isUrgent: true,
    removed: [],
    encrypted: () => encryptedMessage(realm, user, notification),
    plain: () => plainMessage(realm, user, notification),
    web: () => webMessage(realm, user, row, notification),
    conversation: nameOf(place),
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
}

function deliveryTo(
  realm: Realm,
  candidate: Candidate,
  { isUrgent, removed, encrypted, plain, web, conversation }: Contents,
): Delivery {
  const { user, kinds } = candidate;
  const browsers = browsersFor(realm, candidate).filter(({ endpoint }) => isUrgent || mayBeSilent(endpoint));
  const payload = browsers.length === 0 ? {} : web();
  const devices = (kinds & PushKind.encrypted) === 0 ? [] : activeDevicesOf(realm, user);
  const tokens = (kinds & PushKind.plain) === 0 ? [] : tokensOf(realm, user);
  return {
    candidate,
    removed,
    encrypted: devices.map((device) => ({ device, payload: encrypted(), isUrgent })),
    plain: tokens.length === 0 ? [] : [{ user, tokens, payloads: plain(), isUrgent }],
    web: browsers.map((device) => ({ device, payload, isUrgent, conversation })),
  };
}

/** The browsers of a candidate that are still to get the push. */
const browsersFor = (realm: Realm, { user, kinds, browsers }: Candidate): WebDevice[] =>
  (kinds & PushKind.web) === 0
    ? []
    : webDevicesOf(realm, user).filter(({ id }) => browsers === undefined || browsers.includes(id));

/** The next candidates of an entry whose pushes are sent at once: browsers and plain pushes need a request each. */
export function nextCandidates(realm: Realm, { candidates }: QueueEntry, mostRequests: number): readonly Candidate[] {
  let requests = 0;
  const tooMany = candidates.findIndex((candidate, index) => {
    requests += Math.max(1, browsersFor(realm, candidate).length);
    return index > 0 && requests > mostRequests;
  });
  return tooMany === -1 ? candidates : candidates.slice(0, tooMany);
}

/**
 * The conversation of messages whose notifications are removed, where it has no others: a push of the same conversation
 * that still waits for a browser is then replaced by the removal.
 */
function onlyConversation(realm: Realm, user: UserId, removed: readonly MessageId[]): string | null {
  const [conversation, ...more] = new Set(placesOfMessages(realm, removed).map(nameOf));
  if (conversation === undefined || more.length > 0) return null;
  const kept = placesOfMessages(realm, stillShown(realm, user));
  return kept.some((place) => nameOf(place) === conversation) ? null : conversation;
}

/** A name for the conversation of a message, in a channel that of its topic. */
const nameOf = ({ conversation_id, topic_id }: MessageIndexRow) => `${conversation_id}:${topic_id}`;
