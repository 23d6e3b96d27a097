import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE webhook_bots (
     user_id INTEGER PRIMARY KEY,
     secret TEXT,
     topic_template TEXT,
     content_template TEXT,
     -- When the owner was last notified of a problem.
     told_at INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE TABLE webhook_deliveries (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     bot_id INTEGER NOT NULL,
     integration TEXT NOT NULL,
     received_at INTEGER NOT NULL,
     outcome TEXT NOT NULL,
     event TEXT,
     problem TEXT,
     message_ids TEXT NOT NULL,
     size INTEGER NOT NULL,
     payload TEXT
   ) STRICT;
   CREATE INDEX webhook_deliveries_of_bot ON webhook_deliveries (bot_id, id);
   -- Services' own delivery ids, so that a repeated delivery makes only one message.
   CREATE TABLE webhook_delivery_ids (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     bot_id INTEGER NOT NULL,
     delivery_key TEXT NOT NULL,
     received_at INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX webhook_delivery_ids_of_bot ON webhook_delivery_ids (bot_id, delivery_key);
   CREATE INDEX webhook_delivery_ids_by_time ON webhook_delivery_ids (received_at);`,
];

interface WebhookBotRow {
  readonly user_id: number;
  readonly secret: string | null;
  readonly topic_template: string | null;
  readonly content_template: string | null;
  readonly told_at: Seconds;
}

export const webhookBotById = statement<{ id: number }, WebhookBotRow>(
  "SELECT user_id, secret, topic_template, content_template, told_at FROM webhook_bots WHERE user_id = :id",
);
export const putWebhookBot = statement<Omit<WebhookBotRow, "told_at">>(
  `INSERT INTO webhook_bots (user_id, secret, topic_template, content_template)
   VALUES (:user_id, :secret, :topic_template, :content_template)
   ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, topic_template = excluded.topic_template,
     content_template = excluded.content_template`,
);
export const setTold = statement<{ id: number; at: Seconds }>(
  `INSERT INTO webhook_bots (user_id, told_at) VALUES (:id, :at)
   ON CONFLICT (user_id) DO UPDATE SET told_at = excluded.told_at`,
);

export interface DeliveryRow {
  readonly id: number;
  readonly integration: string;
  readonly received_at: Seconds;
  readonly outcome: string;
  readonly event: string | null;
  readonly problem: string | null;
  /** JSON: ids of the messages created by the delivery. */
  readonly message_ids: string;
  /** Payload length. The payload itself is stored only for the newest deliveries, and only if it is short enough. */
  readonly size: number;
  readonly payload: string | null;
}

const columnList = "id, integration, received_at, outcome, event, problem, message_ids, size";

export const insertDelivery = statement<Omit<DeliveryRow, "id"> & { bot: number }, { id: number }>(
  `INSERT INTO webhook_deliveries (bot_id, integration, received_at, outcome, event, problem, message_ids, size, payload)
   VALUES (:bot, :integration, :received_at, :outcome, :event, :problem, :message_ids, :size, :payload) RETURNING id`,
);
export const deliveriesOfBot = statement<{ bot: number }, Omit<DeliveryRow, "payload"> & { readonly kept: number }>(
  `SELECT ${columnList}, payload IS NOT NULL AS kept FROM webhook_deliveries WHERE bot_id = :bot ORDER BY id DESC`,
);
export const deliveryById = statement<{ bot: number; id: number }, DeliveryRow>(
  `SELECT ${columnList}, payload FROM webhook_deliveries WHERE id = :id AND bot_id = :bot`,
);
export const deleteOlderDeliveries = statement<{ bot: number; keep: number }>(
  `DELETE FROM webhook_deliveries WHERE bot_id = :bot AND id <=
     (SELECT id FROM webhook_deliveries WHERE bot_id = :bot ORDER BY id DESC LIMIT 1 OFFSET :keep)`,
);
export const dropOlderPayloads = statement<{ bot: number; keep: number }>(
  `UPDATE webhook_deliveries SET payload = NULL WHERE payload IS NOT NULL AND bot_id = :bot AND id <=
     (SELECT id FROM webhook_deliveries WHERE bot_id = :bot ORDER BY id DESC LIMIT 1 OFFSET :keep)`,
);
export const deleteOldDeliveries = statement<{ floor: number; before: Seconds }>(
  "DELETE FROM webhook_deliveries WHERE id <= :floor OR received_at < :before",
);

export const knownDeliveryId = statement<{ bot: number; key: string; since: Seconds }, { id: number }>(
  `SELECT id FROM webhook_delivery_ids WHERE bot_id = :bot AND delivery_key = :key AND received_at >= :since`,
);
export const insertDeliveryId = statement<{ bot: number; key: string; at: Seconds }, { id: number }>(
  `INSERT INTO webhook_delivery_ids (bot_id, delivery_key, received_at) VALUES (:bot, :key, :at)
   ON CONFLICT (bot_id, delivery_key) DO UPDATE SET received_at = excluded.received_at RETURNING id`,
);
export const deleteOldDeliveryIds = statement<{ before: Seconds; most: number }>(
  `DELETE FROM webhook_delivery_ids WHERE received_at < :before
     OR id <= (SELECT coalesce(max(id), 0) FROM webhook_delivery_ids) - :most`,
);
