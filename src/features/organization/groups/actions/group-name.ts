import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { findGroupNamed, type Group } from "../groups.ts";

const LONGEST = 100;
/** What a mention could take for something else. */
const PREFIXES = ["@", "role:", "user:", "stream:", "channel:"] as const;

export const groupNameSchema = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "User group name can't be empty!"),
  v.check((name) => [...name].length <= LONGEST, `User group name cannot exceed ${LONGEST} characters.`),
  v.check(
    (name) => prefixOf(name) === undefined,
    (issue) => `User group name cannot start with '${prefixOf(issue.input)}'.`,
  ),
);

const prefixOf = (name: string) => PREFIXES.find((prefix) => name.startsWith(prefix));

export const groupDescriptionSchema = v.pipe(v.string(), v.maxCodePoints(1024));

/** Names are unique, those of deactivated groups too. */
export function checkGroupNameIsFree(realm: Realm, name: string, self?: Group): void {
  const other = findGroupNamed(realm, name);
  if (other !== undefined && other.id !== self?.id) throw badRequest(`User group '${name}' already exists.`);
}
