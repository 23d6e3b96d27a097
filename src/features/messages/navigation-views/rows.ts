import { statement } from "../../../database/statement.ts";

export const schema = [
  `CREATE TABLE navigation_views (
     user_id INTEGER NOT NULL,
     fragment TEXT NOT NULL,
     is_pinned INTEGER NOT NULL,
     -- Null for views that every client has.
     name TEXT,
     PRIMARY KEY (user_id, fragment)
   ) STRICT, WITHOUT ROWID;`,
];

export interface ViewRow {
  readonly fragment: string;
  readonly is_pinned: number;
  readonly name: string | null;
}

const listed = "fragment, is_pinned, name";

export const viewsOfUser = statement<{ user: number }, ViewRow>(
  `SELECT ${listed} FROM navigation_views WHERE user_id = :user ORDER BY fragment`,
);
export const viewOfUser = statement<{ user: number; fragment: string }, ViewRow>(
  `SELECT ${listed} FROM navigation_views WHERE user_id = :user AND fragment = :fragment`,
);
export const insertView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "INSERT INTO navigation_views (user_id, fragment, is_pinned, name) VALUES (:user, :fragment, :is_pinned, :name)",
);
export const updateView = statement<{ user: number; fragment: string; is_pinned: boolean; name: string | null }>(
  "UPDATE navigation_views SET is_pinned = :is_pinned, name = :name WHERE user_id = :user AND fragment = :fragment",
);
export const deleteView = statement<{ user: number; fragment: string }>(
  "DELETE FROM navigation_views WHERE user_id = :user AND fragment = :fragment",
);
