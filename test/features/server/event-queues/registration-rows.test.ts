import { expect, test } from "vitest";
import { makeGroup } from "../../../support/groups.ts";
import { evict, rowsReadDuring } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

/** Creates `count` members, and returns their IDs. */
async function fill({ iris }: Cast, count: number): Promise<number[]> {
  const users = Array.from({ length: count }, (_, index) => ({
    email: `many${index}@example.com`,
    full_name: `Many ${index}`,
    role: 400,
  }));
  const { keys } = await iris.ok(iris.post("/testing/users", { users }));
  return keys.map(({ user_id }: { user_id: number }) => user_id);
}

const state = ["realm_user", "realm_user_groups", "custom_profile_fields"];
const register = (person: Person): Promise<Json> => person.ok(person.post("/register", { fetch_event_types: state }));

test("a repeated registration does not reread rows of unchanged accounts, memberships or profiles", async () => {
  const cast = await realm();
  const { iris, noah } = cast;
  await register(noah);
  const few = await rowsReadDuring(iris, () => register(noah));
  const members = await fill(cast, 700);
  await iris.ok(iris.post("/user_groups/create", { name: "everybody", description: "", members }));
  await register(noah);
  const many = await rowsReadDuring(iris, () => register(noah));
  expect(many).toBeLessThan(few + 50);

  await iris.ok(iris.patch(`/users/${members[10]}`, { full_name: "Another Name" }));
  const afterChange = await rowsReadDuring(iris, async () => {
    const { realm_users } = await register(noah);
    expect(realm_users.find((user: Json) => user.user_id === members[10]).full_name).toBe("Another Name");
  });
  expect(afterChange).toBeLessThan(many + 350);
});

const changes: Record<string, (cast: Cast) => Promise<unknown>> = {
  "a new account": ({ more }) => more(),
  "a new bot": ({ bot, noah }) => bot(noah),
  "another name": ({ noah }) => noah.ok(noah.patch("/settings", { full_name: "Noah Other" })),
  "another time zone": ({ noah }) => noah.ok(noah.patch("/settings", { timezone: "Europe/Berlin" })),
  "a hidden address": ({ noah }) => noah.ok(noah.patch("/settings", { email_address_visibility: 5 })),
  "another role": ({ iris, noah }) => iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 })),
  "a deactivated account": ({ iris, noah }) => iris.ok(iris.delete(`/users/${noah.id}`)),
  "a reactivated account": async ({ iris, noah }) => {
    await iris.ok(iris.delete(`/users/${noah.id}`));
    await register(iris);
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  },
  "a new group": ({ iris, noah }) =>
    iris.ok(iris.post("/user_groups/create", { name: "some", description: "", members: [noah.id] })),
  "a change of members": async ({ iris, noah, mia }) => {
    const group = await makeGroup(iris, "some", [noah]);
    await register(iris);
    await iris.ok(iris.post(`/user_groups/${group}/members`, { add: [mia.id], delete: [noah.id] }));
  },
  "a profile": async ({ iris, noah }) => {
    const { id } = await iris.ok(iris.post("/realm/profile_fields", { name: "Likes", field_type: 1 }));
    await register(iris);
    await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id, value: "tea" }] }));
  },
  "a cleared profile": async ({ iris, noah }) => {
    const { id } = await iris.ok(iris.post("/realm/profile_fields", { name: "Likes", field_type: 1 }));
    await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id, value: "tea" }] }));
    await register(iris);
    await noah.ok(noah.delete("/users/me/profile_data", { data: [id] }));
  },
  "a field that goes": async ({ iris, noah }) => {
    const { id } = await iris.ok(iris.post("/realm/profile_fields", { name: "Likes", field_type: 1 }));
    await noah.ok(noah.patch("/users/me/profile_data", { data: [{ id, value: "tea" }] }));
    await register(iris);
    await iris.ok(iris.delete(`/realm/profile_fields/${id}`));
  },
};

test.each(Object.entries(changes))(
  "a registration after %s returns the same as from a reloaded object",
  async (_, change) => {
    const cast = await realm();
    const { iris } = cast;
    await register(iris);
    await change(cast);
    const { queue_id: _1, ...warm } = await register(iris);
    await evict(iris);
    const { queue_id: _2, ...cold } = await register(iris);
    expect(warm).toEqual(cold);
  },
);
