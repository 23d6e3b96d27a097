import { describe, expect, test } from "vitest";
import { outcome, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const create = async (who: Person, title: string, content: string): Promise<number> =>
  (await who.ok(who.post("/saved_snippets", { title, content }))).saved_snippet_id;
const snippetsOf = async (who: Person): Promise<Json[]> => (await who.ok(who.get("/saved_snippets"))).saved_snippets;

describe("[messages 14] saved snippets", () => {
  test("are created, changed and deleted, with events", async () => {
    const { noah, mia } = await realm();
    let id = 0;
    const [events, other] = await eventsDuring([noah, mia], async () => {
      id = await create(noah, " Greeting ", "**Hello** all\n");
      await noah.ok(noah.patch(`/saved_snippets/${id}`, { title: "Welcome" }));
      await noah.ok(noah.patch(`/saved_snippets/${id}`, { content: "Hi" }));
      await noah.ok(noah.patch(`/saved_snippets/${id}`, { content: "Hi" }));
      expect(await snippetsOf(noah)).toMatchObject([{ id, title: "Welcome", content: "Hi" }]);
      await noah.ok(noah.delete(`/saved_snippets/${id}`));
    });
    const date_created = events?.[0].saved_snippet.date_created;
    expect(Math.abs(date_created - Date.now() / 1000)).toBeLessThan(60);
    const forms = [
      { title: "Greeting", content: "**Hello** all\n" },
      { title: "Welcome", content: "**Hello** all\n" },
      { title: "Welcome", content: "Hi" },
    ].map((form) => ({ id, date_created, ...form }));
    expect(events).toMatchObject([
      { type: "saved_snippets", op: "add", saved_snippet: forms[0] },
      { type: "saved_snippets", op: "update", saved_snippet: forms[1] },
      { type: "saved_snippets", op: "update", saved_snippet: forms[2] },
      { type: "saved_snippets", op: "remove", saved_snippet_id: id },
    ]);
    expect(other).toEqual([]);
    expect(await snippetsOf(noah)).toEqual([]);
  });

  test.each([
    ["no title", { title: " ", content: "x" }, "Title cannot be empty."],
    ["no content", { title: "x", content: "\n" }, "Content cannot be empty."],
    ["a title that is too long", { title: "x".repeat(61), content: "x" }, "title is too long (limit: 60 characters)"],
    [
      "content that is too long",
      { title: "x", content: "x".repeat(10_001) },
      "content is too long (limit: 10000 characters)",
    ],
  ])("are refused with %s", async (_, fields, msg) => {
    const { noah } = await realm();
    expect(await outcome(noah.post("/saved_snippets", fields))).toBe(`BAD_REQUEST: ${msg}`);
    const id = await create(noah, "x".repeat(60), "é".repeat(10_000));
    expect(await outcome(noah.patch(`/saved_snippets/${id}`, fields))).toBe(`BAD_REQUEST: ${msg}`);
  });

  test("require a title and content", async () => {
    const { noah } = await realm();
    const missing = (name: string) => `REQUEST_VARIABLE_MISSING: Missing '${name}' argument`;
    expect(await outcome(noah.post("/saved_snippets", { content: "x" }))).toBe(missing("title"));
    expect(await outcome(noah.post("/saved_snippets", { title: "x" }))).toBe(missing("content"));
  });

  test("belong only to their owner", async () => {
    const { by, noah } = await realmWithCallers();
    const id = await create(noah, "mine", "alone");
    for (const who of [by.owner, by.administrator, by.moderator, by.guest, by.bot]) {
      for (const call of [who.patch(`/saved_snippets/${id}`, { title: "x" }), who.delete(`/saved_snippets/${id}`)]) {
        const { status, body } = await call;
        expect([status, body.code, body.msg]).toEqual([404, "BAD_REQUEST", "Saved snippet does not exist."]);
      }
      expect(await snippetsOf(who)).toEqual([]);
    }
  });
});
