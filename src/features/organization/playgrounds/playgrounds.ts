import { isWebTemplate } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { playgroundsChanged } from "./events.ts";
import { allPlaygrounds, deletePlayground, insertPlayground, type PlaygroundRow } from "./rows.ts";

/** The playgrounds of the organization. Rows of older versions whose template does not lead to the web are ignored. */
export const playgroundsOf = (realm: Realm): PlaygroundRow[] =>
  allPlaygrounds.all(realm.sql, {}).filter(({ url_template }) => isWebTemplate(url_template));

export function addPlayground(realm: Realm, playground: Omit<PlaygroundRow, "id">): number {
  const { name, pygments_language } = playground;
  const known = playgroundsOf(realm);
  if (known.some((other) => other.name === name && other.pygments_language === pygments_language)) {
    throw badRequest("A playground with this name and language already exists.");
  }
  if (known.length >= limits.organization.playgrounds) throw badRequest("Too many playgrounds.");
  const details = { what: "added", name, url_template: playground.url_template };
  audit(realm, "organization.playground_changed", { of: organizationEntity(realm), details });
  const { id } = insertPlayground.one(realm.sql, { ...playground });
  emitPlaygrounds(realm);
  return id;
}

export function removePlayground(realm: Realm, id: number): void {
  if (deletePlayground.first(realm.sql, { id }) === undefined) throw badRequest("Invalid playground");
  audit(realm, "organization.playground_changed", { of: organizationEntity(realm), details: { what: "removed", id } });
  emitPlaygrounds(realm);
}

const emitPlaygrounds = (realm: Realm) =>
  realm.emit(playgroundsChanged({ realm_playgrounds: playgroundsOf(realm) }), everyone);
