import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { storeFailure } from "../../src/database/store-failure.ts";
import { untilShipped } from "../support/object.ts";
import { organization } from "../support/organization.ts";
import type { Person } from "../support/person.ts";

test.for([
  ["database or disk is full: SQLITE_FULL", /database is full/],
  ["database disk image is malformed: SQLITE_CORRUPT", /database is damaged.*backup/],
  ["file is not a database: SQLITE_NOTADB", /damaged/],
  ["disk I/O error: SQLITE_IOERR", /disk is failing/],
  ["out of memory: SQLITE_NOMEM", /out of memory/],
  ["attempt to write a readonly database: SQLITE_READONLY", /no permission to write/],
  ["unable to open database file: SQLITE_CANTOPEN", /no permission to write/],
  ["internal error; reference = abc", /full.*damaged/],
  ["Exceeded allowed rows written in Durable Objects free tier.", /after midnight/],
  ["D1_ERROR: Exceeded maximum DB size", /message store is full/],
  ["D1_ERROR: exceeded the daily limit of rows written", /message store .*after midnight/],
  ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", /message store has too much to do right now/],
  ["D1_ERROR: no such table: messages: SQLITE_ERROR", /message store isn't available/],
  ["Durable Object is overloaded. Too many requests queued.", /too much to do/],
  ["get: We encountered an internal error. (10001)", /file store/],
  ["Network connection lost.", /file store/],
] as const)("storeFailure explains %s", ([message, means]) => {
  const failure = storeFailure(new Error(message));
  expect(failure?.toShape()).toMatchObject({ code: "REQUEST_TIMEOUT", status: 503, msg: expect.stringMatching(means) });
  expect(Number(failure?.headers["Retry-After"])).toBeGreaterThan(0);
});

test("storeFailure ignores program errors", () => {
  expect(storeFailure(new Error("undefined is not a function"))).toBeUndefined();
  expect(storeFailure(new Error("no such column: x: SQLITE_ERROR"))).toBeUndefined();
});

const FULL = "database or disk is full: SQLITE_FULL";
const breakStorage = (person: Person, error?: string) => person.ok(person.post("/testing/storage", { error }));
const health = async (person: Person) => {
  const response = await exports.default.fetch(`http://${person.host}/health`);
  const { status, reason } = await response.json<{ status: string; reason?: string }>();
  return [response.status, status, reason] as const;
};

describe("an organization whose own database is full", () => {
  test("refuses writes with the reason, still serves reads, and recovers once it can be written", async () => {
    const { owner } = await organization();
    const queue = await owner.queue({ event_types: ["message"], fetch_event_types: [] });
    const say = (content: string) =>
      owner.post("/messages", {
        type: "channel",
        to: "general",
        topic: "t",
        content,
        queue_id: queue.id,
        local_id: content,
      });
    await owner.ok(say("before"));
    await untilShipped(owner);
    await breakStorage(owner, FULL);
    try {
      for (const call of [say("refused"), owner.post("/register"), owner.patch("/realm", { name: "Changed" })]) {
        const { status, headers, body } = await call;
        expect([status, body.code, headers.get("Retry-After")]).toEqual([503, "REQUEST_TIMEOUT", "60"]);
        expect(body.msg).toMatch(/full/);
      }
      expect(await health(owner)).toEqual([503, "failing", expect.stringMatching(/full/)]);
      const page = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 9, num_after: 0 }));
      expect(page.messages).toHaveLength(1);
      expect((await owner.ok(owner.get("/server_settings"))).realm_name).toBe("Test");
    } finally {
      await breakStorage(owner);
    }
    expect(await health(owner)).toEqual([200, "ok", undefined]);
    await owner.ok(say("after"));
    expect((await queue.events()).map((event) => event.message.content)).toEqual(["before", "after"]);
    await owner.ok(say("refused"));
    const page = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 9, num_after: 0 }));
    expect(page.messages.map(({ content }: { content: string }) => content)).toEqual([
      "<p>before</p>",
      "<p>after</p>",
      "<p>refused</p>",
    ]);
  });
});
