import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { seconds } from "../../../util/time.ts";
import { insertSnippet } from "./saved-snippets.ts";

export const snippetArchive = ownedArchive("saved_snippets", {
  most: { number: limits.account.saved_snippets, bytes: limits.account.kept_bytes },
  reading: { key: ["id"], columns: ["user_id", "title", "content", "date_created"] },
  write: ({ realm }, user, { title, content, date_created }) => ({
    bytes: byteLengthOf(title, content),
    write: () => insertSnippet.run(realm.sql, { user, title, content, now: seconds(date_created) }),
  }),
});
