import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { seconds } from "../../../util/time.ts";
import { insertSnippet } from "./saved-snippets.ts";

type Row = ArchiveRow<"saved_snippets">;
const most = { number: limits.account.saved_snippets, bytes: limits.account.kept_bytes };

/** Exports contain the snippets of users who consent. */
export const snippetArchive: FeatureArchive = {
  tables: ["saved_snippets"],
  parts: [
    part({
      table: "saved_snippets",
      isPersonal: true,
      reading: { from: "saved_snippets t", key: ["id"], columns: ["user_id", "title", "content", "date_created"] },
      write: owned("saved_snippets", most, ({ realm }, user, { title, content, date_created }: Row) => ({
        bytes: byteLengthOf(title, content),
        write: () => insertSnippet.run(realm.sql, { user, title, content, now: seconds(date_created) }),
      })),
    }),
  ],
};
