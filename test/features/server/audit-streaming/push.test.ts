import { expect, test } from "vitest";
import { fetchPage } from "../../../support/files.ts";
import { freshly } from "../../../support/freshly.ts";
import { notesTo } from "../../../support/messages.ts";
import { advanceClock, evict, executeSql, inRealm, tablesOf, withConfig } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json, Person } from "../../../support/person.ts";
import { schedule, scheduledMessagesOf } from "../../../support/scheduled-messages.ts";
import { until } from "../../../support/until.ts";
import { type Collector, withCollector } from "./collector.ts";
import { writeEntries } from "./feeds.ts";

const AT = "/audit_log/destination";
/** No collector answers there. */
const NOBODYS_URL = "https://siem.example.com/intake";
const MINUTE = 60_000;
const DAY = 86_400_000;

const sizeOf = async (owner: Person): Promise<number> =>
  (await owner.ok(owner.get("/audit_log", { limit: 1 }))).checkpoint.size;
const stateOf = async (owner: Person): Promise<Json> => (await owner.ok(owner.get(AT))).destination;

async function connected({ iris, host }: Cast, collector: Collector, fields: Json = {}): Promise<void> {
  collector.key = await (await fetchPage(host, "/audit/v1/key")).text();
  // The collector must know the secret before the first delivery.
  collector.status = 503;
  collector.secret = (await iris.ok(freshly(iris).post(AT, { url: collector.url, ...fields }))).secret;
  collector.wrong = undefined;
  collector.status = 200;
}

/** Advances the clock until the collector has an entry. */
const untilTaken = (owner: Person, collector: Collector, last: number, passing = MINUTE) =>
  until(async () => {
    await advanceClock(owner, passing);
    expect(collector.ids.at(-1)).toBeGreaterThanOrEqual(last);
  });

const oneByOne = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("[security 18.14] a collector gets all entries in order, signed, with a covering checkpoint per batch", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris, noah } = cast;
    await connected(cast, collector, { after_id: 0 });
    await writeEntries(iris, 1200);
    const last = await sizeOf(iris);
    await untilTaken(iris, collector, last);
    expect(collector.wrong).toBeUndefined();
    expect(collector.ids.slice(0, last)).toEqual(oneByOne(1, last));
    for (const { ids, size, url } of collector.taken) expect([ids.at(-1), url]).toEqual([size, collector.url]);
    const { entries } = await iris.ok(iris.get("/audit_log", { after_id: 0, limit: 1 }));
    const { program: _, ...told } = entries[0];
    expect(JSON.parse(collector.taken[0]?.lines[0] ?? "")).toEqual({ ...told, leaf: expect.any(String) });

    // Few entries wait for at most a minute.
    await omarRenames(cast);
    await untilTaken(iris, collector, await sizeOf(iris));
    const state = await stateOf(iris);
    expect(state).toMatchObject({ url: collector.url, user_id: iris.id, failing_since: null, last_error: null });
    expect(state.delivered_id + state.waiting).toBe(await sizeOf(iris));
    expect((await noah.get(AT)).status).toBe(400);
  }));

const omarRenames = ({ omar, noah }: Cast) => omar.ok(omar.patch(`/users/${noah.id}`, { full_name: "Noah New" }));

test("refused batches are redelivered in order, even after a restart, and owners are notified after a day", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris } = cast;
    await connected(cast, collector);
    const begun = (await stateOf(iris)).delivered_id;
    collector.status = 500;
    await omarRenames(cast);
    await until(async () => {
      await advanceClock(iris, MINUTE);
      expect(await stateOf(iris)).toMatchObject({ last_error: "status 500", failing_since: expect.any(Number) });
    });
    const { failing_since, delivered_id } = await stateOf(iris);
    expect(delivered_id).toBe(begun);
    const notices = async () => (await notesTo(iris)).filter((text) => text.includes("audit log"));
    expect(await notices()).toEqual([]);
    await evict(iris);
    await advanceClock(iris, DAY);
    await until(async () => {
      await advanceClock(iris, 60 * MINUTE);
      expect(await notices()).toEqual([expect.stringContaining("`status 500`")]);
    });
    expect((await stateOf(iris)).failing_since).toBe(failing_since);
    collector.status = 200;
    await untilTaken(iris, collector, await sizeOf(iris), 61 * MINUTE);
    const [first = 0] = collector.ids;
    expect(first).toBeLessThanOrEqual(begun + 1);
    expect(collector.ids).toEqual(oneByOne(first, first + collector.ids.length - 1));
    expect(await notices()).toEqual([
      expect.any(String),
      expect.stringContaining("delivered to its destination again"),
    ]);
    expect(await stateOf(iris)).toMatchObject({ failing_since: null, last_error: null });
    expect(collector.wrong).toBeUndefined();
  }));

test("a batch answered with a redirect to a login page is redelivered", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris } = cast;
    await connected(cast, collector);
    const { delivered_id } = await stateOf(iris);
    collector.status = 302;
    await omarRenames(cast);
    await until(async () => {
      await advanceClock(iris, MINUTE);
      expect(await stateOf(iris)).toMatchObject({ last_error: "redirects", failing_since: expect.any(Number) });
    });
    expect(await stateOf(iris)).toMatchObject({ delivered_id });
    collector.status = 200;
    const last = await sizeOf(iris);
    await untilTaken(iris, collector, last, 61 * MINUTE);
    expect(collector.ids).toContain(last);
    expect(collector.ids[0]).toBeLessThanOrEqual(delivered_id + 1);
  }));

