import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { idsOf, resource, ScimClient, URN } from "./scim-client.ts";
import { fill, stand } from "./stand.ts";

/** Requests that read or change something, with any id. */
const EACH = [
  ["GET", "/Users"],
  ["GET", "/Groups"],
  ["POST", "/Users", { schemas: [URN.user], userName: "new@example.com" }],
  ["POST", "/Groups", { schemas: [URN.group], displayName: "New" }],
  ["POST", "/Users/.search", { schemas: [URN.search] }],
  ["GET", "/Users/9"],
  ["PUT", "/Users/9", { schemas: [URN.user], userName: "new@example.com" }],
  ["PATCH", "/Users/9", { schemas: [URN.patch], Operations: [{ op: "replace", value: { active: false } }] }],
  ["DELETE", "/Users/9"],
  ["GET", "/Groups/9"],
  ["DELETE", "/Groups/9"],
] as const;

test("every request without a token of this organization is refused with 401", async () => {
  const [ours, theirs] = [await stand(), await stand()];
  const { token } = theirs.connection;
  const wrong = {
    "another organization's token": `Bearer ${token}`,
    "no token": "",
    "an API key": `Bearer ${ours.iris.key}`,
    "a login by an API key": `Basic ${btoa(`${ours.iris.email}:${ours.iris.key}`)}`,
    "a token as a password": `Basic ${btoa(`scim:${ours.connection.token}`)}`,
    "a token cut short": `Bearer ${ours.connection.token.slice(0, -1)}`,
    "a token with more": `Bearer ${ours.connection.token}x`,
    "a token without a scheme": ours.connection.token.slice(0, 8),
  };
  const client = new ScimClient(ours.connection);
  for (const [what, Authorization] of Object.entries(wrong)) {
    for (const [method, path, body] of EACH) {
      const { status } = await client.send(method, path, body, { Authorization });
      expect([what, method, path, status]).toEqual([what, method, path, 401]);
    }
  }
  expect((await resource(client.get("/Users"))).totalResults).toBe(6);
});

test("the authentication scheme ignores case, and a token gives access only to SCIM", async () => {
  const { connection, host } = await stand();
  const client = new ScimClient(connection);
  for (const scheme of ["bearer", "BEARER"]) {
    const Authorization = `${scheme} ${connection.token}`;
    expect((await client.send("GET", "/Users?count=0", undefined, { Authorization })).status).toBe(200);
  }
  const headers = { Host: host, Authorization: `Bearer ${connection.token}` };
  const response = await exports.default.fetch(`http://${host}/api/v1/users/me`, { headers });
  expect([response.ok, await response.json()]).toMatchObject([false, { result: "error" }]);
});

test("an id of another organization returns 404, and its resources stay unchanged", async () => {
  const [ours, theirs] = [await stand(), await stand()];
  await fill(theirs.iris, 20);
  const [mine, others] = [new ScimClient(ours.connection), new ScimClient(theirs.connection)];
  const group = async (client: ScimClient, displayName: string) =>
    (await resource(client.post("/Groups", { schemas: [URN.group], displayName }))).id as string;
  const own = await group(mine, "Own");
  let foreign = await group(others, "First");
  while (Number(foreign) <= Number(own)) foreign = await group(others, `Next ${foreign}`);
  const all = async () => [await resource(others.get("/Users?count=200")), await resource(others.get("/Groups"))];
  const before = await all();
  const id = idsOf(before[0]).at(-1) as string;
  expect((await mine.get(`/Users/${id}`)).status).toBe(404);
  expect((await mine.delete(`/Users/${id}`)).status).toBe(404);
  expect((await mine.put(`/Users/${id}`, { schemas: [URN.user], userName: "x@example.com" })).status).toBe(404);
  expect((await mine.patch(`/Users/${id}`, { op: "replace", value: { active: false } })).status).toBe(404);
  expect((await mine.get(`/Groups/${foreign}`)).status).toBe(404);
  expect((await mine.delete(`/Groups/${foreign}`)).status).toBe(404);
  expect((await mine.patch(`/Groups/${foreign}`, { op: "remove", path: "members" })).status).toBe(404);
  const add = await mine.patch(`/Groups/${own}`, { op: "add", path: "members", value: [{ value: id }] });
  expect(add.status).toBe(400);
  expect((await resource(mine.filter("Users", `id eq "${id}"`))).totalResults).toBe(0);
  expect(await all()).toEqual(before);
});

test("an account is found only by its exact id, not by other notations of the number", async () => {
  const { connection, noah } = await stand();
  const client = new ScimClient(connection);
  expect((await client.get(`/Users/${noah.id}`)).status).toBe(200);
  for (const id of [
    `0${noah.id}`,
    `${noah.id}.0`,
    `+${noah.id}`,
    `%20${noah.id}`,
    `${noah.id}e0`,
    `0x${noah.id.toString(16)}`,
    "-1",
    "0",
    "x",
    "9".repeat(400),
    "%00",
    "1%2f2",
  ]) {
    const { status } = await client.get(`/Users/${id}`);
    expect([id, status]).toEqual([id, 404]);
  }
});
