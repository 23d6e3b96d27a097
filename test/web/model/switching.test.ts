import { expect, test } from "vitest";
import {
  bringsOthers,
  MAX_ORGANIZATIONS,
  mergeOrganizations,
  type Organization,
  type Organizations,
  originOfTyped,
  readOrganizations,
  withSelf,
  withTold,
} from "../../../src/web/model/organizations/organizations.ts";

const KEY = "a1b2c3d4e5f6a7b8";
const acme: Organization = { origin: "https://acme.example.org", name: "Acme" };
const tea: Organization = { origin: "https://tea.example.org", name: "Tea", unread: { count: 3, atMs: 5 } };
const far: Organization = { origin: "https://chat.example.net", name: "Far" };
const list = (all: readonly Organization[], rest: Partial<Organizations> = {}): Organizations => ({
  key: KEY,
  changedMs: 10,
  all,
  ...rest,
});
const read = (all: unknown, rest: object = {}) =>
  readOrganizations(JSON.stringify({ key: KEY, changedMs: 10, all, ...rest }));

test.each([
  ["acme.example.org", "https://acme.example.org"],
  ["  https://Acme.example.org/#inbox ", "https://acme.example.org"],
  ["chat.example.org:8443/login", "https://chat.example.org:8443"],
  ["localhost:9991", "http://localhost:9991"],
  ["http://tea.localhost:9991", "http://tea.localhost:9991"],
  ["http://acme.example.org", undefined],
  ["javascript:alert(1)", undefined],
  ["javascript://acme.example.org/%0aalert(1)", undefined],
  ["data:text/html,x", undefined],
  ["ftp://acme.example.org", undefined],
  ["", undefined],
  ["two words", undefined],
])("originOfTyped reads an organization's typed address: %s", (typed, origin) => {
  expect(originOfTyped(typed)).toBe(origin);
});

test("[security 17.2] a list from another server is validated, and unknown fields are dropped", () => {
  expect(read([acme, tea, far])).toEqual(list([acme, tea, far]));
  const icon = "data:image/webp;base64,UklGRg==";
  expect(read([{ ...acme, icon, more: 1 }])?.all).toEqual([{ ...acme, icon }]);
  for (const bad of [
    "https://evil.example/x.png",
    "data:image/svg+xml,<svg>",
    `data:image/png;base64,${"A".repeat(9_000)}`,
  ])
    expect(read([{ ...acme, icon: bad }])?.all, bad.slice(0, 30)).toEqual([acme]);
  for (const origin of [
    "http://acme.example.org",
    "https://acme.example.org/",
    "javascript:x",
    `https://${"a".repeat(250)}.org`,
    1,
  ])
    expect(read([{ ...acme, origin }])?.all).toEqual([]);
  for (const unread of [{ count: -1, atMs: 1 }, { count: 1.5, atMs: 1 }, { count: 1 }, 7])
    expect(read([{ ...acme, unread }])?.all).toEqual([acme]);
});

test("[security 17.2] a name from another server is limited to one line without direction control characters", () => {
  const named = (name: unknown) => read([{ ...acme, name }])?.all[0]?.name;
  expect(named("<b>Acme</b>")).toBe("<b>Acme</b>");
  expect(named("Ac\u202eme\n\u2028Inc")).toBe("Ac me Inc");
  expect(named("😀".repeat(100))).toBe("😀".repeat(60));
  expect([named(" \u200b "), named(undefined), named(7)]).toEqual(new Array(3).fill("acme.example.org"));
});

test("a list of organizations is limited in length, has no duplicates, and requires a valid key", () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ origin: `https://o${at}.example.org`, name: `O${at}` }));
  expect(read(many)?.all).toHaveLength(MAX_ORGANIZATIONS);
  expect(read([acme, acme, tea])?.all).toEqual([acme, tea]);
  for (const rest of [
    { key: "" },
    { key: 1 },
    { key: "<script>" },
    { changedMs: "now" },
    { changedMs: -1 },
    { all: {} },
  ])
    expect(read([acme], rest)).toBeUndefined();
  for (const text of [null, "", "[]", "null", "{", `"${"x".repeat(200_000)}"`])
    expect(readOrganizations(text)).toBeUndefined();
  expect(mergeOrganizations(list(many.slice(0, 15)), list(many.slice(15, 35)), 1).all).toHaveLength(MAX_ORGANIZATIONS);
});

test("withTold takes order, names and counts from another origin, but keeps this organization's own details", () => {
  const here = acme.origin;
  const told = list([far, { ...tea, name: "Tea & Co", unread: { count: 9, atMs: 7 } }, { ...acme, name: "Not Acme" }], {
    changedMs: 11,
  });
  expect(withTold(list([acme, tea]), told, here)).toEqual(
    list([far, { ...tea, name: "Tea & Co", unread: { count: 9, atMs: 7 } }, acme], { changedMs: 11 }),
  );
  // An older list changes neither the organizations nor a newer count.
  const older = list([{ ...tea, unread: { count: 1, atMs: 4 } }, acme, far], { changedMs: 9 });
  expect(withTold(list([acme, tea]), older, here)).toEqual(list([acme, tea]));
  // This organization stays even if the list lacks it.
  expect(withTold(list([acme, tea]), list([tea, far], { changedMs: 12 }), here).all).toEqual([tea, far, acme]);
});

test("[security 17.1] confirmation is needed for a list that adds an organization, but not for an old or reordered one", () => {
  const known = list([acme, tea]);
  expect(bringsOthers(known, list([tea, acme], { changedMs: 11 }))).toBe(false);
  expect(bringsOthers(known, list([acme], { changedMs: 11 }))).toBe(false);
  expect(bringsOthers(known, list([acme, tea, far], { changedMs: 11 }))).toBe(true);
  expect(bringsOthers(known, list([acme, tea, far], { changedMs: 9 }))).toBe(false);
});

test("joined puts a confirmed list first, and withSelf uses this organization's own name", () => {
  const all = mergeOrganizations(
    list([acme, far], { key: "0000111122223333" }),
    list([tea, { ...acme, name: "Not Acme" }]),
    20,
  );
  expect(withSelf(all, acme)).toEqual(list([tea, acme, far], { changedMs: 20 }));
  expect(withSelf(list([tea]), acme).all).toEqual([tea, acme]);
});
