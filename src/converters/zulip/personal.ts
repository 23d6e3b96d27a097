import type { TableName, WrittenRow } from "../../archive-format/tables.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import { topicOf } from "./edit-history.ts";
import type { MessageIds } from "./message-ids.ts";
import { withNewIds } from "./messages.ts";
import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

export async function convertPersonal(source: ZulipImport, ids: MessageIds): Promise<void> {
  const { now } = source.conversion;
  await eachUser(source, "zerver_usertopic", "topic_preferences", (row, user_id) => {
    const policy = row.integer("visibility_policy");
    const channel_id = source.channelIn(row, "stream");
    if (channel_id === undefined || (policy !== 1 && policy !== 2 && policy !== 3)) return "unknown channel or policy";
    const topic = topicOf(row.text("topic_name") ?? "");
    const last_updated = row.past("last_updated", now) ?? now;
    return { user_id, channel_id, topic, visibility_policy: policy, last_updated };
  });
  await eachUser(source, "zerver_muteduser", "muted_users", (row, user_id) => {
    const muted_user_id = source.userIn(row, "muted_user");
    if (muted_user_id === undefined || muted_user_id === user_id) return "unknown user";
    return { user_id, muted_user_id, timestamp: row.past("date_muted", now) ?? now };
  });
  await eachUser(source, "zerver_alertword", "alert_words", (row, user_id) => ({
    user_id,
    word: row.text("word") ?? "",
  }));
  await eachUser(source, "zerver_savedsnippet", "saved_snippets", (row, user_id) => {
    const [title = "", text = ""] = [row.text("title"), row.text("content")];
    const date_created = row.past("date_created", now) ?? now;
    return { user_id, title, content: withNewIds(text, ids), date_created };
  });
  await eachUser(source, "zerver_userpresence", "presence", (row, user_id) => {
    const [active, seen] = [row.past("last_active_time", now), row.past("last_connected_time", now)];
    return { user_id, active_at: active ?? null, idle_at: seen ?? null };
  });
  for await (const row of source.rows("zerver_navigationview", { as: "navigation_views" })) {
    const [user_id, text] = [source.userIn(row, "user"), row.text("fragment")];
    const fragment = text && withNewIds(`#${text}`, ids).slice(1);
    const view = { is_pinned: row.flag("is_pinned") === true, name: row.text("name") ?? null };
    if (user_id === undefined || fragment === undefined)
      source.leaveOut(row, "navigation_views: unknown user, or no view");
    else await source.write("navigation_views", { user_id, fragment, ...view }, row.place);
  }
  for await (const row of source.rows("zerver_scheduledmessage")) await convertScheduled(source, row, ids);
  await convertBots(source);
}

/** Writes a row for each of a table's rows. `convert` returns it, or why there is none. */
async function eachUser<Name extends TableName>(
  source: ZulipImport,
  table: string,
  kind: Name,
  convert: (row: Row, user: number) => WrittenRow<Name> | string,
): Promise<void> {
  for await (const row of source.rows(table, { as: kind })) {
    const user = source.userIn(row, "user_profile");
    const made = user === undefined ? "unknown user" : convert(row, user);
    if (typeof made === "string") source.leaveOut(row, `${kind}: ${made}`);
    else await source.write(kind, made, row.place);
  }
}

/** Delivery type of a reminder. */
const REMINDER = 3;

async function convertScheduled(source: ZulipImport, row: Row, ids: MessageIds): Promise<void> {
  // Once sent, a scheduled message is exported as an ordinary message, too.
  if (row.flag("delivered") === true) return;
  const isReminder = row.integer("delivery_type") === REMINDER;
  source.conversion.report.read(isReminder ? "reminders" : "scheduled_messages");
  const [user_id, content] = [source.userIn(row, "sender"), row.text("content")];
  const deliver_at = row.time("scheduled_timestamp");
  if (user_id === undefined || content === undefined || deliver_at === undefined)
    return source.leaveOut(row, "scheduled_messages: unknown sender, no text or no time");
  const due = { user_id, content: withNewIds(content, ids), deliver_at, failed: row.flag("failed") === true };
  if (isReminder) {
    const message_id = ids.newId(row.id("reminder_target_message_id") ?? 0);
    const note = withNewIds(row.text("reminder_note") ?? "", ids);
    const isNote = row.has("reminder_note") && [...note].length <= lengthLimits.max_reminder_note_length;
    if (message_id === undefined) source.leaveOut(row, "reminders: unknown message");
    else await source.write("reminders", { ...due, message_id, ...(isNote && { note }) }, row.place);
    return;
  }
  const client = source.clients.get(row.id("sending_client") ?? 0);
  const sending = {
    ...due,
    ...(client !== undefined && { client }),
    read_by_sender: row.flag("read_by_sender") ?? true,
  };
  const recipient = source.recipients.get(row.id("recipient") ?? 0);
  const channel_id = source.channelIn(row, "stream") ?? source.channelOf(row.id("recipient"));
  if (channel_id !== undefined) {
    await source.write(
      "scheduled_messages",
      { ...sending, channel_id, topic: topicOf(row.text("subject") ?? "") },
      row.place,
    );
    return;
  }
  const to = recipient?.type === 1 ? [recipient.typeId] : (source.conversations.get(row.id("recipient") ?? 0) ?? []);
  // If the message were sent to only some of the recipients, it would start another conversation.
  if (to.length === 0 || to.some((id) => !source.users.has(id)))
    source.leaveOut(row, "scheduled_messages: unknown channel or conversation");
  else await source.write("scheduled_messages", { ...sending, to }, row.place);
}

/** Returns the payload format of an outgoing webhook: Zulip's or Slack's. */
const interfaceOf = (kind: number | undefined): 1 | 2 | undefined => (kind === 1 || kind === 2 ? kind : undefined);

async function convertBots(source: ZulipImport): Promise<void> {
  const services = new Map<number, Row>();
  for await (const row of source.rows("zerver_service")) {
    const bot = source.userIn(row, "user_profile");
    if (bot === undefined || services.has(bot)) source.leaveOut(row, "bots: unknown bot, or a second service of one");
    else services.set(bot, row);
  }
  for await (const row of source.rows("zerver_userprofile")) {
    const id = row.id();
    if (id === undefined || row.flag("is_bot") !== true) continue;
    source.conversion.report.read("bots");
    const service = services.get(id);
    for (const column of ["default_sending_stream", "default_events_register_stream"]) {
      if (row.id(column) !== undefined && source.channelIn(row, column) === undefined)
        source.leaveOut(`${row.place} ${column}`, "unknown channel");
    }
    const kind = interfaceOf(service?.integer("interface"));
    const url = service?.text("base_url");
    const bot = {
      user_id: id,
      default_sending_channel_id: source.channelIn(row, "default_sending_stream") ?? null,
      default_events_channel_id: source.channelIn(row, "default_events_register_stream") ?? null,
      default_all_public: row.flag("default_all_public_streams") === true,
      ...(url !== undefined && url !== "" && { payload_url: url }),
      ...(kind !== undefined && { interface: kind }),
      ...(service && { service_name: service.text("name") ?? null }),
    };
    await source.write("bots", bot, row.place);
  }
  for await (const row of source.rows("zerver_botstoragedata", { as: "bot_storage" })) {
    const [user_id, key, value] = [source.userIn(row, "bot_profile"), row.text("key"), row.text("value")];
    if (user_id === undefined || key === undefined || value === undefined)
      source.leaveOut(row, "bot_storage: unknown bot");
    else await source.write("bot_storage", { user_id, key, value }, row.place);
  }
}
