import { limits } from "../../../protocol/limit-table.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { insertView } from "./navigation-views.ts";

export const viewArchive = ownedArchive("navigation_views", {
  most: { number: limits.account.navigation_views },
  reading: { key: ["user_id", "fragment"], columns: ["is_pinned", "name"] },
  write: ({ realm }, user, { fragment, is_pinned, name }) => ({
    key: fragment,
    write: () => insertView.run(realm.sql, { user, fragment, is_pinned, name }),
  }),
});
