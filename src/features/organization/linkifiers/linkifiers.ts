import { isWebTemplate, linkifierProblem } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { linkifiersChanged } from "./events.ts";
import { allLinkifiers, deleteLinkifier, insertLinkifier, type LinkifierRow, setLinkifier, setOrder } from "./rows.ts";

const key = cacheKey<readonly LinkifierRow[]>("linkifiers");

/**
 * The linkifiers of the organization, in the order in which they are tried. Rows of older versions whose template does
 * not lead to the web are ignored.
 */
export const linkifiersOf = (realm: Realm): readonly LinkifierRow[] =>
  realm.cached(key, () => allLinkifiers.all(realm.sql, {}).filter(({ url_template }) => isWebTemplate(url_template)));

type NewLinkifier = Omit<LinkifierRow, "id">;

export function addLinkifier(realm: Realm, linkifier: NewLinkifier): number {
  if (linkifiersOf(realm).length >= limits.organization.linkifiers) throw badRequest("Too many linkifiers.");
  checkLinkifier(realm, linkifier);
  const { id } = insertLinkifier.one(realm.sql, { ...linkifier });
  emitLinkifiers(realm);
  return id;
}

export function changeLinkifier(realm: Realm, id: number, linkifier: NewLinkifier): void {
  accessLinkifier(realm, id);
  checkLinkifier(realm, linkifier, id);
  setLinkifier.run(realm.sql, { id, ...linkifier });
  emitLinkifiers(realm);
}

export function removeLinkifier(realm: Realm, id: number): void {
  accessLinkifier(realm, id);
  deleteLinkifier.run(realm.sql, { id });
  emitLinkifiers(realm);
}

export function orderLinkifiers(realm: Realm, ids: readonly number[]): void {
  const known = linkifiersOf(realm).map((linkifier) => linkifier.id);
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  if (sorted(ids) !== sorted(known))
    throw badRequest("The ordered list must enumerate all existing linkifiers exactly once");
  setOrder.run(realm.sql, { ids: JSON.stringify(ids) });
  emitLinkifiers(realm);
}

function accessLinkifier(realm: Realm, id: number): void {
  if (!linkifiersOf(realm).some((linkifier) => linkifier.id === id)) throw badRequest("Linkifier not found.");
}

function checkLinkifier(realm: Realm, { pattern, url_template }: NewLinkifier, self?: number): void {
  const problem = linkifierProblem(pattern, url_template);
  if (problem !== undefined) throw badRequest(problem);
  const isTaken = linkifiersOf(realm).some((other) => other.pattern === pattern && other.id !== self);
  if (isTaken) throw badRequest("A linkifier with this pattern already exists.");
}

function emitLinkifiers(realm: Realm): void {
  realm.forget(key);
  realm.emit(linkifiersChanged({ realm_linkifiers: [...linkifiersOf(realm)] }), everyone);
}
