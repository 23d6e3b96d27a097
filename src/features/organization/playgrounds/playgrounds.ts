import { type NoParams, statement } from "../../../database/statement.ts";
import { isWebTemplate, templateVariables } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writing.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { type Playground, playgroundsChanged } from "./events.ts";

export const schema = [
  `CREATE TABLE playgrounds (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     pygments_language TEXT NOT NULL,
     url_template TEXT NOT NULL,
     UNIQUE (pygments_language, name)
   ) STRICT;`,
];

const allPlaygrounds = statement<NoParams, Playground>(
  "SELECT id, name, pygments_language, url_template FROM playgrounds ORDER BY id",
);
const insertPlayground = statement<{ name: string; pygments_language: string; url_template: string }, { id: number }>(
  // If a row with this name and language exists, its template isn't a web URL (`addPlayground` rejects others).
  // Everything else ignores such a row, so it can be replaced.
  `INSERT OR REPLACE INTO playgrounds (name, pygments_language, url_template)
   VALUES (:name, :pygments_language, :url_template) RETURNING id`,
);
const deletePlayground = statement<{ id: number }, Omit<Playground, "id">>(
  "DELETE FROM playgrounds WHERE id = :id RETURNING name, pygments_language, url_template",
);

/** Returns the organization's playgrounds. Ignores rows from older versions whose template isn't a web URL. */
export const playgroundsOf = (realm: Realm): Playground[] =>
  allPlaygrounds.all(realm.sql, {}).filter(({ url_template }) => isWebTemplate(url_template));

export function addPlayground(realm: Realm, playground: Omit<Playground, "id">): number {
  const { name, pygments_language } = playground;
  const known = playgroundsOf(realm);
  if (known.some((other) => other.name === name && other.pygments_language === pygments_language)) {
    throw badRequest("A playground with this name and language already exists.");
  }
  if (known.length >= limits.organization.playgrounds) throw badRequest("Too many playgrounds.");
  auditPlayground(realm, "added", playground);
  const { id } = insertPlayground.one(realm.sql, { ...playground });
  emitPlaygrounds(realm);
  return id;
}

export function removePlayground(realm: Realm, id: number): void {
  const removed = deletePlayground.first(realm.sql, { id });
  if (removed === undefined) throw badRequest("Invalid playground");
  auditPlayground(realm, "removed", removed);
  emitPlaygrounds(realm);
}

function auditPlayground(
  realm: Realm,
  what: "added" | "removed",
  { name, pygments_language, url_template }: Omit<Playground, "id">,
): void {
  auditOrganization(realm, "organization.playground_changed", { what, name, pygments_language, url_template });
}

const emitPlaygrounds = (realm: Realm) =>
  realm.emit(playgroundsChanged({ realm_playgrounds: playgroundsOf(realm) }), everyone);

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]{1,40}$/;

export const playgroundArchive = tableArchive("playgrounds", {
  rehearsed: null,
  reading: { key: ["id"], columns: ["name", "pygments_language", "url_template"] },
  write({ realm }, { name, pygments_language, url_template }) {
    const isValid =
      LANGUAGE.test(pygments_language) &&
      name.trim() !== "" &&
      [...name].length <= 100 &&
      [...url_template].length <= 1000 &&
      isWebTemplate(url_template) &&
      templateVariables(url_template).length > 0 &&
      templateVariables(url_template).every((variable) => variable === "code");
    const refusal = isValid
      ? refusalMessage(() => void addPlayground(realm, { name, pygments_language, url_template }))
      : "not valid";
    return refusal && "playgrounds that the organization does not take";
  },
});
