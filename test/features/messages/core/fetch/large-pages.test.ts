import { expect, test } from "vitest";
import { limits } from "../../../../../src/protocol/limit-table.ts";
import { realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const COUNT = 260;
/** Half the maximum message length, and several times as long in HTML: about 22 kB in total. */
const content = (index: number) => `${index} ${'<&>"'.repeat(1249)}`.slice(0, 5000);

async function longMessages(): Promise<{ iris: Person; ids: readonly number[] }> {
  const { iris } = await realm();
  const messages = Array.from({ length: COUNT }, (_, index) => ({
    sender: iris.id,
    to: [iris.id],
    content: content(index),
  }));
  const ids: number[] = [];
  for (let at = 0; at < COUNT; at += 52) {
    ids.push(...(await iris.ok(iris.post("/testing/messages", { messages: messages.slice(at, at + 52) }))).ids);
  }
  return { iris, ids };
}

const page = (who: Person, fields: Json): Promise<Json> =>
  who.ok(who.get("/messages", { apply_markdown: false, ...fields }));
const idsOf = ({ messages }: Json): number[] => messages.map(({ id }: Json) => id);
const bytesOf = (body: Json) => JSON.stringify(body).length;

test("a page of long messages ends early on either side of its anchor, as found_oldest and found_newest show", async () => {
  const { iris, ids } = await longMessages();
  const newest = await page(iris, { anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: true });
  expect(bytesOf(newest)).toBeLessThan(limits.answer.page_bytes);
  expect(newest).toMatchObject({ found_oldest: false, found_newest: true });
  expect(newest.messages.length).toBeGreaterThan(50);
  expect(idsOf(newest)).toEqual(ids.slice(-newest.messages.length));

  const oldest = await page(iris, { anchor: "oldest", num_before: 0, num_after: 5000 });
  expect(oldest).toMatchObject({ found_oldest: true, found_newest: false });
  expect(idsOf(oldest)).toEqual(ids.slice(0, oldest.messages.length));

  const middle = await page(iris, { anchor: ids[130], num_before: 2500, num_after: 2500 });
  expect(middle).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false, anchor: ids[130] });
  const first = ids.indexOf(idsOf(middle)[0] as number);
  expect(idsOf(middle)).toEqual(ids.slice(first, first + middle.messages.length));
  expect(idsOf(middle).at(-1)).toBeGreaterThan(ids[130] as number);

  const few = await page(iris, { anchor: ids[130], num_before: 5, num_after: 5 });
  expect(few).toMatchObject({ found_oldest: false, found_newest: false });
  expect(few.messages).toHaveLength(11);
});

test("a client that continues from the end of a page gets every message once", async () => {
  const { iris, ids } = await longMessages();
  const read: number[] = [];
  let anchor: Json = "newest";
  for (let done = false; !done; ) {
    const next = await page(iris, { anchor, num_before: 1000, num_after: 0, include_anchor: anchor === "newest" });
    expect(next.messages.length).toBeGreaterThan(0);
    read.unshift(...idsOf(next));
    anchor = read[0];
    done = next.found_oldest;
  }
  expect(read).toEqual(ids);
});

test("a page of a search ends early too", async () => {
  const { iris, ids } = await longMessages();
  const narrow = [{ operator: "search", operand: "12" }];
  const { messages, found_oldest } = await page(iris, { anchor: "newest", num_before: 5000, num_after: 0, narrow });
  expect([messages.map(({ id }: Json) => id), found_oldest]).toEqual([[ids[12]], true]);
  const all = { narrow: [{ operator: "sender", operand: "me" }], num_before: 5000, num_after: 0, anchor: "newest" };
  expect((await page(iris, all)).found_oldest).toBe(false);
});

test("a request for messages by ID is refused if they are too large in total", async () => {
  const { iris, ids } = await longMessages();
  expect((await page(iris, { message_ids: ids.slice(0, 50) })).messages).toHaveLength(50);
  const { status, body } = await iris.get("/messages", { message_ids: ids });
  expect([status, body.msg]).toEqual([400, "The messages are too long to be sent together."]);
});

test("a page of very many short messages ends early too, and the next page continues there", async () => {
  const { iris } = await realm();
  const count = 2450;
  const messages = Array.from({ length: count / 10 }, () => ({ sender: iris.id, to: [iris.id], content: "." }));
  for (let times = 0; times < 10; times++) await iris.ok(iris.post("/testing/messages", { messages }));
  const newest = await page(iris, { anchor: "newest", num_before: 5000, num_after: 0 });
  expect(newest).toMatchObject({ found_oldest: false, found_newest: true });
  const rest = await page(iris, { anchor: idsOf(newest)[0], num_before: 5000, num_after: 0, include_anchor: false });
  expect(rest).toMatchObject({ found_oldest: true, found_newest: false });
  expect(new Set([...idsOf(rest), ...idsOf(newest)]).size).toBe(count);
  const middle = await page(iris, { anchor: idsOf(newest)[40], num_before: 2500, num_after: 2500 });
  expect(middle).toMatchObject({ found_oldest: true, found_newest: false });
  expect(middle.messages.length).toBeLessThan(count);
});
