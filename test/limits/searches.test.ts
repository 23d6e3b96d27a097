import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";

const most = limits.work.search_words;
const words = (count: number, between = " ") => Array.from({ length: count }, (_, index) => `w${index}`).join(between);
const search = (...operands: string[]) => operands.map((operand) => ({ operator: "search", operand }));

test.each([
  ["words", (count: number) => search(words(count))],
  ["words of a phrase", (count: number) => search(`"${words(count)}"`)],
  ["parts of one word", (count: number) => search(words(count, "-"))],
  ["characters that each are a word", (count: number) => search("茶".repeat(count))],
  ["words of several searches", (count: number) => search(...Array.from({ length: 10 }, () => words(count / 10)), "")],
  ["excluded words", (count: number) => search(words(count)).map((term): Json => ({ ...term, negated: true }))],
])("a search allows a limited number of %s", async (_, narrow) => {
  const { iris } = await realm();
  const page = { anchor: "newest", num_before: 1, num_after: 0 };
  const asked = (narrow: Json) => [
    iris.get("/messages", { ...page, narrow }),
    iris.get("/messages/matches_narrow", { msg_ids: [1], narrow }),
    iris.post("/messages/flags/narrow", { ...page, num_before: 1, op: "add", flag: "read", narrow }),
  ];
  for (const { status } of await Promise.all(asked(narrow(most)))) expect(status).toBe(200);
  for (const { status, body } of await Promise.all(asked([...narrow(most), ...search("more")]))) {
    expect([status, body.code, body.desc]).toEqual([400, "BAD_NARROW", `more than ${most} words to search for`]);
  }
});

test("a narrow allows a limited number of terms", async () => {
  const { iris } = await realm();
  const narrow = (count: number) => Array.from({ length: count }, () => ({ operator: "is", operand: "dm" }));
  const page = { anchor: "newest", num_before: 1, num_after: 0 };
  expect((await iris.get("/messages", { ...page, narrow: narrow(limits.list.terms) })).status).toBe(200);
  const { body } = await iris.get("/messages", { ...page, narrow: narrow(limits.list.terms + 1) });
  expect([body.code, body.desc]).toEqual(["BAD_NARROW", `more than ${limits.list.terms} terms`]);
});
