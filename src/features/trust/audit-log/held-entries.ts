import type { Realm } from "../../../realm/realm.ts";
import { type EntryObject, entryObject } from "./entry-object.ts";
import { entriesBetween } from "./rows.ts";

export const heldEntries = (realm: Realm, after: number, last: number): EntryObject[] =>
  entriesBetween.all(realm.sql, { after, last }).map(entryObject);
