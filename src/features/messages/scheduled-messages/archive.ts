import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { assistantClient } from "../../../protocol/client-name.ts";
import { toChannelId, toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import type { FeatureArchive } from "../../../realm/archive-io/feature-archive.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { inMilliseconds } from "../../../util/time.ts";
import { importedTopic } from "../../conversations/archive.ts";
import { attachmentAt } from "../../files/attachments/attachments.ts";
import { holdFiles } from "../../files/attachments/claims.ts";
import { importedTexts, isPast } from "../core/archive/imported-texts.ts";
import { assistantField } from "../core/store/message-object.ts";
import { archivedRecurrence, importedRecurrence, recurrenceColumns } from "./recurrence.ts";
import { APPROVED, insertScheduled } from "./rows.ts";
import { TIMER } from "./scheduled-messages.ts";

type Row = ArchiveRow<"scheduled_messages">;

export const scheduledArchive: FeatureArchive = {
  leftOut: { delivered_messages: "of the moment" },
  ...ownedArchive("scheduled_messages", {
    // The messages' HTML is not counted here, because it isn't known while an archive is checked. The limit on their
    // number bounds it.
    most: { number: limits.account.scheduled_messages, bytes: limits.account.kept_bytes },
    reading: {
      key: ["id"],
      columns: [
        ...`user_id channel_id topic recipients content client read_by_sender due_at failed grant_id bot_id`.split(" "),
        ...recurrenceColumns,
      ],
    },
    row(row) {
      const common = {
        user_id: row.number("user_id"),
        content: row.text("content"),
        deliver_at: row.number("due_at"),
        failed: row.flag("failed"),
        client: row.text("client"),
        read_by_sender: row.flag("read_by_sender"),
        ...archivedRecurrence(row),
        ...assistantField({ client: row.text("client"), grant_id: row.numberOrNull("grant_id") }, false),
      };
      const channel_id = row.numberOrNull("channel_id");
      if (channel_id === null) return { ...common, to: row.ids("recipients") };
      const bot_id = row.numberOrNull("bot_id");
      return { ...common, channel_id, topic: row.text("topic"), ...(bot_id !== null && { bot_id }) };
    },
    write(writing, user, row, markup) {
      const place = scheduledDestination(writing, user, row);
      if (place === undefined) return "scheduled messages to what is not in the archive";
      const due = importedRecurrence(writing.realm, row.repeats, row.deliver_at);
      const failed = row.failed || isPast(writing, { deliver_at: due.due_at });
      const bot = "bot_id" in row && row.bot_id !== undefined ? writing.id("user", row.bot_id) : undefined;
      if ("bot_id" in row && row.bot_id !== undefined && bot === undefined) return LeftOut.unknownUser;
      const { assistant } = row;
      const client = assistant === undefined ? row.client : assistantClient(assistant.name);
      const grant_id = assistant === undefined ? null : 0;
      const times = { ...due, failed: Number(failed) };
      const read_by_sender = Number(row.read_by_sender);
      return {
        bytes: byteLengthOf(row.content),
        write() {
          const { realm } = writing;
          const { texts, attachmentPaths } = importedTexts(writing, row, markup);
          const values = {
            user_id: toUserId(user),
            ...place,
            ...texts,
            client,
            read_by_sender,
            ...times,
            grant_id,
            approval: APPROVED,
            last_failed: 0,
            bot_id: bot === undefined ? null : toUserId(bot),
          };
          const { id } = insertScheduled.one(realm.sql, values);
          // The sender's own files are kept for the scheduled message. Other files are kept by the messages that link
          // to them.
          const files = attachmentPaths.flatMap((path) => attachmentAt(realm, path) ?? []);
          const own = files.filter(({ owner_id }) => owner_id === user);
          holdFiles(realm, id, own);
          if (!failed) realm.timers.set(`${TIMER}:${id}`, inMilliseconds(times.due_at));
        },
      };
    },
  }),
};

function scheduledDestination(writing: ImportContext, user: number, row: Row) {
  if ("channel_id" in row) {
    const channel = writing.id("channel", row.channel_id);
    if (channel === undefined) return undefined;
    return { channel_id: toChannelId(channel), topic: importedTopic(row.topic), recipients: null };
  }
  const to = row.to.flatMap((id) => writing.id("user", id) ?? []);
  if (to.length < row.to.length) return undefined;
  const others = [...new Set(to)].filter((id) => id !== user).sort((a, b) => a - b);
  return { channel_id: null, topic: "", recipients: JSON.stringify(others.length === 0 ? [user] : others) };
}
