import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { BulkStore } from "../../../src/database/bulk-store.ts";
import type { Row } from "../../../src/database/bulk-table.ts";
import { usersInBulk } from "../../../src/features/organization/accounts/rows.ts";
import { seconds } from "../../../src/util/time.ts";
import { advanceClock, evict, untilShipped, withDatabase } from "../../support/object.ts";
import { organization } from "../../support/organization.ts";
import type { Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";

const add = (owner: Person, name: string) =>
  owner.ok(
    owner.post("/users", { full_name: name, email: `${name.replace(" ", "")}@example.com`, password: "correct horse" }),
  );
const namesInD1 = async (realm: number) => {
  const query = env.DB.prepare("SELECT full_name FROM users WHERE realm = ?1 AND full_name LIKE 'New%' ORDER BY key");
  return (await query.bind(realm).all<{ full_name: string }>()).results.map((row) => row.full_name);
};

/** The realm has no search index, so it can't answer this itself. */
const searched = { anchor: "newest", num_after: 0, narrow: '[["search","hello"]]' };

test("rows of bulk tables arrive in D1", async () => {
  const { owner, reply } = await organization();
  const { user_id } = await add(owner, "New One");
  await untilShipped(owner);
  expect(await namesInD1(reply.realm_id)).toEqual(["New One"]);
  await owner.ok(owner.patch(`/users/${user_id}`, { full_name: "New Two" }));
  await untilShipped(owner);
  expect(await namesInD1(reply.realm_id)).toEqual(["New Two"]);
});

describe("while D1 is unavailable", () => {
  test("changes and events continue, the health check reports the outage, and all rows arrive in the end", async () => {
    const { owner, reply } = await organization();
    const queue = await owner.queue({ event_types: ["realm_user"], fetch_event_types: [] });
    await untilShipped(owner);
    await withDatabase(owner, "refuse", async () => {
      for (let i = 0; i < 5; i++) await add(owner, `New ${i}`);
      expect((await queue.events()).filter((event) => event.op === "add")).toHaveLength(5);
      await until(async () => expect((await owner.get("/health")).body.status).toBe("lagging"));
      expect(await namesInD1(reply.realm_id)).toEqual([]);
    });
    await advanceClock(owner, 120_000);
    await untilShipped(owner);
    expect(await namesInD1(reply.realm_id)).toEqual([0, 1, 2, 3, 4].map((i) => `New ${i}`));
    expect((await owner.get("/health")).body.status).toBe("ok");
  });

  test("a write that succeeded but reported a failure is not repeated", async () => {
    const { owner, reply } = await organization();
    await withDatabase(owner, "lie", async () => {
      await add(owner, "New One");
      await until(async () => expect(await namesInD1(reply.realm_id)).toEqual(["New One"]));
      await add(owner, "New Two");
    });
    await advanceClock(owner, 120_000);
    await untilShipped(owner);
    expect(await namesInD1(reply.realm_id)).toEqual(["New One", "New Two"]);
  });

  test("many readers cause only a few attempts to reach it", async () => {
    const { owner } = await organization();
    await untilShipped(owner);
    await withDatabase(owner, "refuse", async () => {
      await add(owner, "New One");
      const ask = () => owner.get("/messages", { ...searched, num_before: 1 });
      for (const { status } of await Promise.all(Array.from({ length: 20 }, ask))) expect(status).toBe(503);
      expect((await owner.get("/health")).body.bulk_store.failures).toBeLessThan(6);
    });
  });

  test("unshipped rows survive an eviction", async () => {
    const { owner, reply } = await organization();
    await untilShipped(owner);
    await withDatabase(owner, "refuse", async () => {
      await add(owner, "New One");
      await evict(owner);
    });
    await owner.get("/health");
    await advanceClock(owner, 120_000);
    await untilShipped(owner);
    expect(await namesInD1(reply.realm_id)).toEqual(["New One"]);
  });
});

test("a shipment that arrives late doesn't overwrite a newer one", async () => {
  const realm = 1_007_300;
  const store = new BulkStore(env.DB, { id: realm, subdomain: `late${realm}`, created_at: seconds(0) });
  const row = (full_name: string) => ({
    ...Object.fromEntries(usersInBulk.columns.map((column) => [column, 0])),
    id: 1,
    full_name,
  });
  let version = 0;
  const ship = (stamp: string, follows: string[], change: { rows?: Row[]; removed?: number[][] }) =>
    store.ship([{ table: usersInBulk, rows: [], removed: [], ...change }], {
      epoch: 7,
      version: ++version,
      stamp,
      follows,
      first: "none",
    });
  await ship("second", ["none", "first"], { rows: [row("New")] });
  await ship("first", ["none"], { rows: [row("New Late")] });
  expect(await namesInD1(realm)).toEqual(["New"]);
  await ship("first", ["none"], { removed: [[1]] });
  expect(await namesInD1(realm)).toEqual(["New"]);
  await ship("third", ["second"], { removed: [[1]] });
  expect(await namesInD1(realm)).toEqual([]);
});

test("a reader gets an error if D1 refuses the query, even if everything has been shipped", async () => {
  const { owner } = await organization();
  const query = { ...searched, num_before: 1 };
  await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }));
  await owner.ok(owner.get("/messages", query));
  await withDatabase(owner, "refuse", async () => {
    const { status, headers, body } = await owner.get("/messages", query);
    expect([status, body.code, headers.get("Retry-After")]).toEqual([503, "REQUEST_TIMEOUT", "2"]);
  });
  expect((await owner.ok(owner.get("/messages", query))).messages).toHaveLength(1);
});
