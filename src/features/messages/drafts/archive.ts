import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { seconds } from "../../../util/time.ts";
import { insertDraft } from "./drafts.ts";

const most = { number: limits.account.drafts, bytes: limits.account.kept_bytes };

export const draftArchive: FeatureArchive = {
  tables: ["drafts"],
  parts: [
    part({
      table: "drafts",
      isPersonal: true,
      reading: {
        from: "drafts t",
        key: ["id"],
        columns: ["user_id", "type", 't.recipients AS "to"', "topic", "content", "t.edited_at AS timestamp"],
      },
      write: owned("drafts", most, (writing, user, row: ArchiveRow<"drafts">) => {
        const kind = row.type === "stream" ? "channel" : "user";
        const to = row.to.map((id) => writing.id(kind, id));
        if (to.includes(undefined)) return "drafts to what is not in the archive";
        const { type, topic, content, timestamp } = row;
        const values = { user, type, recipients: JSON.stringify(to), topic, content, edited_at: seconds(timestamp) };
        return { bytes: byteLengthOf(topic, content), write: () => insertDraft.run(writing.realm.sql, values) };
      }),
    }),
  ],
};
