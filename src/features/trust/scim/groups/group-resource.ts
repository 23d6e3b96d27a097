import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import { accessGroup } from "../../../organization/user-groups/access.ts";
import { directSubgroups } from "../../../organization/user-groups/membership.ts";
import { baseAddress, type DirectoryConnection } from "../connections/connections.ts";
import { GROUP, type Values } from "../protocol/attributes.ts";
import { membersSeen } from "../user-resources/rows.ts";
import type { SeenGroup } from "./rows.ts";

const asTime = (time: Seconds) => new Date(time * 1000).toISOString();

/**
 * Maximum number of members in a page of groups. A page that reaches it ends early; the directory requests the next
 * one.
 */
const MAX_MEMBERS = 20_000;

/** Returns groups as shown to a directory, with their members unless these are excluded. */
export function groupResources(
  realm: Realm,
  connection: DirectoryConnection,
  rows: readonly SeenGroup[],
  { withMembers = true } = {},
): Values[] {
  const resources: Values[] = [];
  let count = 0;
  for (const row of rows) {
    const members = withMembers ? membersOf(realm, connection, row) : [];
    count += members.length;
    if (resources.length > 0 && count > MAX_MEMBERS) break;
    resources.push(groupResource(realm, row, members));
  }
  return resources;
}

function groupResource(realm: Realm, row: SeenGroup, members: readonly Values[]): Values {
  return {
    schemas: [GROUP],
    id: String(row.id),
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
    ...(members.length > 0 && { members }),
    meta: {
      resourceType: "Group",
      created: asTime(row.created_at),
      lastModified: asTime(row.changed_at),
      location: `${baseAddress(realm)}/Groups/${row.id}`,
    },
  };
}

function membersOf(realm: Realm, { id: connection }: DirectoryConnection, { id }: SeenGroup): Values[] {
  const address = baseAddress(realm);
  const people = membersSeen(realm, connection, id);
  return [
    ...people.map((person) => ({
      value: String(person.id),
      $ref: `${address}/Users/${person.id}`,
      type: "User",
      display: person.name,
    })),
    ...directSubgroups(realm, id).map((group) => ({
      value: String(group),
      $ref: `${address}/Groups/${group}`,
      type: "Group",
      display: accessGroup(realm, group).name,
    })),
  ];
}
