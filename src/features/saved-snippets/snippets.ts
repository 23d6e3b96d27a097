import type { Actor } from "../../protocol/actor.ts";
import { badRequest, notFound } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import { only } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { snippetAdded, snippetRemoved, snippetUpdated } from "./events.ts";
import {
  countOfUser,
  deleteSnippet,
  insertSnippet,
  type SnippetRow,
  snippetOfUser,
  snippetsOfUser,
  updateSnippet,
} from "./rows.ts";

const MOST_SNIPPETS = 500;

export const snippetsOf = (realm: Realm, user: UserId): SnippetRow[] => snippetsOfUser.all(realm.sql, { user });

export function accessSnippet(realm: Realm, { user_id: user }: Actor, id: number): SnippetRow {
  const row = snippetOfUser.first(realm.sql, { user, id });
  if (row === undefined) throw notFound("Saved snippet does not exist.");
  return row;
}

type Text = Pick<SnippetRow, "title" | "content">;

export function addSnippet(realm: Realm, { user_id: user }: Actor, text: Text): number {
  if (countOfUser.one(realm.sql, { user }).count >= MOST_SNIPPETS) {
    throw badRequest(`You cannot have more than ${MOST_SNIPPETS} saved snippets.`);
  }
  const saved_snippet = insertSnippet.one(realm.sql, { user, ...text, now: realm.now() });
  realm.emit(snippetAdded({ saved_snippet }), only(user));
  return saved_snippet.id;
}

export function changeSnippet(realm: Realm, { user_id }: Actor, snippet: SnippetRow, text: Text): void {
  if (text.title === snippet.title && text.content === snippet.content) return;
  updateSnippet.run(realm.sql, { id: snippet.id, ...text });
  realm.emit(snippetUpdated({ saved_snippet: { ...snippet, ...text } }), only(user_id));
}

export function removeSnippet(realm: Realm, { user_id }: Actor, { id }: SnippetRow): void {
  deleteSnippet.run(realm.sql, { id });
  realm.emit(snippetRemoved({ saved_snippet_id: id }), only(user_id));
}
