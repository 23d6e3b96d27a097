import { badRequest } from "../../../protocol/errors.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { hasMessagesOfOthers } from "../../conversations/archive.ts";
import { systemBotIds } from "../../organization/users/users.ts";
import { allImports, type ImportRow, type ImportState, importById } from "./rows.ts";

/** The states in which an import has neither ended nor been given up. */
const UNFINISHED: readonly ImportState[] = ["uploading", "checking", "checked", "running", "undoing", "failed"];

export const isUnfinished = ({ state }: Pick<ImportRow, "state">) => UNFINISHED.includes(state);

/** An import by its id, or a refusal. Only owners get here. */
export function accessImport(realm: Realm, id: number): ImportRow {
  const row = importById.first(realm.sql, { id });
  if (row === undefined) throw badRequest("Invalid import ID");
  return row;
}

/** An import in one of some states, or a refusal that says which state it is in. */
export function accessImportIn(realm: Realm, id: number, states: readonly ImportState[]): ImportRow {
  const row = accessImport(realm, id);
  if (!states.includes(row.state)) throw badRequest(`The import is ${row.state}.`);
  return row;
}

/** Whether a person has written a message: accounts of the server itself greet and announce in every organization. */
export const hasMessagesOfPeople = (realm: Realm): boolean => hasMessagesOfOthers(realm, systemBotIds(realm));

/** Refuses to import into an organization in which people have written: its history cannot be put before theirs. */
export function checkHasNoMessages(realm: Realm): void {
  if (hasMessagesOfPeople(realm)) {
    throw badRequest("People have written messages in this organization already. Import into a new one.");
  }
}

const importingKey = cacheKey<boolean>("is importing");

/** Whether an import has changed the organization and has not ended: until then, nobody but owners may see it. */
export const isImporting = (realm: Realm): boolean =>
  realm.cached(importingKey, () =>
    allImports
      .all(realm.sql, {})
      .some(
        ({ state, started_at }) =>
          state === "running" || state === "undoing" || (state === "failed" && started_at !== null),
      ),
  );

/** Must be called after the state of an import has changed. */
export const forgetImporting = (realm: Realm): void => realm.forget(importingKey);
