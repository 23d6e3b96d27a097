import { expect, test } from "vitest";
import type { Json } from "../../../support/json.ts";
import { ScimClient, type ScimReply, URN } from "./scim-client.ts";
import { stand } from "./stand.ts";

/** Headers of the steps of Okta's own test suite, which sends a content type even without a body. */
const READING = {
  Accept: "application/scim+json",
  "Accept-Charset": "utf-8",
  "User-Agent": "OKTA SCIM Integration",
};
const WRITING = { Accept: "application/scim+json; charset=utf-8", "Content-Type": "application/json" };

const NAME = "runscope300ax7@example.com";
const USER = {
  schemas: [URN.user],
  userName: NAME,
  name: { givenName: "Runscope", familyName: "Axseven" },
  emails: [{ primary: true, value: "other300ax7@example.com", type: "work" }],
  displayName: "Runscope Axseven",
  active: true,
};

/** The value at the end of a path, or undefined. */
const at = (body: Json, ...path: (string | number)[]): unknown => path.reduce((part, name) => part?.[name], body);
const isThere = (value: unknown) => value !== undefined && value !== null && value !== "";

function isRefusal({ status, body }: ScimReply, expected: number): void {
  expect([status, body.status, body.schemas]).toEqual([expected, String(expected), [URN.error]]);
  expect(body.detail).not.toBe("");
}

test("every step of Okta's suite for SCIM 2.0 passes", async () => {
  const { connection } = await stand();
  const read = new ScimClient(connection, READING);
  const write = new ScimClient(connection, WRITING);
  const named = (name: string) => read.get(`/Users?filter=userName%20eq%20%22${encodeURIComponent(name)}%22`);

  const list = await read.get("/Users?count=1&startIndex=1");
  expect([list.status, list.body.schemas]).toEqual([200, [URN.list]]);
  const first = list.body.Resources[0];
  const wanted = [
    ["id"],
    ["name", "familyName"],
    ["name", "givenName"],
    ["userName"],
    ["active"],
    ["emails", 0, "value"],
  ];
  expect(wanted.filter((path) => !isThere(at(first, ...path)))).toEqual([]);

  const one = await read.get(`/Users/${first.id}`);
  expect([one.status, one.body.id]).toEqual([200, first.id]);
  expect(wanted.filter((path) => !isThere(at(one.body, ...path)))).toEqual([]);

  for (const name of ["abcdefgh@example.com", NAME]) {
    const { status, body } = await named(name);
    expect([status, body.totalResults, body.schemas]).toEqual([200, 0, [URN.list]]);
  }
  isRefusal(await read.get("/Users/010101001010101011001010101011"), 404);
  isRefusal(await read.get("/Users/00919288221112222"), 404);

  const made = await write.post("/Users", USER);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ userName: NAME, name: USER.name, active: true });
  expect(made.body.schemas).toContain(URN.user);
  const read2 = await read.get(`/Users/${made.body.id}`);
  expect(read2.body).toMatchObject({ userName: NAME, name: USER.name });
  isRefusal(await write.post("/Users", { ...USER, emails: [{ primary: true, value: NAME, type: "work" }] }), 409);
  expect((await named(NAME.toUpperCase())).body).toMatchObject({ totalResults: 1 });

  const groups = await read.get("/Groups");
  expect([groups.status, Array.isArray(groups.body.Resources)]).toEqual([200, true]);
  isRefusal(await read.send("GET", "/Users", undefined, { Authorization: "non-token" }), 401);
});