test("[security 18.14] the secret is returned once, and neither it nor the URL is logged or stored in plain text", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris } = cast;
    await withConfig(iris, { secretsKeys: ["a key of the operator, long enough"] }, async () => {
      await connected(cast, collector);
      const { secret } = await iris.ok(freshly(iris).patch(AT, { new_secret: true }));
      expect(secret).not.toBe(collector.secret);
      collector.secret = secret;
      await omarRenames(cast);
      await untilTaken(iris, collector, await sizeOf(iris));
      expect(await iris.ok(freshly(iris).patch(AT, { url: collector.url }))).toMatchObject({ secret: null });
      await iris.ok(freshly(iris).patch(AT, { url: "https://other.example.com/intake" }));
      const { entries } = await iris.ok(iris.get("/audit_log", { action: ["audit.*"] }));
      const details = entries.map(({ details: some }: Json) => some);
      expect(details).toContainEqual({ host: collector.host });
      expect(details).toContainEqual({ secret: "changed" });
      expect(details).toContainEqual({ before: collector.host, after: "other.example.com" });
      const stored = JSON.stringify([entries, await stateOf(iris), await tablesOf(iris)]);
      expect(stored).not.toContain(secret);
      expect(JSON.stringify([entries, await tablesOf(iris)])).not.toContain("in-the-address");
    });
  }));

test("at most one destination, at a public https URL, can be set, and without one no job or timer exists", async () => {
  const { iris } = await realm();
  for (const url of [
    "http://siem.example.com/",
    "https://127.0.0.1/",
    "https://10.0.0.1/",
    "https://a:b@siem.example.com/",
    "x",
  ]) {
    expect((await freshly(iris).post(AT, { url })).status, url).toBe(400);
  }
  expect((await freshly(iris).post(AT, { url: NOBODYS_URL, after_id: 1_000_000 })).status).toBe(400);
  expect(await stateOf(iris)).toBeNull();
  for (const method of ["PATCH", "DELETE"] as const) expect((await freshly(iris).send(method, AT)).status).toBe(404);
  const jobs = await inRealm(iris, ({ outbox }) => outbox.summary().map(({ job }) => job));
  expect(jobs).not.toContain("audit-push");
  const { timers = [] } = await tablesOf(iris);
  expect(JSON.stringify(timers)).not.toContain("audit-push");
  await iris.ok(freshly(iris).post(AT, { url: NOBODYS_URL }));
  expect((await freshly(iris).post(AT, { url: NOBODYS_URL })).status).toBe(400);
  await iris.ok(iris.delete(AT));
  expect(await stateOf(iris)).toBeNull();
});

test("a delivery that fails because of a lost encryption key is reported as failed, and only one delivery waits", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris } = cast;
    await connected(cast, collector);
    await untilTaken(iris, collector, await sizeOf(iris));
    // Simulates a lost encryption key.
    await executeSql(iris, "UPDATE audit_destination SET secret = 'sealed:1:00000000:AAAA'");
    for (let times = 0; times < 3; times += 1) {
      await writeEntries(iris, 3);
      await advanceClock(iris, MINUTE);
      await until(async () => {
        const { outbox, audit_destination } = await tablesOf(iris);
        expect((outbox as { job: string }[]).filter(({ job }) => job === "audit-push")).toMatchObject([
          { job: "audit-push" },
        ]);
        expect(audit_destination).toMatchObject([{ last_error: "internal error", failing_since: expect.any(Number) }]);
      });
    }
  }));

test("a collector that doesn't respond delays no others", () =>
  withCollector(async (collector) => {
    const cast = await realm();
    const { iris, omar } = cast;
    await connected(cast, collector);
    await untilTaken(iris, collector, await sizeOf(iris));
    const former = globalThis.fetch;
    const held = Promise.withResolvers<void>();
    let isAsked = false;
    answerOutside([collector.host], async (request) => {
      isAsked = true;
      await held.promise;
      return former(request);
    });
    const { delivered_id } = await stateOf(iris);
    await writeEntries(iris, 3);
    await until(async () => {
      await advanceClock(iris, MINUTE);
      expect(isAsked).toBe(true);
    });
    const due = await schedule(omar, { type: "direct", to: [iris.id], content: "in a minute" });
    expect(due.status).toBe(200);
    await advanceClock(iris, MINUTE + 1000);
    await until(async () => expect(await scheduledMessagesOf(omar)).toEqual([]));
    expect(await stateOf(iris)).toMatchObject({ delivered_id, failing_since: null });
    held.resolve();
    await untilTaken(iris, collector, await sizeOf(iris));
    expect(collector.wrong).toBeUndefined();
  }));

test("a URL without TLS is allowed for a host that the operator configured", async () => {
  const { iris } = await realm();
  await withConfig(iris, { outsideHosts: ["siem.internal"] }, async () => {
    const here = { url: "http://siem.internal:8088/intake" };
    await iris.ok(freshly(iris).post(AT, here));
    expect(await stateOf(iris)).toMatchObject(here);
    await iris.ok(iris.delete(AT));
  });
});
