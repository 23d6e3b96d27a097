import * as v from "valibot";
import type { GroupId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { plainText } from "../../../../util/plain-text.ts";
import { groupNameSchema } from "../../../organization/group-actions/update-group.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { isObject, nameIn, readValue, type Values, withoutUrn } from "../protocol/attributes.ts";
import { invalidPath, invalidValue, mutability } from "../protocol/errors.ts";
import type { Filter } from "../protocol/filter.ts";
import { type Operation, readPath } from "../protocol/patch.ts";
import { groupAttributes } from "./group-attributes.ts";
import { type Members, readMembers } from "./members.ts";

/** Changes to a group that a directory requests. Those to `members` are applied in order. */
export interface WantedGroup {
  readonly displayName?: string;
  readonly externalId?: string | null;
  readonly members: readonly MemberChange[];
}

type MemberChange =
  | { readonly kind: "add" | "set"; readonly members: Members }
  | { readonly kind: "remove"; readonly named: unknown };

/** Parses a request that replaces a group. Attributes that it doesn't contain are removed. */
export function wantedGroup(realm: Realm, connection: DirectoryConnection, resource: Values): WantedGroup {
  const given = valueIn(resource);
  const members = readMembers(realm, connection, given("members"));
  return {
    displayName: parseGroupName(given("displayName")),
    externalId: externalIdOf(given("externalId")),
    members: [{ kind: "set", members }],
  };
}

const valueIn = (resource: Values) => (name: string) =>
  Object.entries(resource).find(([key]) => nameIn({ [name]: { type: "string", says: "" } }, withoutUrn(key)))?.[1];

function parseGroupName(value: unknown): string {
  const name = v.safeParse(groupNameSchema, typeof value === "string" ? value : "");
  if (!name.success) throw invalidValue(`displayName: ${name.issues[0].message}`);
  return name.output;
}

const externalIdOf = (value: unknown): string | null => {
  const attribute = groupAttributes["externalId"];
  const text = attribute && readValue("externalId", attribute, value);
  return typeof text === "string" ? text : null;
};

export function patchedGroup(
  realm: Realm,
  connection: DirectoryConnection,
  { id, operations }: { readonly id: GroupId; readonly operations: readonly Operation[] },
): WantedGroup {
  let wanted: WantedGroup = { members: [] };
  for (const operation of operations) {
    for (const part of splitOperation(operation)) {
      // Okta sends the id along with a changed name.
      if (part.path.toLowerCase() === "id" && plainText(part.value) !== String(id))
        throw mutability("An id can't be changed.");
      wanted = after(realm, connection, wanted, part);
    }
  }
  return wanted;
}

/** Splits an operation without a path into one per attribute. */
function splitOperation({ op, path, value }: Operation): (Operation & { readonly path: string })[] {
  if (path !== undefined && withoutUrn(path) !== "") return [{ op, path, value }];
  if (!isObject(value)) throw invalidValue(`${op} without a path needs an object.`);
  return Object.entries(value).map(([key, inner]) => ({ op, path: key, value: inner }));
}

function after(
  realm: Realm,
  connection: DirectoryConnection,
  wanted: WantedGroup,
  { op, path, value }: Operation & { readonly path: string },
): WantedGroup {
  const { name, filter, part } = readPath(path);
  switch (nameIn(groupAttributes, name)) {
    case "displayName":
      return { ...wanted, displayName: parseGroupName(op === "remove" ? undefined : value) };
    case "externalId":
      return { ...wanted, externalId: op === "remove" ? null : externalIdOf(value) };
    case "members": {
      // Members can only be added and removed as a whole (RFC 7643, 4.2). Unknown sub-attributes are ignored.
      if (part !== undefined) {
        if (nameIn(groupAttributes["members"]?.sub ?? {}, part) === undefined) return wanted;
        throw mutability(`members.${part} can't be changed.`);
      }
      const change = memberChange(realm, connection, { op, value, filter });
      return { ...wanted, members: [...wanted.members, change] };
    }
    default:
      return wanted;
  }
}

function memberChange(
  realm: Realm,
  connection: DirectoryConnection,
  { op, value, filter }: Pick<Operation, "op" | "value"> & { readonly filter: Filter | undefined },
): MemberChange {
  const named = filter === undefined ? value : idsIn(filter).map((id) => ({ value: id }));
  if (op === "remove") {
    if (named === undefined || named === null) return { kind: "set", members: readMembers(realm, connection, []) };
    return { kind: "remove", named };
  }
  if (filter !== undefined) throw invalidPath("Members are added and replaced without a filter.");
  return { kind: op === "add" ? "add" : "set", members: readMembers(realm, connection, value) };
}

/** Returns the ids in a member filter: `value eq "7"`, or several joined with `or`. */
function idsIn(filter: Filter): string[] {
  if (filter.kind === "or") return [...idsIn(filter.left), ...idsIn(filter.right)];
  if (filter.kind === "compare" && filter.operator === "eq" && filter.path === "value") return [String(filter.value)];
  throw invalidPath('Members are chosen by members[value eq "..."].');
}
