import { describe, expect, test } from "vitest";
import { givePermission, groupIds } from "../../../support/groups.ts";
import { type Cast, realm, shared } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const ROLES = ["iris", "omar", "mona", "noah", "gus"] as const;
type Name = (typeof ROLES)[number];

/** Owners manage all groups. Of the cast, noah is an ordinary member, and gus is a guest. */
async function withGroup(cast: Cast, setting: string | null, members: Person[] = []) {
  const { iris, mia } = cast;
  const groups = await groupIds(iris);
  const nobody = Object.fromEntries(
    ["can_add_members_group", "can_join_group", "can_leave_group", "can_manage_group", "can_remove_members_group"].map(
      (name) => [name, groups["role:nobody"]],
    ),
  );
  const given =
    setting === null ? {} : { [setting]: groups[setting === "can_leave_group" ? "role:everyone" : "role:members"] };
  const fields = {
    name: crypto.randomUUID(),
    description: "",
    members: members.map(({ id }) => id),
    ...nobody,
    ...given,
  };
  return {
    team: (await mia.ok(mia.post("/user_groups/create", fields))).group_id as number,
    nobody: groups["role:nobody"],
  };
}

type Operation = (person: Person, cast: Cast, team: number, nobody: number) => Promise<Json>;
const members =
  (fields: (person: Person, cast: Cast) => object): Operation =>
  (person, cast, team) =>
    person.post(`/user_groups/${team}/members`, { ...fields(person, cast) });
const OPERATIONS: Record<string, Operation> = {
  join: members((self) => ({ add: [self.id] })),
  leave: members((self) => ({ delete: [self.id] })),
  "add somebody": members((_, { mia }) => ({ add: [mia.id] })),
  "remove somebody": members((_, { mia }) => ({ delete: [mia.id] })),
  "join along with somebody": members((self, { mia }) => ({ add: [self.id, mia.id] })),
  "leave along with somebody": members((self, { mia }) => ({ delete: [self.id, mia.id] })),
  "add a subgroup": (person, _, team, nobody) => person.post(`/user_groups/${team}/subgroups`, { add: [nobody] }),
  rename: (person, _, team) => person.patch(`/user_groups/${team}`, { name: `renamed ${team}` }),
  deactivate: (person, _, team) => person.post(`/user_groups/${team}/deactivate`),
};
const owner: readonly Name[] = ["iris"];
const people: readonly Name[] = ["iris", "omar", "mona", "noah"];

/**
 * Allowed callers when one group permission is granted to all members (for leaving, to everyone), and the others to no
 * one.
 */
const TABLE: [operation: string, setting: string | null, allowed: readonly Name[]][] = [
  ["join", null, owner],
  ["join", "can_join_group", people],
  ["join", "can_add_members_group", people],
  ["join", "can_manage_group", people],
  ["join", "can_leave_group", owner],
  ["leave", null, owner],
  ["leave", "can_leave_group", people],
  ["leave", "can_remove_members_group", people],
  ["leave", "can_manage_group", people],
  ["add somebody", null, owner],
  ["add somebody", "can_join_group", owner],
  ["add somebody", "can_add_members_group", people],
  ["add somebody", "can_manage_group", people],
  ["remove somebody", null, owner],
  ["remove somebody", "can_leave_group", owner],
  ["remove somebody", "can_remove_members_group", people],
  ["remove somebody", "can_manage_group", people],
  ["join along with somebody", "can_join_group", owner],
  ["leave along with somebody", "can_leave_group", owner],
  ["add a subgroup", "can_add_members_group", owner],
  ["add a subgroup", "can_manage_group", people],
  ["rename", null, owner],
  ["rename", "can_manage_group", people],
  ["deactivate", "can_remove_members_group", owner],
  ["deactivate", "can_manage_group", people],
];

const sharedRealm = shared(realm);

describe("[users 3, rule 2] only users with the permission can", () => {
  test.each(TABLE)("%s, with %s: %j", async (operation, setting, allowed) => {
    const cast = await sharedRealm();
    for (const name of ROLES) {
      const leaving = operation.startsWith("leave") ? [cast[name]] : [];
      const others = /^(remove|leave along with) somebody/.test(operation) ? [cast.mia] : [];
      const { team, nobody } = await withGroup(cast, setting, [...leaving, ...others]);
      const { body } = (await OPERATIONS[operation]?.(cast[name], cast, team, nobody)) ?? {};
      const refusal = name === "gus" ? "Not allowed for guest users" : "Insufficient permission";
      expect([name, body.msg]).toEqual([name, allowed.includes(name) ? "" : refusal]);
    }
  });
});

test("[users 2] users with can_create_groups can create groups, but guests never can", async () => {
  const { iris, omar, mona, noah, gus } = await realm();
  const make = async (person: Person) => {
    const { body } = await person.post("/user_groups/create", {
      name: crypto.randomUUID(),
      description: "",
      members: [],
    });
    return body.msg;
  };
  const outcomes = () => Promise.all([iris, omar, mona, noah, gus].map(make));
  const guests = "Not allowed for guest users";
  expect(await outcomes()).toEqual(["", "", "", "", guests]);
  await givePermission(iris, "can_create_groups", "role:administrators");
  const refused = "Insufficient permission";
  expect(await outcomes()).toEqual(["", "", refused, refused, guests]);
});
