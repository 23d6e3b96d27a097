import * as v from "valibot";
import { archiveTables } from "../../../archive-format/tables.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { BotType } from "../../../protocol/roles.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { jsonOf, LeftOut } from "../../../realm/archive-io/writing.ts";
import { findUser } from "../accounts/accounts.ts";
import { ownBotIds } from "../accounts/archive.ts";
import { newToken } from "./bots/bots.ts";
import type { BotColumns } from "./bots/rows.ts";
import { updateFullMembers } from "./roles.ts";

const { bots } = archiveTables;

export const botArchive: FeatureArchive = {
  tables: ["bots"],
  parts: [
    part({ table: "users", end: ({ realm, writes }) => void (writes && updateFullMembers(realm)) }),
    part({
      table: "bots",
      reading: {
        from: "bots t",
        key: ["user_id"],
        columns: `default_sending_channel_id default_events_channel_id default_all_public payload_url interface token
          service_name config_data`.split(/\s+/),
      },
      row(row, { filter }) {
        const channel = (name: string) => {
          const id = row.numberOrNull(name);
          return id !== null && filter.includesChannel(id) ? id : null;
        };
        const common = {
          user_id: row.number("user_id"),
          default_sending_channel_id: channel("default_sending_channel_id"),
          default_events_channel_id: channel("default_events_channel_id"),
          default_all_public: row.flag("default_all_public"),
        };
        if (!filter.isWhole) return common;
        return {
          ...common,
          payload_url: row.textOrNull("payload_url"),
          interface: v.parse(bots.entries.interface, row.numberOrNull("interface")),
          service_name: row.textOrNull("service_name"),
          ...(filter.includesSecrets && { token: row.textOrNull("token"), config_data: row.text("config_data") }),
        };
      },
      write(writing, row) {
        const user = writing.id("user", row.user_id);
        if (user === undefined) return LeftOut.unknownUser;
        if (!writing.noted.take("bots", user)) return LeftOut.twice;
        for (const id of [row.default_sending_channel_id, row.default_events_channel_id]) {
          if (id !== null && writing.id("channel", id) === undefined)
            writing.leftOut("channels of bots that are not in the archive", `bots ${row.user_id}`);
        }
        const isConfig = row.config_data === undefined || jsonOf(row.config_data) !== undefined;
        if (!isConfig) writing.leftOut(LeftOut.setting, `bots ${row.user_id}: config_data`);
        if (!writing.writes) return undefined;
        insertBot.run(writing.realm.sql, {
          user,
          sending: writing.id("channel", row.default_sending_channel_id) ?? null,
          events: writing.id("channel", row.default_events_channel_id) ?? null,
          all_public: row.default_all_public,
          payload_url: row.payload_url ?? null,
          interface: row.interface ?? null,
          token: row.token ?? null,
          service_name: row.service_name ?? null,
          config_data: isConfig ? (row.config_data ?? "{}") : "{}",
        });
        return undefined;
      },
    }),
  ],
  finish({ realm, writes }) {
    if (!writes) return;
    insertOtherBots.run(realm.sql, { bots: JSON.stringify(ownBotIds(realm)) });
    for (const { user } of botsWithoutToken.all(realm.sql, {})) {
      if (findUser(realm, user)?.bot_type !== BotType.outgoingWebhook) continue;
      setToken.run(realm.sql, { user, token: newToken(realm) });
    }
  },
};

const insertBot = statement<BotColumns>(
  `INSERT OR IGNORE INTO bots (user_id, default_sending_channel_id, default_events_channel_id, default_all_public,
     payload_url, interface, token, service_name, config_data)
   VALUES (:user, :sending, :events, :all_public, :payload_url, :interface, :token, :service_name, :config_data)`,
);
/** Inserts rows for bots without other data in the archive, because a bot without a row couldn't be managed. */
const insertOtherBots = statement<{ bots: string }>(
  "INSERT OR IGNORE INTO bots (user_id, default_all_public, config_data) SELECT value, 0, '{}' FROM json_each(:bots)",
);
/** Outgoing webhooks among these bots get a token. Without one, anyone can forge their deliveries. */
const botsWithoutToken = statement<NoParams, { user: number }>("SELECT user_id AS user FROM bots WHERE token IS NULL");
const setToken = statement<{ user: number; token: string }>("UPDATE bots SET token = :token WHERE user_id = :user");
