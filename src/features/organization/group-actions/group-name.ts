import * as v from "valibot";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { MAX_GROUP_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from "../../../protocol/text-lengths.ts";
import type { Realm } from "../../../realm/realm.ts";
import { findGroupNamed, type Group } from "../user-groups/user-groups.ts";

/** Prefixes that mentions or search operands would misinterpret. */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"] as const;

export const groupNameSchema = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "User group name can't be empty!"),
  v.check(
    (name) => [...name].length <= MAX_GROUP_NAME_LENGTH,
    `User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`,
  ),
  v.check(
    (name) => prefixOf(name) === undefined,
    (issue) => `User group name cannot start with '${prefixOf(issue.input)}'.`,
  ),
);

const prefixOf = (name: string) => RESERVED_PREFIXES.find((prefix) => name.startsWith(prefix));

export const groupDescriptionSchema = v.pipe(v.string(), v.maxCodePoints(MAX_GROUP_DESCRIPTION_LENGTH));

/** Throws if another group has the name, deactivated or not. */
export function checkGroupNameIsFree(realm: Realm, name: string, self?: Group): void {
  const other = findGroupNamed(realm, name);
  if (other !== undefined && other.id !== self?.id) throw badRequest(`User group '${name}' already exists.`);
}
