import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { shared } from "../../../support/organization.ts";
import { idsOf, refusal, resource, URN } from "./scim-client.ts";
import { scimStand } from "./stand.ts";

const sharedStand = shared(scimStand);
let count = 0;
const USER = {
  schemas: [URN.user],
  userName: "ann@example.com",
  externalId: "ann",
  displayName: "Ann Example",
  name: { givenName: "Ann", familyName: "Example" },
};

test("requests can use either JSON media type, and responses use SCIM's", async () => {
  const { scim } = await scimStand();
  for (const type of ["application/scim+json", "application/json", "application/json; charset=utf-8"]) {
    const body = { ...USER, userName: `${type.length}@example.com`, externalId: type };
    expect((await scim.send("POST", "/Users", body, { "Content-Type": type })).status).toBe(201);
  }
  for (const Accept of [
    "application/scim+json",
    "application/json",
    "*/*",
    "application/scim+json, application/json;q=0.5",
  ]) {
    expect((await scim.send("GET", "/Users?count=1", undefined, { Accept })).status).toBe(200);
  }
});

test("a resource has its URL, where it can be read, and the time of its last change", async () => {
  const { scim, host } = await scimStand();
  const { status, headers, body } = await scim.post("/Users", USER);
  expect([status, headers.get("Location")]).toEqual([201, body.meta.location]);
  expect(new URL(body.meta.location)).toMatchObject({ hostname: host, pathname: `/scim/v2/Users/${body.id}` });
  expect(new Date(body.meta.created).toISOString().slice(0, 19)).toBe(body.meta.created.slice(0, 19));
  const changed = await resource(
    scim.patch(`/Users/${body.id}`, { op: "replace", path: "name.givenName", value: "Anna" }),
  );
  const { meta } = changed ?? (await resource(scim.get(`/Users/${body.id}`)));
  expect(meta.created).toBe(body.meta.created);
  expect(Date.parse(meta.lastModified)).toBeGreaterThanOrEqual(Date.parse(body.meta.lastModified));
});

test("only the requested attributes are returned, with the id, and excluded ones are omitted", async () => {
  const { scim } = await scimStand();
  const { id } = await resource(scim.post("/Users", USER));
  const names = async (query: string) => Object.keys(await resource(scim.get(`/Users/${id}?${query}`))).sort();
  expect(await names("attributes=userName")).toEqual(["id", "schemas", "userName"]);
  expect(await names("attributes=USERNAME,externalid")).toEqual(["externalId", "id", "schemas", "userName"]);
  expect(await names(`attributes=${URN.user}:userName`)).toEqual(["id", "schemas", "userName"]);
  expect(await names("attributes=nothing")).toEqual(["id", "schemas"]);
  const { name } = await resource(scim.get(`/Users/${id}?attributes=name.familyName`));
  expect(name).toEqual({ familyName: "Example" });
  const without = await names("excludedAttributes=emails,name,id,meta");
  expect(without).toEqual(expect.arrayContaining(["id", "userName"]));
  expect(without.filter((one) => ["emails", "name", "meta"].includes(one))).toEqual([]);
  const part = await resource(scim.get(`/Users/${id}?excludedAttributes=name.familyName`));
  expect(part.name).toMatchObject({ givenName: "Ann" });
  expect(part.name.familyName).toBeUndefined();
  const list = await resource(scim.get("/Users?attributes=userName&count=3"));
  expect(list.Resources.map((one: Json) => Object.keys(one).sort())).toEqual(
    Array(3).fill(["id", "schemas", "userName"]),
  );
});

test("a search by POST returns the same as the list by GET", async () => {
  const { scim } = await scimStand();
  await resource(scim.post("/Users", USER));
  await resource(scim.post("/Groups", { schemas: [URN.group], displayName: "Team" }));
  const search = (kind: string, body: Json) =>
    resource(scim.post(`/${kind}/.search`, { schemas: [URN.search], ...body }));
  const filter = 'userName co "example.com"';
  const asked = { filter, startIndex: 2, count: 3, attributes: ["userName"] };
  const listed = await resource(scim.filter("Users", filter, "&startIndex=2&count=3&attributes=userName"));
  expect(await search("Users", asked)).toEqual(listed);
  expect(listed.itemsPerPage).toBe(3);
  expect((await search("Groups", { filter: 'displayName eq "team"' })).totalResults).toBe(1);
  expect(await search("Users", { count: 0 })).toMatchObject({ totalResults: 7, itemsPerPage: 0 });
  const wrong = scim.post("/Users/.search", { schemas: [URN.search], filter: "userName eq" });
  expect(await refusal(wrong)).toEqual([400, "invalidFilter"]);
});

