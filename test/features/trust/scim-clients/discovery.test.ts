import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { faultsOfResource, OF_DISCOVERY } from "./declared-form.ts";
import { resource, type ScimClient, URN } from "./scim-client.ts";
import { scimStand } from "./stand.ts";

/** The attributes that the server declares, by schema name. */
async function declaredBy(scim: ScimClient): Promise<Record<string, Json[]>> {
  const { Resources } = await resource(scim.get("/Schemas"));
  return Object.fromEntries(Resources.map(({ id, attributes }: Json) => [id, attributes]));
}

test("the discovery documents match their own schemas", async () => {
  const { scim } = await scimStand();
  const config = await resource(scim.get("/ServiceProviderConfig"));
  expect(faultsOfResource(config, OF_DISCOVERY)).toEqual([]);
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [{ type: "oauthbearertoken" }],
  });
  for (const [path, key] of [
    ["/ResourceTypes", "id"],
    ["/Schemas", "id"],
  ] as const) {
    const list = await resource(scim.get(path));
    expect([list.schemas, list.totalResults]).toEqual([[URN.list], list.Resources.length]);
    for (const one of list.Resources) {
      expect([one[key], faultsOfResource(one, OF_DISCOVERY)]).toEqual([one[key], []]);
      expect(await resource(scim.get(`${path}/${encodeURIComponent(one[key])}`))).toEqual(one);
      expect(await resource(scim.get(`${path}/${one[key]}`))).toEqual(one);
    }
  }
});

test("the resource types are User and Group, with all their schemas", async () => {
  const { scim } = await scimStand();
  const { Resources: types } = await resource(scim.get("/ResourceTypes"));
  expect(types.map(({ name, endpoint, schema }: Json) => [name, endpoint, schema]).sort()).toEqual([
    ["Group", "/Groups", URN.group],
    ["User", "/Users", URN.user],
  ]);
  const declared = Object.keys(await declaredBy(scim));
  const named = types.flatMap(({ schema, schemaExtensions = [] }: Json) => [
    schema,
    ...schemaExtensions.map((extension: Json) => extension.schema),
  ]);
  expect(named.filter((urn: string) => !declared.includes(urn))).toEqual([]);
});

test("a filter on a discovery document is refused with 403, and an unknown document returns 404", async () => {
  const { scim } = await scimStand();
  for (const path of ["/Schemas", "/ResourceTypes", "/ServiceProviderConfig"]) {
    const { status } = await scim.get(`${path}?filter=${encodeURIComponent('id eq "User"')}`);
    expect([path, status]).toEqual([path, 403]);
  }
  expect((await scim.get("/Schemas/urn:nothing")).status).toBe(404);
  expect((await scim.get("/ResourceTypes/Nothing")).status).toBe(404);
  for (const path of ["/Schemas", "/ResourceTypes", "/ServiceProviderConfig"]) {
    expect([404, 405]).toContain((await scim.post(path, {})).status);
    expect([404, 405]).toContain((await scim.delete(path)).status);
  }
});

const FULL = {
  schemas: [URN.user, URN.enterprise],
  userName: "full@example.com",
  externalId: "full",
  name: { formatted: "Full Person", givenName: "Full", familyName: "Person", middleName: "M", honorificPrefix: "Dr." },
  displayName: "Full",
  nickName: "Fully",
  title: "Engineer",
  userType: "Employee",
  preferredLanguage: "de",
  locale: "de-DE",
  timezone: "Europe/Berlin",
  active: true,
  password: "t1meMa$heen",
  emails: [
    { value: "full@example.com", type: "work", primary: true },
    { value: "private@example.com", type: "home" },
  ],
  phoneNumbers: [{ value: "+49 30 000", type: "work" }],
  roles: [{ value: "moderator", primary: true }],
  [URN.enterprise]: { department: "D", employeeNumber: "7", division: "X" },
};

test("accounts and groups have only declared attributes, of the declared types", async () => {
  const { scim, iris, noah } = await scimStand();
  const declared = await declaredBy(scim);
  const made = await resource(scim.post("/Users", FULL));
  const members = [{ value: made.id }, { value: String(noah.id) }];
  const group = await resource(scim.post("/Groups", { schemas: [URN.group], displayName: "Team", members }));
  const { Resources } = await resource(scim.get("/Users"));
  const all = [made, group, ...Resources, await resource(scim.get(`/Users/${iris.id}`))];
  expect(all.map((one) => [one.id, faultsOfResource(one, declared)])).toEqual(all.map(({ id }) => [id, []]));
});

/** Test values for attributes that don't accept arbitrary text. */
const VALUES: Readonly<Record<string, Json>> = {
  userName: "changed@example.com",
  active: false,
  emails: [{ value: "other@example.com", type: "work", primary: true }],
  roles: [{ value: "guest", primary: true }],
  role: "guest",
  preferredLanguage: "fr",
  locale: "fr-FR",
  timezone: "Asia/Tokyo",
  name: { givenName: "Changed", familyName: "Name" },
  members: [],
};
/** A value for a sub-attribute. */
const partOf = ({ name, type, canonicalValues }: Json) => [
  name,
  type === "boolean" ? true : (canonicalValues?.[0] ?? "x"),
];
const TAKEN_BACK = ["default", "always"];

test("every declared attribute of accounts can be written by PATCH and read back", async () => {
  const { scim } = await scimStand();
  const attributes = (await declaredBy(scim))[URN.user] as Json[];
  const writable = attributes.filter(
    ({ mutability, returned }) => mutability === "readWrite" && TAKEN_BACK.includes(returned),
  );
  expect(writable.map(({ name }) => name)).toEqual(expect.arrayContaining(["userName", "name", "active", "emails"]));
  for (const { name, type, multiValued, subAttributes } of writable) {
    const { id } = await resource(
      scim.post("/Users", { ...FULL, userName: `${name}@example.com`, externalId: name, emails: [] }),
    );
    const plain = type === "complex" ? Object.fromEntries(subAttributes.map(partOf)) : "Changed";
    const value = VALUES[name] ?? (multiValued ? [plain] : plain);
    await resource(scim.patch(`/Users/${id}`, { op: "replace", path: name, value }));
    const read = (await resource(scim.get(`/Users/${id}`)))[name];
    const expected = Array.isArray(value) ? value.map((one) => expect.objectContaining(one)) : value;
    if (type === "complex") expect({ [name]: read }).toMatchObject({ [name]: expected });
    else expect({ [name]: read }).toEqual({ [name]: expected });
  }
});
