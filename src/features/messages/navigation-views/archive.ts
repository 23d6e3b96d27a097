import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";

const most = { number: limits.account.navigation_views };

export const viewArchive: FeatureArchive = {
  tables: ["navigation_views"],
  parts: [
    part({
      table: "navigation_views",
      isPersonal: true,
      reading: { from: "navigation_views t", key: ["user_id", "fragment"], columns: ["is_pinned", "name"] },
      write: owned("navigation_views", most, ({ realm }, user, row: ArchiveRow<"navigation_views">) => {
        const { fragment, is_pinned, name } = row;
        return { key: fragment, write: () => insertView.run(realm.sql, { user, fragment, is_pinned, name }) };
      }),
    }),
  ],
};

const insertView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "INSERT OR IGNORE INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (:user, :fragment, :is_pinned, :name)",
);
