import { ApiError } from "../../../../protocol/errors.ts";
import { customProfileFieldTypes } from "../../../../protocol/limits.ts";
import { LONGEST_LONG_VALUE, LONGEST_SHORT_VALUE } from "../../../../protocol/text-lengths.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { plainText } from "../../../../util/plain-text.ts";
import { accessField, writeValue } from "../../../organization/profile-fields/public.ts";
import type { User } from "../../../organization/users/public.ts";
import type { Connection } from "../connections/connections.ts";
import { type ProfileAttribute, profileAttributes } from "../connections/rules.ts";
import { isObject, type Values } from "../protocol/attributes.ts";
import { isId } from "../protocol/resource-id.ts";
import { linkByExternalId, seenUser } from "./rows.ts";
import { chosenOf } from "./user-resource.ts";

const { SHORT_TEXT, LONG_TEXT, USER } = customProfileFieldTypes;

/** The lengths to which texts are cut, by the type of their field. */
const MAX_LENGTHS = new Map<number, number>([
  [SHORT_TEXT.id, LONGEST_SHORT_VALUE],
  [LONG_TEXT.id, LONGEST_LONG_VALUE],
]);

/** Writes the profile fields that show attributes of the directory. A field that was removed since shows nothing. */
export function writeProfile(realm: Realm, connection: Connection, user: User, attributes: Values): void {
  for (const name of profileAttributes) {
    const id = connection.rules.attributes[name];
    const field = id === undefined ? undefined : fieldOf(realm, id);
    if (field === undefined) continue;
    const value = attributes[name];
    if (field.type === USER.id) {
      const person = name === "manager" ? personOf(realm, connection, value) : undefined;
      writeValue(realm, user, field, person === undefined ? null : [person]);
      continue;
    }
    const most = MAX_LENGTHS.get(field.type);
    const text = textOf(name, value);
    writeValue(realm, user, field, most === undefined ? text : [...text].slice(0, most).join(""));
  }
}

function fieldOf(realm: Realm, id: number) {
  try {
    return accessField(realm, id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function textOf(name: ProfileAttribute, value: unknown): string {
  const chosen = Array.isArray(value) ? chosenOf(value as Values[]) : value;
  if (!isObject(chosen)) return typeof chosen === "string" ? chosen : "";
  const shown = name === "manager" ? (chosen["displayName"] ?? chosen["value"]) : chosen["value"];
  return typeof shown === "string" ? shown : "";
}

/** The account of a manager, whom directories name by our id or by theirs. */
function personOf(realm: Realm, { id: connection }: Connection, manager: unknown): number | undefined {
  const named = isObject(manager) ? plainText(manager["value"] ?? "") : "";
  if (named === "") return undefined;
  const linked = linkByExternalId.first(realm.sql, { connection, external_id: named });
  const id = linked?.user_id ?? (isId(named) ? Number(named) : 0);
  const seen = seenUser(realm.sql, connection, id);
  return seen?.is_active === 1 ? seen.id : undefined;
}
