import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { toMessageId, toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { inMilliseconds, seconds } from "../../../util/time.ts";
import { importedTexts, isPast } from "../core/archive/imported-texts.ts";
import { TIMER } from "./reminders.ts";
import { insertReminder } from "./rows.ts";

const most = { number: limits.account.reminders, bytes: limits.account.kept_bytes };

export const reminderArchive: FeatureArchive = {
  tables: ["reminders"],
  parts: [
    part({
      table: "reminders",
      isPersonal: true,
      reading: {
        from: "reminders t",
        where: "t.message_id <= :newest",
        key: ["id"],
        columns: ["user_id", "message_id", "content", "t.due_at AS deliver_at", "failed"],
      },
      row(row) {
        const place = { user_id: row.number("user_id"), message_id: row.number("message_id") };
        return { ...place, ...row.of("reminders") };
      },
      write: owned("reminders", most, (writing, user, row: ArchiveRow<"reminders">, markup) => {
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
      }),
    }),
  ],
};
