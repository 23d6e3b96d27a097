import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { type Seconds, seconds } from "../../../util/time.ts";

const most = { number: limits.account.muted_users };

export const muteArchive: FeatureArchive = {
  tables: ["muted_users"],
  parts: [
    part({
      table: "muted_users",
      isPersonal: true,
      reading: { from: "muted_users t", key: ["user_id", "muted_user_id"], columns: ["t.muted_at AS timestamp"] },
      write: owned("muted_users", most, (writing, user, row: ArchiveRow<"muted_users">) => {
        const muted = writing.id("user", row.muted_user_id);
        if (muted === undefined) return LeftOut.unknownUser;
        if (muted === user) return "people who have muted themselves";
        const values = { user, muted, muted_at: seconds(row.timestamp) };
        return { key: String(muted), write: () => insertMute.run(writing.realm.sql, values) };
      }),
    }),
  ],
};

const insertMute = statement<{ user: number; muted: number; muted_at: Seconds }>(
  "INSERT OR IGNORE INTO muted_users (user_id, muted_user_id, muted_at) VALUES (:user, :muted, :muted_at)",
);
