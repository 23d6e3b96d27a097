import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { FAILURE } from "../../src/features/server/test-hooks/endpoints.ts";
import { laterOutboxTables, Outbox, outboxTables } from "../../src/realm/outbox.ts";
import { Timers, timerTables } from "../../src/realm/timers.ts";
import { MovableClock } from "../../src/util/clock.ts";
import { logLines } from "../support/log-lines.ts";
import { evict, identityOf, tablesOf } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";
import { inFreshObject } from "../support/storage.ts";
import { until } from "../support/until.ts";

const inStorage = <T>(person: Person, work: (storage: DurableObjectStorage) => T) =>
  runInDurableObject(env.REALM.get(env.REALM.idFromName(person.host.replace(/\.localhost$/, ""))), (_, { storage }) =>
    work(storage),
  );

test("unknown timers and jobs of a newer program are logged once, kept, and set no alarm", async () => {
  const { noah } = await realm();
  await inStorage(noah, ({ sql }) => {
    sql.exec("INSERT INTO timers (name, due_at) VALUES ('from-tomorrow:7', 1), ('from-tomorrow:8', 1)");
    sql.exec("INSERT INTO outbox (job, payload, due_at) VALUES ('job-of-tomorrow', '{}', 1)");
  });
  const lines = logLines();
  await evict(noah);
  await noah.ok(noah.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }));
  await evict(noah);
  // A known job, so that the outbox and the alarm are used.
  await noah.ok(noah.post("/testing/failures", { step: "job" }));
  await until(() => expect(lines.of("job_failed")).not.toEqual([]));

  const { id, subdomain } = await identityOf(noah);
  const about = { level: "warn", subdomain, realm: id };
  expect(lines.of("timer_unknown")).toEqual([expect.objectContaining({ ...about, timer: "from-tomorrow" })]);
  expect(lines.of("job_unknown")).toEqual([expect.objectContaining({ ...about, job: "job-of-tomorrow" })]);
  expect(lines.of("timer_failed")).toEqual([]);
  const { timers, outbox } = await tablesOf(noah);
  expect(timers).toContainEqual(expect.objectContaining({ name: "from-tomorrow:7" }));
  expect(timers).toContainEqual(expect.objectContaining({ name: "from-tomorrow:8" }));
  expect(outbox).toContainEqual(expect.objectContaining({ job: "job-of-tomorrow", attempts: 0 }));
  // The next alarm is in a second, for the failed job. Unknown timers and jobs set none, although they are due.
  const alarm = await inStorage(noah, async (storage) => ((await storage.getAlarm()) ?? 0) - Date.now());
  expect(alarm).toBeGreaterThan(0);
  await inStorage(noah, ({ sql }) => sql.exec("DELETE FROM outbox"));
});

test("timers and jobs run again under a program that knows them", () =>
  inFreshObject(async ({ storage }) => {
    for (const step of [...timerTables, ...outboxTables, ...laterOutboxTables]) storage.sql.exec(step);
    storage.sql.exec("INSERT INTO timers (name, due_at) VALUES ('from-tomorrow:7', 1)");
    storage.sql.exec("INSERT INTO outbox (job, payload, due_at) VALUES ('job-of-tomorrow', '{}', 1)");
    const clock = new MovableClock();
    const older = new Timers(storage.sql, storage, clock, () => false);
    expect([older.unknown, older.due()]).toEqual([["from-tomorrow"], []]);
    await older.resume();
    expect(await storage.getAlarm()).toBeNull();

    const done: unknown[] = [];
    const timers = new Timers(storage.sql, storage, clock, () => true);
    const outbox = new Outbox(storage.sql, timers, clock, new Map([["job-of-tomorrow", () => void done.push(1)]]), () =>
      storage.sync(),
    );
    outbox.resume();
    await timers.resume();
    expect(await storage.getAlarm()).not.toBeNull();
    expect(timers.due().map(({ name }) => name)).toEqual([outbox.timer, "from-tomorrow:7"]);
    await outbox.work(() => {});
    expect(done).toEqual([1]);
    await storage.deleteAlarm();
  }));

test("an alarm that the platform abandoned is set again when the object is loaded", async () => {
  const { noah } = await realm();
  await inStorage(noah, async (storage) => {
    storage.sql.exec("INSERT INTO timers (name, due_at) VALUES (?1, 1)", FAILURE);
    await storage.deleteAlarm();
  });
  await evict(noah);
  const lines = logLines();
  await noah.ok(noah.get("/users/me"));
  await until(() => expect(lines.of("timer_failed")).not.toEqual([]));
  await inStorage(noah, ({ sql }) => sql.exec("DELETE FROM timers"));
});
