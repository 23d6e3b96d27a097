import { expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import type { Json } from "../../../support/json.ts";
import { advanceClock } from "../../../support/object.ts";
import { shared } from "../../../support/organization.ts";
import { refusal, resource, ScimClient, URN } from "./scim-client.ts";
import { accountOf, auditedBy, groupOf, type Stand, stand } from "./stand.ts";

const USER = {
  schemas: [URN.user],
  userName: "new@example.com",
  externalId: "one",
  name: { givenName: "New", familyName: "Person" },
  emails: [{ value: "new@example.com", type: "work", primary: true }],
  active: true,
};

/** An organization with an account created by the directory. */
const withUser = async () => withAnother(await stand());

async function withAnother(all: Stand, account: Json = USER) {
  const scim = new ScimClient(all.connection);
  const { id } = await resource(scim.post("/Users", account));
  return { ...all, scim, id, path: `/Users/${id}` };
}

const sharedStand = shared(stand);
let users = 0;

/** A new account in an organization that several tests share. */
async function withOwnUser() {
  users += 1;
  const userName = `new${users}@example.com`;
  const emails = [{ value: userName, type: "work", primary: true }];
  return withAnother(await sharedStand(), { ...USER, userName, emails, externalId: `one${users}` });
}

test("if the third of three operations fails, none is applied and no event is sent", async () => {
  const { scim, iris, noah, path } = await withUser();
  const before = await resource(scim.get(path));
  const audited = await auditedBy(iris);
  const [seen, alsoSeen] = await eventsDuring([iris, noah], async () => {
    const [status] = await refusal(
      scim.patch(
        path,
        { op: "replace", path: "name.givenName", value: "Changed" },
        { op: "replace", path: "active", value: false },
        { op: "replace", path: "emails", value: [{ value: "no address", type: "work", primary: true }] },
      ),
    );
    expect(status).toBe(400);
  });
  expect([seen, alsoSeen]).toEqual([[], []]);
  expect(await resource(scim.get(path))).toEqual(before);
  expect(await auditedBy(iris)).toEqual(audited);
});

test("no members are added if one of them doesn't exist", async () => {
  const { scim, iris, noah, id } = await withUser();
  const group = await resource(scim.post("/Groups", { schemas: [URN.group], displayName: "Team" }));
  const [seen] = await eventsDuring([iris], async () => {
    await refusal(
      scim.patch(
        `/Groups/${group.id}`,
        { op: "add", path: "members", value: [{ value: id }] },
        { op: "replace", path: "displayName", value: "Other" },
        { op: "add", path: "members", value: [{ value: String(noah.id) }, { value: "424242" }] },
      ),
    );
  });
  expect(seen).toEqual([]);
  expect(await groupOf(iris, group.id)).toMatchObject({ name: "Team", members: [] });
});

test("a PATCH or PUT without effect sends no event and adds no audit log entry", async () => {
  const { scim, iris, noah, id, path } = await withUser();
  const group = await resource(
    scim.post("/Groups", { schemas: [URN.group], displayName: "Team", members: [{ value: id }] }),
  );
  const before = await resource(scim.get(path));
  await advanceClock(iris, 2000);
  const audited = await auditedBy(iris);
  const [seen] = await eventsDuring([iris, noah], async () => {
    await resource(scim.patch(path, { op: "replace", value: { active: true, externalId: "one" } }));
    await resource(scim.patch(path, { op: "add", path: "name.familyName", value: "Person" }));
    await resource(scim.put(path, before));
    await resource(scim.patch(`/Groups/${group.id}`, { op: "add", path: "members", value: [{ value: id }] }));
    await resource(scim.patch(`/Groups/${group.id}`, { op: "replace", path: "displayName", value: "Team" }));
    await resource(scim.patch(`/Groups/${group.id}`, { op: "remove", path: 'members[value eq "424242"]' }));
  });
  expect(seen).toEqual([]);
  expect(await auditedBy(iris)).toEqual(audited);
  expect((await resource(scim.get(path))).meta).toEqual(before.meta);
});

test("operations are applied in order, and later ones see the results of earlier ones", async () => {
  const { scim, iris, id, path } = await withUser();
  await resource(
    scim.patch(
      path,
      { op: "replace", path: "active", value: false },
      { op: "replace", path: "name.givenName", value: "First" },
      { op: "replace", path: "name", value: { givenName: "Second", familyName: "Last" } },
      { op: "replace", path: "active", value: true },
    ),
  );
  expect(await accountOf(iris, id)).toMatchObject({ full_name: "Second Last", is_active: true });
});

test.each<[string, Json]>([
  ["in capitals", { op: "REPLACE", path: "NAME.GIVENNAME", value: "Ann" }],
  ["with the schema before the attribute", { op: "replace", path: `${URN.user}:name.givenName`, value: "Ann" }],
  ["as an object", { op: "add", value: { name: { givenName: "Ann" } } }],
  ["as an object with the schema", { op: "replace", value: { [`${URN.user}:name.givenName`]: "Ann" } }],
  ["as an object at a path", { op: "replace", path: "name", value: { givenName: "Ann", familyName: "Person" } }],
])("an attribute can be set %s", async (_, operation) => {
  const { scim, iris, id, path } = await withOwnUser();
  await resource(scim.patch(path, operation));
  expect((await accountOf(iris, id)).full_name).toBe("Ann Person");
});

test("an optional attribute can be removed, but a required one can't", async () => {
  const { scim, path } = await withUser();
  await resource(scim.patch(path, { op: "remove", path: "externalId" }));
  expect((await resource(scim.get(path))).externalId).toBeUndefined();
  const [status, type] = await refusal(scim.patch(path, { op: "remove", path: "userName" }));
  expect([status, ["mutability", "invalidValue"]]).toEqual([400, expect.arrayContaining([type])]);
});

const path = 'emails[type eq "work"';
test.each<[string, Json, string[]]>([
  ["remove without a path", { op: "remove", value: { name: {} } }, ["noTarget"]],
  ["another operation", { op: "move", path: "active", value: true }, ["invalidSyntax", "invalidValue"]],
  ["no operation", { path: "active", value: true }, ["invalidSyntax", "invalidValue"]],
  ["a number as operation", { op: 5, path: "active", value: true }, ["invalidSyntax", "invalidValue"]],
  ["an open bracket", { op: "replace", path, value: "x" }, ["invalidPath", "invalidFilter"]],
  ["an empty path", { op: "replace", path: "", value: "x" }, ["invalidPath", "noTarget"]],
  ["a number as path", { op: "replace", path: 5, value: "x" }, ["invalidPath", "invalidSyntax"]],
  ["dots without names", { op: "replace", path: "name..givenName", value: "x" }, ["invalidPath"]],
  ["a filter of another attribute", { op: "remove", path: 'emails[nothing eq "x"]' }, ["invalidPath", "invalidFilter"]],
  [
    "a filter on one value",
    { op: "replace", path: 'userName[value eq "x"]', value: "x" },
    ["invalidPath", "invalidFilter"],
  ],
  ["text instead of a boolean", { op: "replace", path: "active", value: "maybe" }, ["invalidValue"]],
  ["a number instead of a boolean", { op: "replace", path: "active", value: 1 }, ["invalidValue"]],
  ["null instead of a boolean", { op: "replace", path: "active", value: null }, ["invalidValue", "mutability"]],
  ["a list as a name", { op: "replace", path: "name", value: [] }, ["invalidValue"]],
  ["an object as text", { op: "replace", path: "userName", value: {} }, ["invalidValue"]],
  ["a user name without text", { op: "replace", path: "userName", value: "" }, ["invalidValue", "mutability"]],
  [
    "an invalid email address",
    { op: "replace", path: 'emails[type eq "work"].value', value: "none" },
    ["invalidValue"],
  ],
  ["text without a path", { op: "replace", value: "x" }, ["invalidValue", "invalidSyntax"]],
  ["no value", { op: "add", path: "displayName" }, ["invalidValue", "invalidSyntax"]],
  ["another id", { op: "replace", value: { id: "1" } }, ["mutability"]],
  ["an id by a path", { op: "replace", path: "id", value: "1" }, ["mutability"]],
  ["an unknown role", { op: "replace", path: "roles", value: [{ value: "emperor" }] }, ["invalidValue"]],
])("an operation with %s is rejected and changes nothing", async (_, operation, types) => {
  const { scim, path: at } = await withOwnUser();
  const before = await resource(scim.get(at));
  const [status, type] = await refusal(scim.patch(at, operation));
  expect([status, types]).toEqual([400, expect.arrayContaining([type])]);
  expect(await resource(scim.get(at))).toEqual(before);
});

test.each<[string, Json]>([
  ["invalid JSON", "{"],
  ["an empty body", ""],
  ["a list", []],
  ["text", '"x"'],
  ["null", "null"],
  ["no operations", { schemas: [URN.patch] }],
  ["an object as operations", { schemas: [URN.patch], Operations: {} }],
  ["null as an operation", { schemas: [URN.patch], Operations: [null] }],
  ["text as an operation", { schemas: [URN.patch], Operations: ["x"] }],
])("a PATCH of %s is rejected with invalidSyntax", async (_, body) => {
  const { scim, path: at } = await withOwnUser();
  expect(await refusal(scim.send("PATCH", at, body))).toEqual([400, "invalidSyntax"]);
});

test("1,000 operations are applied in one change, and more are rejected", async () => {
  const { scim, id, iris, path: at } = await withUser();
  const operations = Array.from({ length: 1001 }, (_, i) => ({
    op: "replace",
    path: "name.givenName",
    value: `N${i}`,
  }));
  await resource(scim.patch(at, ...operations.slice(0, 1000)));
  expect((await accountOf(iris, id)).full_name).toBe("N999 Person");
  const [status] = await refusal(scim.patch(at, ...operations));
  expect([400, 413]).toContain(status);
  expect((await accountOf(iris, id)).full_name).toBe("N999 Person");
});

test("a body of more than a mebibyte is rejected with 413", async () => {
  const { scim, path: at } = await withUser();
  const nickName = "x".repeat(1024 * 1024);
  expect((await refusal(scim.patch(at, { op: "replace", value: { nickName } })))[0]).toBe(413);
  expect((await refusal(scim.post("/Users", { ...USER, userName: "x@example.com", nickName })))[0]).toBe(413);
});

test("a large change of only unsupported attributes is accepted without effect", async () => {
  const { scim, iris, path: at } = await withUser();
  const before = await resource(scim.get(at));
  await advanceClock(iris, 2000);
  const photos = [{ value: `https://example.com/${"x".repeat(100_000)}`, type: "photo" }];
  expect([200, 204]).toContain((await scim.patch(at, { op: "add", path: "photos", value: photos })).status);
  expect(await resource(scim.get(at))).toEqual(before);
});
