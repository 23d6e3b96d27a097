import * as v from "valibot";
import type { ArchiveRow } from "../../../archive/tables.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { bytesOf } from "../../../protocol/stock.ts";
import { type FeatureArchive, part } from "../../../realm/archive/feature-archive.ts";
import { owned } from "../../../realm/archive/writers.ts";
import { seconds } from "../../../util/time.ts";
import { insertDraft } from "./rows.ts";

const draftType = v.picklist(["", "stream", "private"]);
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
        columns: ["user_id", "type", "recipients", "topic", "content", "edited_at"],
      },
      row: (row) => ({
        user_id: row.number("user_id"),
        type: v.parse(draftType, row.text("type")),
        to: row.ids("recipients"),
        topic: row.text("topic"),
        content: row.text("content"),
        timestamp: row.number("edited_at"),
      }),
      write: owned("drafts", most, (writing, user, row: ArchiveRow<"drafts">) => {
        const kind = row.type === "stream" ? "channel" : "user";
        const to = row.to.map((id) => writing.id(kind, id));
        if (to.includes(undefined)) return "drafts to what is not in the archive";
        const { type, topic, content, timestamp } = row;
        const values = { user, type, recipients: JSON.stringify(to), topic, content, edited_at: seconds(timestamp) };
        return { bytes: bytesOf(topic, content), write: () => insertDraft.run(writing.realm.sql, values) };
      }),
    }),
  ],
};