test("unknown resources and methods are refused as the standard requires", async () => {
  const { scim } = await scimStand();
  expect((await scim.get("/Me")).status).toBe(501);
  expect([404, 501]).toContain((await scim.post("/Bulk", { schemas: [], Operations: [] })).status);
  expect((await scim.get("/Nothing")).status).toBe(404);
  expect([404, 405]).toContain((await scim.delete("/Users")).status);
  expect([404, 405]).toContain((await scim.send("PUT", "/Groups", {})).status);
  for (const id of ["424242", "x", "%F0%9F%98%80"]) {
    for (const kind of ["Users", "Groups"]) {
      expect((await scim.get(`/${kind}/${id}`)).status).toBe(404);
      expect((await scim.delete(`/${kind}/${id}`)).status).toBe(404);
      expect((await scim.patch(`/${kind}/${id}`, { op: "replace", value: {} })).status).toBe(404);
    }
    expect((await scim.put(`/Users/${id}`, USER)).status).toBe(404);
    expect((await scim.put(`/Groups/${id}`, { schemas: [URN.group], displayName: "x" })).status).toBe(404);
  }
});

test.each<[string, Json]>([
  ["invalid JSON", "{"],
  ["an empty body", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["no user name", { schemas: [URN.user], name: { givenName: "A" } }],
  ["a number as user name", { ...USER, userName: 5 }],
  ["a name as text", { ...USER, name: "Ann" }],
  ["addresses as text", { ...USER, emails: "a@example.com" }],
  ["an invalid email address", { ...USER, emails: [{ value: "none", primary: true }] }],
  ["a number as address", { ...USER, emails: [{ value: 5, primary: true }] }],
  ["text instead of a boolean", { ...USER, active: "maybe" }],
  ["an unknown role", { ...USER, roles: [{ value: "emperor", primary: true }] }],
  ["a user name that is too long", { ...USER, userName: `${"a".repeat(5000)}@example.com` }],
  ["an external id that is too long", { ...USER, externalId: "a".repeat(100_000) }],
])("an account with %s is rejected by POST and PUT", async (_, body) => {
  const { scim } = await sharedStand();
  const total = async () => (await resource(scim.get("/Users?count=0"))).totalResults;
  const before = await total();
  expect((await refusal(scim.send("POST", "/Users", body)))[0]).toBe(400);
  expect(await total()).toBe(before);
  count += 1;
  const made = await resource(
    scim.post("/Users", { ...USER, userName: `ann${count}@example.com`, externalId: `${count}` }),
  );
  expect((await refusal(scim.send("PUT", `/Users/${made.id}`, body)))[0]).toBe(400);
  expect(await resource(scim.get(`/Users/${made.id}`))).toEqual(made);
});

test("attributes of no schema are ignored, not rejected, and never returned", async () => {
  const { scim } = await scimStand();
  const body = {
    ...USER,
    nothing: { deep: [1] },
    "urn:example:params:Other": { x: "secret-x" },
    password: "secret-p",
    photos: [],
  };
  const made = await resource(scim.post("/Users", body));
  const put = await resource(scim.put(`/Users/${made.id}`, { ...made, ...body }));
  for (const one of [made, put, await resource(scim.get(`/Users/${made.id}`))]) {
    expect(JSON.stringify(one)).not.toMatch(/secret|nothing|"password"/);
  }
});

test("invalid paging parameters are corrected as the standard says or rejected, never a server error", async () => {
  const { scim } = await scimStand();
  for (const query of [
    "startIndex=x",
    "count=x",
    "count=1.5",
    "startIndex=1e3",
    "count=99999999999999999999",
    "startIndex=9007199254740993",
    "count=",
    "startIndex=",
  ]) {
    expect([query, [200, 400]]).toEqual([query, expect.arrayContaining([(await scim.get(`/Users?${query}`)).status])]);
  }
  const beyond = await resource(scim.get("/Users?startIndex=9007199254740991"));
  expect([beyond.totalResults, idsOf(beyond)]).toEqual([6, []]);
});

test("after 1,500 requests a minute, 429 responses say when to retry", { tags: "nightly" }, async () => {
  const { scim } = await scimStand();
  let answered = 0;
  let last = 200;
  for (; answered < 6000 && last === 200; answered += 1) last = (await scim.get("/Users?count=0")).status;
  expect(last).toBe(429);
  expect(answered).toBeGreaterThan(1500);
});
