import { userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, MINUTE, seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { type Delivered, logDelivery, type PreparedDelivery } from "./delivery-log.ts";
import { type ChannelParameter, destinationOfDelivery } from "./destination.ts";
import { destinationOfMessage, postDelivered } from "./post-delivered.ts";
import { deleteOldDeliveryIds, insertDeliveryId, knownDeliveryId, setTold, webhookBotById } from "./rows.ts";
import { isSigned } from "./signature.ts";
import { renewSeal, webhookSettingsOf } from "./webhook-settings.ts";

/**
 * Minimum time between two notices to a bot's owner, because a misconfigured service fails with every event
 * (webhooks.md 1).
 */
const AT_MOST_EVERY = seconds(5 * MINUTE);

function tellOwner(realm: Realm, bot: Actor, note: string): void {
  const owner = ownerOf(realm, bot);
  const now = realm.seconds();
  const told = webhookBotById.first(realm.sql, { id: bot.user_id })?.told_at ?? 0;
  if (told > before(now, AT_MOST_EVERY) || findUser(realm, owner)?.is_active !== 1) return;
  setTold.run(realm.sql, { id: bot.user_id, at: now });
  sendDirectNotice(realm, { to: owner, content: `Your bot ${userMarkdown(bot)} has a problem. ${note}` });
}

/** How long a delivery's id is remembered, so that a repetition is recognized. */
const REMEMBERED = DAY;
const BETWEEN_SWEEPS = 100;

const isRepeated = (realm: Realm, bot: UserId, key: string): boolean =>
  knownDeliveryId.first(realm.sql, { bot, key, since: before(realm.seconds(), REMEMBERED) }) !== undefined;

export function rememberDelivery(realm: Realm, bot: UserId, key: string): void {
  const now = realm.seconds();
  const { id } = insertDeliveryId.one(realm.sql, { bot, key, at: now });
  if (id % BETWEEN_SWEEPS !== 0) return;
  deleteOldDeliveryIds.run(realm.sql, {
    before: before(now, REMEMBERED),
    most: limits.organization.delivery_ids,
  });
}

/** Where to post, according to the webhook's URL. */
interface DeliveryAddress {
  readonly channel: ChannelParameter | undefined;
  /** Overrides the messages' own topics. */
  readonly topic: string | undefined;
}

const wrongSignature = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "The signature of the delivery is missing or wrong.", status: 403 });

/** Handles a delivery: posts its messages, logs it, and notifies the bot's owner of problems. */
export function deliver(realm: Realm, actor: Actor, address: DeliveryAddress, delivery: PreparedDelivery): Delivered {
  const delivered = outcomeOf(realm, actor, address, delivery);
  if (actor.is_bot) logDelivery(realm, actor.user_id, delivery, delivered);
  if (delivered.note) tellOwner(realm, actor, delivered.note);
  return delivered;
}

function outcomeOf(realm: Realm, actor: Actor, address: DeliveryAddress, delivery: PreparedDelivery): Delivered {
  const { rendered, deliveryKey } = delivery;
  const { secret } = webhookSettingsOf(realm, actor.user_id);
  if (secret !== "" && !isSigned(delivery.signature, secret, realm.seconds())) {
    return { outcome: "refused", error: wrongSignature().toShape() };
  }
  renewSeal(realm, actor.user_id);
  switch (rendered.kind) {
    case "refused":
      return { outcome: "refused", error: rendered.error, note: rendered.note };
    case "unsupported":
      return { outcome: "unsupported", event: rendered.event };
    case "identity":
      return { outcome: "identity" };
    case "messages":
      break;
    default:
      return rendered satisfies never;
  }
  const { event, messages } = rendered;
  if (messages.length === 0) return { outcome: "silent", event };
  if (deliveryKey !== null && isRepeated(realm, actor.user_id, deliveryKey)) return { outcome: "repeated", event };
  try {
    const channel = messages[0]?.channel ?? address.channel;
    const { destination, note, problem } = destinationOfDelivery(realm, actor, channel, ownerOf(realm, actor));
    if (destination === null) {
      const error = problem?.toShape();
      return { outcome: "refused", event, note: note ?? null, ...(error && { error }) };
    }
    const { client, title } = delivery;
    const addressed = messages.map((message, index) => ({
      message,
      destination: destinationOfMessage(realm, actor, destination, { message, topic: address.topic, title }),
      markup: delivery.markup[index],
    }));
    const posted = addressed.map((one) => postDelivered(realm, actor, { ...one, client }));
    if (deliveryKey !== null) rememberDelivery(realm, actor.user_id, deliveryKey);
    return { outcome: "sent", event, messages: posted, note: note ?? null };
  } catch (error) {
    // A refused change wrote nothing, because checks precede writes.
    if (!(error instanceof ApiError)) throw error;
    return { outcome: "refused", event, error: error.toShape(), note: null };
  }
}

/** Returns the bot's owner, or the user themselves if they post with their own key. */
function ownerOf(realm: Realm, actor: Actor): UserId {
  if (!actor.is_bot) return actor.user_id;
  const owner = accessUser(realm, null, actor.user_id).bot_owner_id;
  if (owner === null) throw badRequest("This bot has no owner.");
  return owner;
}
