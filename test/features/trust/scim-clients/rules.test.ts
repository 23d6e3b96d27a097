import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { makeConnection } from "./connection.ts";
import { Okta } from "./okta.ts";
import { resource, ScimClient, URN } from "./scim-client.ts";
import { accountOf, groupOf, stand } from "./stand.ts";

const JANE = { login: "jane@example.com", firstName: "Jane", lastName: "Smith", externalId: "00ujane" };

/** An organization with a channel and a profile field, which the rules of its connection refer to. */
async function withRules(rules: (ids: { channel: number; field: number }) => object) {
  const cast = await realm();
  const { iris } = cast;
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "engineering" }] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "engineering" }));
  const field = await iris.ok(iris.post("/realm/profile_fields", { name: "Department", field_type: 1 }));
  const connection = await makeConnection(iris, rules({ channel: stream_id, field: field.id }));
  return { ...cast, channel: stream_id, field: field.id, okta: new Okta(connection), scim: new ScimClient(connection) };
}

const roleOf = async (who: Person, { id }: Json) => (await accountOf(who, id)).role;

test("a group gives its members its role, and the highest of several applies", async () => {
  const group_roles = [
    { group: "Admins", role: "administrator" },
    { group: "Moderators", role: "moderator" },
  ];
  const { okta, iris, noah } = await withRules(() => ({ group_roles }));
  const jane = await okta.assign(JANE);
  const [admins, moderators] = [await okta.pushGroup("Admins"), await okta.pushGroup("Moderators")];
  await eventsDuring([iris, noah], () => okta.pushMembers(moderators.id, [jane]));
  expect(await roleOf(iris, jane)).toBe(300);
  await eventsDuring([iris, noah], () => okta.pushMembers(admins.id, [jane]));
  expect(await roleOf(iris, jane)).toBe(200);
  await okta.pushMembers(moderators.id, []);
  expect(await roleOf(iris, jane)).toBe(200);
  await eventsDuring([iris, noah], () => okta.unlink(admins.id));
  expect(await roleOf(iris, jane)).toBe(400);
  await resource(okta.setActive(jane.id, false));
  await resource(okta.setActive(jane.id, true));
  expect(await roleOf(iris, jane)).toBe(400);
});

test("a group subscribes its members to channels, and never unsubscribes anyone", async () => {
  const { okta, iris, noah, host, channel } = await withRules(({ channel }) => ({
    group_channels: [{ group: "Engineers", channels: [channel] }],
  }));
  const jane = await okta.assign(JANE);
  const team = await okta.pushGroup("Engineers");
  const isThere = async () => {
    const { subscribers } = await iris.ok(iris.get(`/streams/${channel}/members`));
    return subscribers.includes(Number(jane.id));
  };
  expect([host, await isThere()]).toEqual([host, false]);
  await eventsDuring([iris, noah], () => okta.pushMembers(team.id, [jane]));
  expect(await isThere()).toBe(true);
  await eventsDuring([iris, noah], () => okta.pushMembers(team.id, []));
  expect(await isThere()).toBe(true);
});

test("attributes set, update and remove the values of profile fields", async () => {
  const { scim, iris, noah, field } = await withRules(({ field }) => ({ attributes: { department: field } }));
  const enterprise = { [URN.enterprise]: { department: "Sales" } };
  const user = {
    schemas: [URN.user, URN.enterprise],
    userName: "n@example.com",
    name: { familyName: "N" },
    ...enterprise,
  };
  const { id } = await resource(scim.post("/Users", user));
  const shown = async () => {
    const { user } = await iris.ok(iris.get(`/users/${id}`, { include_custom_profile_fields: true }));
    return user.profile_data[field]?.value;
  };
  expect(await shown()).toBe("Sales");
  const path = `${URN.enterprise}:department`;
  await eventsDuring([iris, noah], () => scim.patch(`/Users/${id}`, { op: "Replace", path, value: "Marketing" }));
  expect(await shown()).toBe("Marketing");
  expect((await resource(scim.get(`/Users/${id}`)))[URN.enterprise]).toMatchObject({ department: "Marketing" });
  await eventsDuring([iris, noah], () => scim.patch(`/Users/${id}`, { op: "Remove", path }));
  expect((await shown()) ?? "").toBe("");
});

test("an owner's connection can take over groups of the same name and make owners, if its rules say so", async () => {
  const { iris, noah, ...cast } = await realm();
  const group_id = await makeGroup(noah, "engineering", [noah]);
  const okta = new Okta(await makeConnection(iris, { may_adopt_groups: true, may_set_owner: true }));
  await eventsDuring([iris, cast.mia], async () => {
    const adopted = await okta.post("/Groups", { schemas: [URN.group], displayName: "Engineering", members: [] });
    expect([adopted.status, adopted.body.id]).toEqual([201, String(group_id)]);
  });
  expect(await groupOf(iris, String(group_id))).toMatchObject({ members: [] });
  const roles = [{ value: "owner", primary: true }];
  await resource(okta.patch(`/Users/${noah.id}`, { op: "replace", path: "roles", value: roles }));
  expect((await accountOf(iris, String(noah.id))).role).toBe(100);
});

test("an account managed by one connection cannot be changed by another", async () => {
  const { iris, connection } = await stand();
  const [one, other] = [new Okta(connection), new Okta(await makeConnection(iris))];
  const jane = await one.assign(JANE);
  expect(await other.find(JANE.login)).toBeUndefined();
  expect((await other.get(`/Users/${jane.id}`)).status).toBe(404);
  expect((await other.setActive(jane.id, false)).status).toBe(404);
  expect((await other.delete(`/Users/${jane.id}`)).status).toBe(404);
  expect((await other.create({ ...JANE, externalId: "other" })).status).toBe(409);
  expect((await accountOf(iris, jane.id)).is_active).toBe(true);
});
