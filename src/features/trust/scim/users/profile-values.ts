import { refusalOf, unlessRefused } from "../../../../protocol/errors.ts";
import { customProfileFieldTypes } from "../../../../protocol/limits.ts";
import { MAX_LONG_VALUE_LENGTH, MAX_SHORT_VALUE_LENGTH } from "../../../../protocol/text-lengths.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { plainText } from "../../../../util/plain-text.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { accessField } from "../../../organization/profile-fields/profile-fields.ts";
import { clearValue, writeValue } from "../../../organization/profile-fields/profile-values.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { type ProfileAttribute, profileAttributes } from "../connections/rules.ts";
import { isObject, type Values } from "../protocol/attributes.ts";
import { isId } from "../protocol/filter-sql.ts";
import { linkByExternalId, seenUser } from "../user-resources/rows.ts";
import { chosenOf } from "../user-resources/user-resource.ts";

const { SHORT_TEXT, LONG_TEXT, USER } = customProfileFieldTypes;

/** Maximum length of values by field type. Longer values are truncated. */
const MAX_LENGTHS = new Map<number, number>([
  [SHORT_TEXT.id, MAX_SHORT_VALUE_LENGTH],
  [LONG_TEXT.id, MAX_LONG_VALUE_LENGTH],
]);

/** Copies directory attributes to profile fields. Skips fields that no longer exist. */
export function writeProfile(realm: Realm, connection: DirectoryConnection, user: User, attributes: Values): void {
  for (const name of profileAttributes) {
    const id = connection.rules.attributes[name];
    const field = id === undefined ? undefined : unlessRefused(() => accessField(realm, id));
    if (field === undefined) continue;
    const value = attributes[name];
    if (field.type === USER.id) {
      const person = name === "manager" ? personOf(realm, connection, value) : undefined;
      writeFitting(realm, user, field, person === undefined ? null : [person]);
      continue;
    }
    const most = MAX_LENGTHS.get(field.type);
    const text = attributeText(name, value);
    writeFitting(realm, user, field, most === undefined ? text : [...text].slice(0, most).join(""));
  }
}

/** Writes a value. If the field doesn't accept it, clears the field, because other changes must not fail. */
function writeFitting(...[realm, user, field, value]: Parameters<typeof writeValue>): void {
  if (refusalOf(() => writeValue(realm, user, field, value)) !== undefined) clearValue(realm, user, field);
}

function attributeText(name: ProfileAttribute, value: unknown): string {
  const chosen = Array.isArray(value) ? chosenOf(value as Values[]) : value;
  if (!isObject(chosen)) return typeof chosen === "string" ? chosen : "";
  const shown = name === "manager" ? (chosen["displayName"] ?? chosen["value"]) : chosen["value"];
  return typeof shown === "string" ? shown : "";
}

/** Returns a manager's id. Directories send the manager's id in the directory or on this server. */
function personOf(realm: Realm, { id: connection }: DirectoryConnection, manager: unknown): number | undefined {
  const named = isObject(manager) ? plainText(manager["value"] ?? "") : "";
  if (named === "") return undefined;
  const linked = linkByExternalId.first(realm.sql, { connection, external_id: named });
  const id = linked?.user_id ?? (isId(named) ? Number(named) : 0);
  const seen = seenUser(realm, connection, id);
  return seen?.is_active === 1 ? seen.id : undefined;
}
