import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../../support/json.ts";
import { advanceClock } from "../../../../support/object.ts";
import { WALKS } from "../../../../web/support/walks.ts";
import { idsOf, refusal, resource, URN } from "../scim-client.ts";
import { scimStand } from "../stand.ts";
import { matches } from "./filter.ts";
import { MALFORMED } from "./malformed.ts";
import { randomFilter } from "./random-filter.ts";

const GIVEN = ["Ann", "ann", "Bob", "Zoe", "O'Neil", "Jo-Ann", "x", "AB", "Per%cent", "Per.cent"];
const FAMILY = ["Smith", "smith", "Smythe", "van Dyk", "Z", "100%", "a-b", "B52"];
const EXTERNAL = ["A1", "a1", "a%1", "a_1", 'a"1', "a\\1", "a'1", "0012", "12", "12.0"];

/** One of two hundred accounts: all different, some without optional attributes, some inactive. */
function account(i: number): Json {
  const pick = <T>(list: readonly T[]) => list[(i * 7 + Math.floor(i / list.length)) % list.length] as T;
  const hasGiven = i % 9 !== 0;
  return {
    schemas: [URN.user],
    userName: `${i % 2 === 0 ? "User" : "user"}${i}@${i % 3 === 0 ? "example.com" : "Acme.example"}`,
    ...(i % 4 !== 0 && { externalId: `${pick(EXTERNAL)}${i < 10 ? "" : `-${i}`}` }),
    ...(i % 5 !== 0 && { displayName: `${pick(FAMILY)}, ${pick(GIVEN)}` }),
    name: { ...(hasGiven && { givenName: pick(GIVEN) }), familyName: pick(FAMILY) },
    ...(i % 6 !== 0 && {
      emails: [{ value: `mail${i}@example.org`, type: pick(["work", "home", "Work"]), primary: true }],
    }),
    active: i % 8 !== 0,
  };
}

async function withAccounts(count: number) {
  const { scim, ...all } = await scimStand();
  for (let i = 0; i < count; i += 1) {
    await resource(scim.post("/Users", account(i)));
    if (i % 50 === 0) await advanceClock(all.iris, 1000);
  }
  return { ...all, scim, accounts: (await resource(scim.get("/Users?count=200"))).Resources as Json[] };
}

test("random filters on the server find the same accounts as matching them one by one", {
  tags: "nightly",
}, async () => {
  const { scim, iris, accounts } = await withAccounts(194);
  expect(accounts).toHaveLength(200);
  const unequal = await resource(scim.filter("Users", 'externalId ne "nobody-has-this"', "&count=0"));
  const reading = { absentIsUnequal: unequal.totalResults === accounts.length };
  let asked = 0;
  let found = 0;
  const property = fc.asyncProperty(randomFilter(accounts), async ({ filter, text }) => {
    asked += 1;
    // A directory can send 1,500 requests a minute.
    if (asked % 1000 === 0) await advanceClock(iris, 61_000);
    const { status, body } = await scim.filter("Users", text, "&count=200&attributes=id");
    const expected = accounts.filter((one) => matches(filter, one, reading)).map(({ id }) => id);
    found += expected.length > 0 && expected.length < 200 ? 1 : 0;
    expect([text, status, idsOf(body)]).toEqual([text, 200, expected]);
  });
  await fc.assert(property, { numRuns: WALKS.length * 20, seed: 7644 });
  // Filters that match all or none would prove little.
  expect(found / asked).toBeGreaterThan(0.3);
});

test("malformed filters and those with unknown attributes are rejected with invalidFilter", async () => {
  const { scim } = await withAccounts(0);
  expect(MALFORMED.length).toBeGreaterThan(150);
  const answers: [string, number, string | undefined][] = [];
  for (const text of MALFORMED) {
    const { status, body } = await scim.filter("Users", text);
    answers.push([text, status, body.scimType]);
  }
  expect(answers.filter(([, status, type]) => status !== 400 || type !== "invalidFilter")).toEqual([]);
});

test("filters nested 50 levels and far deeper are rejected, and the server keeps responding", async () => {
  const { scim } = await withAccounts(0);
  const nested = (open: string, close: string, depth: number) =>
    `${open.repeat(depth)}userName eq "a"${close.repeat(depth)}`;
  const search = (filter: string) => scim.post("/Users/.search", { schemas: [URN.search], filter });
  for (const depth of [50, 1000, 100_000]) {
    for (const open of ["(", "not ("]) {
      expect(await refusal(search(nested(open, ")", depth)))).toEqual([400, "invalidFilter"]);
    }
    expect(await refusal(search(`emails[${nested("(", ")", depth).replaceAll("userName", "value")}]`))).toEqual([
      400,
      "invalidFilter",
    ]);
    const [status] = await refusal(
      search(
        Array(depth * 10)
          .fill('userName eq "a"')
          .join(" or "),
      ),
    );
    expect([400, 413]).toContain(status);
  }
  expect(await refusal(scim.filter("Users", nested("(", ")", 50)))).toEqual([400, "invalidFilter"]);
  expect((await search(nested("(", ")", 5))).status).toBe(200);
  expect((await search(nested("not (", ")", 4))).status).toBe(200);
  expect((await search(Array(20).fill('userName eq "a"').join(" or "))).status).toBe(200);
});

test("AND binds tighter than OR, and NOT tighter than both", async () => {
  const { scim, iris, noah } = await withAccounts(0);
  const find = async (filter: string) => idsOf((await scim.filter("Users", filter)).body);
  const [i, n] = [`userName eq "${iris.email}"`, `userName eq "${noah.email}"`];
  const [iris1, noah1] = [String(iris.id), String(noah.id)];
  expect(await find(`${i} or ${n} and active eq false`)).toEqual([iris1]);
  expect(await find(`active eq false and ${n} or ${i}`)).toEqual([iris1]);
  expect(await find(`(${i} or ${n}) and active eq true`)).toEqual([iris1, noah1]);
  expect(await find(`not (${i}) and (${i} or ${n})`)).toEqual([noah1]);
});

test("comparison ignores case beyond ASCII for names, and is exact for id and external id", async () => {
  const { scim } = await withAccounts(0);
  const user = {
    schemas: [URN.user],
    userName: "åsa@example.com",
    externalId: "Ål",
    name: { givenName: "Åsa", familyName: "ÖZIL" },
  };
  const { id } = await resource(scim.post("/Users", user));
  const find = async (filter: string) => idsOf((await scim.filter("Users", filter)).body);
  for (const filter of [
    'name.givenName eq "åSA"',
    'userName eq "ÅSA@example.com"',
    'name.familyName sw "özi"',
    'externalId eq "Ål"',
  ]) {
    expect([filter, await find(filter)]).toEqual([filter, [id]]);
  }
  expect(await find('externalId eq "ål"')).toEqual([]);
});

test("the total of a filter counts all matches, whichever page is requested", async () => {
  const { scim } = await withAccounts(30);
  const page = async (more: string) => {
    const { body } = await scim.filter("Users", 'userName sw "user"', more);
    return [body.totalResults, body.startIndex, body.itemsPerPage];
  };
  expect(await page("&count=7")).toEqual([30, 1, 7]);
  expect(await page("&startIndex=29&count=7")).toEqual([30, 29, 2]);
  expect((await page("&startIndex=31&count=7")).filter((_, i) => i !== 1)).toEqual([30, 0]);
});
