import * as v from "valibot";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { usersByName } from "./rows.ts";

const LONGEST = 100;
const SHORTEST = 2;

/** A person's name as it is shown (users-groups-org.md 4.2): it must stay readable within a mention. */
export const fullNameSchema = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => [...name].length <= LONGEST, "Name too long!"),
  v.check((name) => [...name].length >= SHORTEST, "Name too short!"),
  v.check((name) => !/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(name), "Invalid characters in name!"),
  v.check((name) => !/\|\d+$/.test(name), "Invalid format!"),
);

/** Whether another active account has the name, in whatever case. */
export const isNameTaken = (realm: Realm, full_name: string, self?: UserId): boolean =>
  usersByName.all(realm.sql, { full_name }).some((user) => user.is_active === 1 && user.id !== self);

/** For organizations in which names are unique. */
export function checkNameIsFree(realm: Realm, full_name: string, self?: UserId): void {
  if (isNameTaken(realm, full_name, self)) throw badRequest("Unique names required in this organization.");
}
