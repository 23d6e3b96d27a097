import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type ErrorShape, notFound } from "../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { readerOf } from "../../messages/core/store/access.ts";
import type { RenderedDelivery } from "./render/render-delivery.ts";
import type { DeliveryRow } from "./rows.ts";
import * as rows from "./rows.ts";
import type { Signature } from "./signature.ts";

export interface PreparedDelivery {
  readonly integration: string;
  readonly title: string;
  readonly rendered: RenderedDelivery;
  /** Parsed texts of the messages, in order. */
  readonly markup: readonly Markup[];
  /** Identifies the delivery among all of the bot's deliveries; null if its service sends no ids. */
  readonly deliveryKey: string | null;
  readonly signature: Signature | null;
  readonly payload: string;
  readonly client: string;
}

type DeliveryStatus = "sent" | "silent" | "repeated" | "unsupported" | "refused" | "identity";

/** Result of a delivery. A refusal is returned instead of thrown, so that its log entry isn't rolled back. */
export interface Delivered {
  readonly outcome: DeliveryStatus;
  readonly event?: string | null;
  readonly messages?: readonly MessageId[];
  readonly error?: ErrorShape;
  readonly note?: string | null;
}

const messageIds = stored("webhook_deliveries.message_ids", v.array(v.number()), () => []);

const RETENTION = days(30);
const BETWEEN_SWEEPS = 100;

/** Logs a delivery for the bot's owner, with its payload unless that is long. Keeps only the newest deliveries. */
export function logDelivery(
  realm: Realm,
  bot: UserId,
  { integration, payload }: PreparedDelivery,
  delivered: Delivered,
): void {
  const { deliveries: keep, delivery_payloads, delivery_payload_characters } = limits.account;
  const received_at = realm.seconds();
  const { id } = rows.insertDelivery.one(realm.sql, {
    bot,
    integration,
    received_at,
    outcome: delivered.outcome,
    event: delivered.event ?? null,
    problem: delivered.error?.msg ?? delivered.note ?? null,
    message_ids: JSON.stringify(delivered.messages ?? []),
    size: payload.length,
    payload: payload.length <= delivery_payload_characters ? payload : null,
  });
  rows.deleteOlderDeliveries.run(realm.sql, { bot, keep });
  rows.dropOlderPayloads.run(realm.sql, { bot, keep: delivery_payloads });
  if (id % BETWEEN_SWEEPS === 0) {
    const floor = id - limits.organization.deliveries;
    rows.deleteOldDeliveries.run(realm.sql, { floor, before: before(received_at, RETENTION) });
  }
}

/** Returns the logged deliveries to a bot, newest first. */
export const deliveriesTo = (realm: Realm, bot: UserId) =>
  rows.deliveriesOfBot.all(realm.sql, { bot }).map(({ kept, message_ids, ...delivery }) => ({
    ...delivery,
    message_ids: messageIds(message_ids, delivery.id),
    has_payload: kept === 1,
  }));

/** Returns a delivery with its payload. Throws if the caller can't read the messages created from it. */
export function accessDelivery(realm: Realm, actor: Actor, bot: UserId, id: number): DeliveryRow {
  const delivery = rows.deliveryById.first(realm.sql, { bot, id });
  if (delivery === undefined) throw notFound("Delivery does not exist");
  const reads = readerOf(realm, actor);
  for (const message of messageIds(delivery.message_ids, id)) {
    const place = placeOfMessage(realm, message);
    if (place !== undefined && !reads(place)) throw notFound("Delivery does not exist");
  }
  return delivery;
}
