import * as v from "valibot";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { MAX_FULL_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { usersByName } from "./rows.ts";

const MIN_CHARACTERS = 2;

/** A user's full name (users-groups-org.md 4.2), without characters that would break mentions of it. */
export const fullNameSchema = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => [...name].length <= MAX_FULL_NAME_LENGTH, "Name too long!"),
  v.check((name) => [...name].length >= MIN_CHARACTERS, "Name too short!"),
  v.check((name) => !/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(name), "Invalid characters in name!"),
  v.check((name) => !/\|\d+$/.test(name), "Invalid format!"),
);

/** True if another active account has the name (case-insensitive). */
export const isNameTaken = (realm: Realm, full_name: string, self?: UserId): boolean =>
  usersByName.all(realm.sql, { full_name }).some((user) => user.is_active === 1 && user.id !== self);

/** Throws if another active account has the name, for organizations with `require_unique_names`. */
export function checkNameIsFree(realm: Realm, full_name: string, self?: UserId): void {
  if (isNameTaken(realm, full_name, self)) throw badRequest("Unique names required in this organization.");
}
