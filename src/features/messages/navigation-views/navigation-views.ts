import { statement } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type NavigationView, viewAdded, viewRemoved, viewUpdated } from "./events.ts";

export const schema = [
  `CREATE TABLE navigation_views (
     user_id INTEGER NOT NULL,
     fragment TEXT NOT NULL,
     is_pinned INTEGER NOT NULL,
     -- Null for views built into every client.
     name TEXT,
     PRIMARY KEY (user_id, fragment)
   ) STRICT, WITHOUT ROWID;`,
];

interface ViewRow {
  readonly fragment: string;
  readonly is_pinned: number;
  readonly name: string | null;
}

const viewColumns = "fragment, is_pinned, name";

const viewsOfUser = statement<{ user: number }, ViewRow>(
  `SELECT ${viewColumns} FROM navigation_views WHERE user_id = :user ORDER BY fragment`,
);
const viewOfUser = statement<{ user: number; fragment: string }, ViewRow>(
  `SELECT ${viewColumns} FROM navigation_views WHERE user_id = :user AND fragment = :fragment`,
);
const insertView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "INSERT OR IGNORE INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (:user, :fragment, :is_pinned, :name)",
);
const updateView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "UPDATE navigation_views SET is_pinned = :is_pinned, name = :name WHERE user_id = :user AND fragment = :fragment",
);
const deleteView = statement<{ user: number; fragment: string }>(
  "DELETE FROM navigation_views WHERE user_id = :user AND fragment = :fragment",
);

/** Fragments of views that every client has. They have names already, so users can't name them. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "scheduled",
  "reminders",
  "narrow/is/mentioned",
  "narrow/is/starred",
  "narrow/has/reaction/sender/me",
]);
export const isBuiltIn = (fragment: string): boolean => BUILT_IN.has(fragment);

export const builtInHasName = () => badRequest("Built-in views cannot have a custom name");

const parseViewRow = (row: ViewRow): NavigationView => ({ ...row, is_pinned: row.is_pinned === 1 });

export const viewsOf = (realm: Realm, user: UserId): NavigationView[] =>
  viewsOfUser.all(realm.sql, { user }).map(parseViewRow);

export function findView(realm: Realm, user: UserId, fragment: string): NavigationView | undefined {
  const row = viewOfUser.first(realm.sql, { user, fragment });
  return row && parseViewRow(row);
}

export function addView(realm: Realm, user: UserId, view: NavigationView): void {
  if (findView(realm, user, view.fragment) !== undefined) throw badRequest("Navigation view already exists.");
  checkCount(viewsOf(realm, user).length + 1, limits.account.navigation_views, "navigation views");
  insertView.run(realm.sql, { user, ...view });
  realm.emit(viewAdded({ navigation_view: view }), only(user));
}

export function changeView(
  realm: Realm,
  user: UserId,
  view: NavigationView,
  data: { is_pinned?: boolean; name?: string },
): void {
  updateView.run(realm.sql, { user, ...view, ...data });
  realm.emit(viewUpdated({ fragment: view.fragment, data }), only(user));
}

export function removeView(realm: Realm, user: UserId, { fragment }: NavigationView): void {
  deleteView.run(realm.sql, { user, fragment });
  realm.emit(viewRemoved({ fragment }), only(user));
}

export const viewArchive = ownedArchive("navigation_views", {
  most: { number: limits.account.navigation_views },
  reading: { key: ["user_id", "fragment"], columns: ["is_pinned", "name"] },
  write: ({ realm }, user, { fragment, is_pinned, name }) => ({
    key: fragment,
    write: () => insertView.run(realm.sql, { user, fragment, is_pinned, name }),
  }),
});
