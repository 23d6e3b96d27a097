import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { organization } from "../../../support/organization.ts";
import { connect, Directory, ENTERPRISE, USER } from "./directory.ts";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

test("SCIM's discovery documents describe its capabilities, in SCIM's media type", async () => {
  const { owner } = await organization();
  const directory = await connect(owner);
  const config = await directory.get("/ServiceProviderConfig");
  expect(config.headers.get("content-type")).toContain("application/scim+json");
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    sort: { supported: false },
    etag: { supported: false },
  });
  const types = await directory.ok(directory.get("/ResourceTypes"));
  expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(["User", "Group"]);
  expect((await directory.get("/ResourceTypes/User")).body.schema).toBe(USER);
  const { Resources } = await directory.ok(directory.get("/Schemas"));
  expect(Resources.map(({ id }: { id: string }) => id)).toContain(ENTERPRISE);
  const user = (await directory.get(`/Schemas/${USER}`)).body;
  expect(user.attributes.find(({ name }: { name: string }) => name === "userName")).toMatchObject({
    ...{ type: "string", required: true, uniqueness: "server", caseExact: false, mutability: "readWrite" },
  });
  expect((await directory.get("/Schemas?filter=id%20eq%20%22x%22")).status).toBe(403);
  for (const path of ["/Me", "/Bulk"]) expect((await directory.get(path)).status).toBe(501);
  for (const path of ["/Cups", "/Users/1/2", "/Schemas/x"]) expect((await directory.get(path)).status).toBe(404);
  expect((await directory.send("PUT", "/Users", {})).status).toBe(405);
});

test("errors are returned in SCIM's format", async () => {
  const { owner, host } = await organization();
  const directory = await connect(owner);
  const strange = await new Directory(host, "wrong").get("/Users");
  expect(strange.status).toBe(401);
  expect(strange.headers.get("www-authenticate")).toBe('Bearer realm="scim"');
  expect(strange.body).toEqual({ schemas: [ERROR], status: "401", detail: expect.any(String) });
  expect((await exports.default.fetch(`http://${host}/scim/v2/Users`)).status).toBe(401);
  expect((await new Directory(host, "wrong").send("POST", "/Users", "{")).status).toBe(401);
  const unreadable = await directory.send("POST", "/Users", "{");
  expect(unreadable.body).toMatchObject({ status: "400", scimType: "invalidSyntax" });
  expect((await directory.get("/Users/99999")).body).toMatchObject({ status: "404", schemas: [ERROR] });
  const filtered = await directory.get("/Users?filter=nickName%20eq%20%22x%22");
  expect(filtered.body).toMatchObject({ status: "400", scimType: "invalidFilter" });
});

test("[security 20.8] SCIM requests that are too large or have too many parts are rejected", async () => {
  const { owner } = await organization();
  const directory = await connect(owner);
  const large = JSON.stringify({ userName: "a@example.com", title: "x".repeat(1_100_000) });
  expect((await directory.send("POST", "/Users", large)).status).toBe(413);
  expect((await new Directory(owner.host, "wrong").send("POST", "/Users", large)).status).toBe(401);
  const many = Array.from({ length: 1001 }, () => ({ op: "add", path: "title", value: "x" }));
  expect((await directory.patch(`/Users/${owner.id}`, ...many)).status).toBe(413);
  const deep = `${"(".repeat(50)}active pr${")".repeat(50)}`;
  expect((await directory.get(`/Users?filter=${encodeURIComponent(deep)}`)).body.scimType).toBe("invalidFilter");
  for (const name of ["attributes", "excludedAttributes"]) {
    const search = (count: number) => directory.post("/Users/.search", { [name]: Array(count).fill("title") });
    expect([(await search(100)).status, (await search(101)).body.scimType]).toEqual([200, "invalidValue"]);
  }
  const list = await directory.ok(directory.get("/Users?count=100000"));
  expect(list.itemsPerPage).toBe(1);
});
