import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { seconds } from "../../../util/time.ts";
import { insertDraft } from "./drafts.ts";

export const draftArchive = ownedArchive("drafts", {
  most: { number: limits.account.drafts, bytes: limits.account.kept_bytes },
  reading: {
    key: ["id"],
    columns: ["user_id", "type", 't.recipients AS "to"', "topic", "content", "t.edited_at AS timestamp"],
  },
  write(writing, user, row) {
    const kind = row.type === "stream" ? "channel" : "user";
    const to = row.to.map((id) => writing.id(kind, id));
    if (to.includes(undefined)) return "drafts to what is not in the archive";
    const { type, topic, content, timestamp } = row;
    const values = { user, type, recipients: JSON.stringify(to), topic, content, edited_at: seconds(timestamp) };
    return { bytes: byteLengthOf(topic, content), write: () => insertDraft.run(writing.realm.sql, values) };
  },
});
