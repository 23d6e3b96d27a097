import { toMessageId, toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { inMilliseconds, seconds } from "../../../util/time.ts";
import { importedTexts, isPast } from "../core/archive/imported-texts.ts";
import { insertReminder, TIMER } from "./reminders.ts";

export const reminderArchive = ownedArchive("reminders", {
  most: { number: limits.account.reminders, bytes: limits.account.kept_bytes },
  reading: {
    where: "t.message_id <= :newest",
    key: ["id"],
    columns: ["user_id", "message_id", "content", "t.due_at AS deliver_at", "failed"],
  },
  row(row) {
    const place = { user_id: row.number("user_id"), message_id: row.number("message_id") };
    return { ...place, ...row.of("reminders") };
  },
  write(writing, user, row, markup) {
    const { realm } = writing;
    if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
    const message_id = toMessageId(row.message_id + writing.offset);
    const failed = row.failed || isPast(writing, row);
    const due_at = seconds(row.deliver_at);
    return {
      bytes: byteLengthOf(row.content),
      write() {
        const { texts } = importedTexts(writing, row, markup);
        const values = {
          user_id: toUserId(user),
          message_id,
          ...texts,
          due_at,
          failed: Number(failed),
          grant_id: null,
        };
        const { id } = insertReminder.one(realm.sql, values);
        if (!failed) realm.timers.set(`${TIMER}:${id}`, inMilliseconds(due_at));
      },
    };
  },
});
