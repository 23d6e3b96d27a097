import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { addCommand, checkMayHaveCommands, commandSchema } from "../../../integrations/bot-commands/public.ts";
import { changeWebhookSettings, checkTemplate } from "../../../integrations/incoming/public.ts";
import { jsonOf } from "./json-of.ts";
import { refusalOf } from "./refusal.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import { insertBot } from "./thing-rows.ts";
import { botTypeOf } from "./users.ts";

export const writeBot: RowWriter<"bots"> = (writing, row: ArchiveRow<"bots">) => {
  const user = writing.id("user", row.user_id);
  if (user === undefined) return LeftOut.unknownUser;
  if (!writing.noted.take("bots", user)) return LeftOut.twice;
  for (const id of [row.default_sending_channel_id, row.default_events_channel_id]) {
    if (id !== null && writing.id("channel", id) === undefined)
      writing.leftOut("channels of bots that are not in the archive", `bots ${row.user_id}`);
  }
  const isConfig = row.config_data === undefined || jsonOf(row.config_data) !== undefined;
  if (!isConfig) writing.leftOut(LeftOut.setting, `bots ${row.user_id}: config_data`);
  if (!writing.writes) return checkWebhook(row);
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
  return writeWebhook(writing.realm, toUserId(user), row);
};

const NO_TEMPLATE = "templates of webhooks that cannot be read";

function checkWebhook({ topic_template, content_template }: ArchiveRow<"bots">): string | undefined {
  const refusal = refusalOf(() => {
    checkTemplate(topic_template ?? "");
    checkTemplate(content_template ?? "");
  });
  return refusal && NO_TEMPLATE;
}

/** Writes what its owner has set for what is delivered to a bot. */
function writeWebhook(realm: Realm, bot: UserId, row: ArchiveRow<"bots">): string | undefined {
  const { webhook_secret, topic_template, content_template } = row;
  if (webhook_secret == null && topic_template == null && content_template == null) return undefined;
  const refusal = refusalOf(() => {
    changeWebhookSettings(realm, bot, {
      secret: webhook_secret ?? undefined,
      topic_template: topic_template ?? undefined,
      content_template: content_template ?? undefined,
    });
  });
  return refusal && NO_TEMPLATE;
}

export const writeCommand: RowWriter<"bot_commands"> = (writing, { bot_id, ...row }) => {
  const bot = writing.id("user", bot_id);
  if (bot === undefined) return LeftOut.unknownUser;
  const command = v.safeParse(commandSchema, row);
  if (!command.success) return LeftOut.invalid;
  const refusal = refusalOf(() => {
    checkMayHaveCommands(botTypeOf(writing, bot) ?? null);
    addCommand(writing.realm, { bot_id: toUserId(bot), ...command.output });
  });
  return refusal && "commands of bots that the organization does not take";
};
