import { badRequest, raise } from "../../../protocol/errors.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { hasMessagesOfOthers } from "../../conversations/archive.ts";
import { systemBotIds } from "../../organization/accounts/accounts.ts";
import type { ImportState } from "./import-schema.ts";
import { allImports, type ImportRow, importById } from "./rows.ts";

/** States of imports that have neither ended nor been abandoned. */
const UNFINISHED: readonly ImportState[] = ["uploading", "checking", "checked", "running", "undoing", "failed"];

export const isUnfinished = ({ state }: Pick<ImportRow, "state">) => UNFINISHED.includes(state);

/** Returns an import. Throws if it doesn't exist. Checks no permissions, because only endpoints for owners use it. */
export const accessImport = (realm: Realm, id: number): ImportRow =>
  importById.first(realm.sql, { id }) ?? raise(badRequest("Invalid import ID"));

/** Returns an import. Throws if it isn't in one of the given states. */
export function accessImportIn(realm: Realm, id: number, states: readonly ImportState[]): ImportRow {
  const row = accessImport(realm, id);
  if (!states.includes(row.state)) throw badRequest(`The import is ${row.state}.`);
  return row;
}

/** True if users have written messages. Ignores system bots, which send messages in every organization. */
export const hasMessagesOfPeople = (realm: Realm): boolean => hasMessagesOfOthers(realm, systemBotIds(realm));

/** Throws if users have written messages, because imported messages can't be inserted before existing ones. */
export function checkHasNoMessages(realm: Realm): void {
  if (hasMessagesOfPeople(realm)) {
    throw badRequest("People have written messages in this organization already. Import into a new one.");
  }
}

const importingKey = cacheKey<boolean>("is importing");

/** True if an import has changed the organization and hasn't ended. Until then, only owners can see it. */
export const isImporting = (realm: Realm): boolean =>
  realm.cached(importingKey, () =>
    allImports
      .all(realm.sql, {})
      .some(
        ({ state, started_at }) =>
          state === "running" || state === "undoing" || (state === "failed" && started_at !== null),
      ),
  );

/** Call it after the state of an import has changed. */
export const forgetImporting = (realm: Realm): void => realm.forget(importingKey);
