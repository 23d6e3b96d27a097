import { statement } from "../../../database/statement.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { notFound, raise } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf, checkQuota, type Usage } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { snippetAdded, snippetRemoved, snippetUpdated } from "./events.ts";

export const schema = [
  `CREATE TABLE saved_snippets (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     title TEXT NOT NULL,
     content TEXT NOT NULL,
     date_created INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX saved_snippets_by_user ON saved_snippets (user_id);`,
];

interface SnippetRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly date_created: Seconds;
}

const snippetColumns = "id, title, content, date_created";

const snippetsOfUser = statement<{ user: number }, SnippetRow>(
  `SELECT ${snippetColumns} FROM saved_snippets WHERE user_id = :user ORDER BY id`,
);
const snippetOfUser = statement<{ user: number; id: number }, SnippetRow>(
  `SELECT ${snippetColumns} FROM saved_snippets WHERE id = :id AND user_id = :user`,
);
const snippetsAfter = statement<{ after: number; most: number }, SnippetRow & { user_id: UserId }>(
  `SELECT user_id, ${snippetColumns} FROM saved_snippets WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
const selectExtent = statement<{ user: number }, Usage>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(title) + octet_length(content)), 0) AS bytes
   FROM saved_snippets WHERE user_id = :user`,
);
const insertSnippet = statement<{ user: number; title: string; content: string; now: Seconds }, SnippetRow>(
  `INSERT INTO saved_snippets (user_id, title, content, date_created) VALUES (:user, :title, :content, :now)
   RETURNING ${snippetColumns}`,
);
const updateSnippet = statement<{ id: number; title: string; content: string }>(
  "UPDATE saved_snippets SET title = :title, content = :content WHERE id = :id",
);
const deleteSnippet = statement<{ id: number }>("DELETE FROM saved_snippets WHERE id = :id");

const limit = { most: limits.account.saved_snippets, things: "saved snippets" };

export const snippetsOf = (realm: Realm, user: UserId): SnippetRow[] => snippetsOfUser.all(realm.sql, { user });

export const accessSnippet = (realm: Realm, { user_id: user }: Actor, id: number): SnippetRow =>
  snippetOfUser.first(realm.sql, { user, id }) ?? raise(notFound("Saved snippet does not exist."));

type Text = Pick<SnippetRow, "title" | "content">;
const snippetSize = ({ title, content }: Text) => byteLengthOf(title, content);

export function addSnippet(realm: Realm, { user_id: user }: Actor, text: Text): number {
  checkQuota(selectExtent.one(realm.sql, { user }), { number: 1, bytes: snippetSize(text) }, limit);
  const saved_snippet = insertSnippet.one(realm.sql, { user, ...text, now: realm.seconds() });
  realm.emit(snippetAdded({ saved_snippet }), only(user));
  return saved_snippet.id;
}

export function changeSnippet(realm: Realm, { user_id }: Actor, snippet: SnippetRow, text: Text): void {
  if (text.title === snippet.title && text.content === snippet.content) return;
  const bytes = snippetSize(text) - snippetSize(snippet);
  if (bytes > 0) checkQuota(selectExtent.one(realm.sql, { user: user_id }), { number: 0, bytes }, limit);
  updateSnippet.run(realm.sql, { id: snippet.id, ...text });
  realm.emit(snippetUpdated({ saved_snippet: { ...snippet, ...text } }), only(user_id));
}

export function removeSnippet(realm: Realm, { user_id }: Actor, { id }: SnippetRow): void {
  deleteSnippet.run(realm.sql, { id });
  realm.emit(snippetRemoved({ saved_snippet_id: id }), only(user_id));
}

const SNIPPETS_PER_STEP = 200;

/** Applies `rewrite` to the next snippets after an id. Returns the last id checked, or null at the end. */
export function rewriteSnippets(realm: Realm, after: number, rewrite: (text: string) => string): number | null {
  const rows = snippetsAfter.all(realm.sql, { after, most: SNIPPETS_PER_STEP });
  for (const { user_id, ...row } of rows) {
    const content = rewrite(row.content);
    if (content === row.content) continue;
    updateSnippet.run(realm.sql, { id: row.id, title: row.title, content });
    realm.emit(snippetUpdated({ saved_snippet: { ...row, content } }), only(user_id));
  }
  return rows.length < SNIPPETS_PER_STEP ? null : (rows.at(-1)?.id ?? null);
}

export const snippetArchive = ownedArchive("saved_snippets", {
  most: { number: limits.account.saved_snippets, bytes: limits.account.kept_bytes },
  reading: { key: ["id"], columns: ["user_id", "title", "content", "date_created"] },
  write: ({ realm }, user, { title, content, date_created }) => ({
    bytes: byteLengthOf(title, content),
    write: () => insertSnippet.run(realm.sql, { user, title, content, now: seconds(date_created) }),
  }),
});
