import { type NoParams, statement } from "../../../../database/statement.ts";
import type { ChannelId, UserId } from "../../../../protocol/ids.ts";

export interface BotRow {
  readonly user_id: UserId;
  readonly default_sending_channel_id: ChannelId | null;
  readonly default_events_channel_id: ChannelId | null;
  readonly default_all_public: number;
  /** For outgoing webhooks: the URL to send messages to, their format, and the token sent along. */
  readonly payload_url: string | null;
  readonly interface: number | null;
  readonly token: string | null;
  /** The name of the embedded bot, or null for bots of other types. */
  readonly service_name: string | null;
  /** A JSON object with strings by name. */
  readonly config_data: string;
}

const columnList = `user_id, default_sending_channel_id, default_events_channel_id, default_all_public, payload_url,
  interface, token, service_name, config_data`;

export const schema = [
  `CREATE TABLE bots (
     user_id INTEGER PRIMARY KEY,
     default_sending_channel_id INTEGER,
     default_events_channel_id INTEGER,
     default_all_public INTEGER NOT NULL,
     payload_url TEXT,
     interface INTEGER,
     token TEXT,
     service_name TEXT,
     config_data TEXT NOT NULL
   ) STRICT;`,
];

export const botById = statement<{ id: number }, BotRow>(`SELECT ${columnList} FROM bots WHERE user_id = :id`);
export const allBots = statement<NoParams, BotRow>(`SELECT ${columnList} FROM bots ORDER BY user_id`);
export const botsWithDefault = statement<{ channel: number }, BotRow>(
  `SELECT ${columnList} FROM bots
   WHERE :channel IN (default_sending_channel_id, default_events_channel_id) ORDER BY user_id`,
);
export const deleteBot = statement<{ id: number }>("DELETE FROM bots WHERE user_id = :id");
export type BotColumns = {
  user: number;
  sending: number | null;
  events: number | null;
  all_public: boolean | number;
  payload_url: string | null;
  interface: number | null;
  token: string | null;
  service_name: string | null;
  config_data: string;
};
export const putBot = statement<BotColumns>(
  `INSERT INTO bots (user_id, default_sending_channel_id, default_events_channel_id, default_all_public, payload_url,
     interface, token, service_name, config_data)
   VALUES (:user, :sending, :events, :all_public, :payload_url, :interface, :token, :service_name, :config_data)
   ON CONFLICT (user_id) DO UPDATE SET default_sending_channel_id = excluded.default_sending_channel_id,
     default_events_channel_id = excluded.default_events_channel_id, default_all_public = excluded.default_all_public,
     payload_url = excluded.payload_url, interface = excluded.interface, token = excluded.token,
     service_name = excluded.service_name, config_data = excluded.config_data`,
);
