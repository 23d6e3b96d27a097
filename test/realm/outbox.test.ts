import { describe, expect, test } from "vitest";
import { type Job, laterOutboxTables, Outbox, outboxTables } from "../../src/realm/outbox.ts";
import { Timers, timerTables } from "../../src/realm/timers.ts";
import { type Clock, machineClock } from "../../src/util/clock.ts";
import { after, type Milliseconds, milliseconds } from "../../src/util/time.ts";
import { inFreshObject } from "../support/storage.ts";
import { until } from "../support/until.ts";

/** A clock that only the test moves, however long its steps take. */
class StillClock implements Clock {
  #now = machineClock.milliseconds();

  milliseconds(): Milliseconds {
    return this.#now;
  }

  advance(ms: Milliseconds): void {
    this.#now = after(this.#now, ms);
  }
}

const withOutbox = (
  jobs: Record<string, Job>,
  work: (parts: Parts) => Promise<void>,
  sync = (storage: DurableObjectStorage) => storage.sync(),
) =>
  inFreshObject(async ({ storage }) => {
    for (const step of [...timerTables, ...outboxTables, ...laterOutboxTables]) storage.sql.exec(step);
    const clock = new StillClock();
    const timers = new Timers(storage.sql, storage, clock, () => true);
    const outbox = new Outbox(storage.sql, timers, clock, new Map(Object.entries(jobs)), () => sync(storage));
    const errors: string[] = [];
    const alarm = async () => {
      for (const timer of timers.due()) {
        if (timer.name === outbox.timer) await outbox.work((_, error) => errors.push(String(error)));
        timers.settle(timer);
      }
    };
    await work({ storage, clock, timers, outbox, errors, alarm });
  });

interface Parts {
  storage: DurableObjectStorage;
  clock: StillClock;
  timers: Timers;
  outbox: Outbox;
  errors: string[];
  alarm(): Promise<void>;
}

test("jobs run once, in order", async () => {
  const done: unknown[] = [];
  await withOutbox({ note: (payload) => void done.push(payload) }, async ({ outbox, alarm }) => {
    outbox.add("note", { n: 1 });
    outbox.add("note", { n: 2 });
    await alarm();
    await alarm();
  });
  expect(done).toEqual([{ n: 1 }, { n: 2 }]);
});

test("a job runs only once its attempt is on disk", async () => {
  const steps: unknown[] = [];
  const sync = async (storage: DurableObjectStorage) => {
    const row = storage.sql.exec("SELECT is_begun FROM outbox").one();
    await storage.sync();
    steps.push(row);
  };
  const work = async ({ outbox, alarm }: Parts) => {
    outbox.add("note", 1);
    await alarm();
  };
  await withOutbox({ note: () => void steps.push("runs") }, work, sync);
  expect(steps).toEqual([{ is_begun: 1 }, "runs"]);
});

test("a job of a rolled-back change never runs", async () => {
  const done: unknown[] = [];
  await withOutbox({ note: (payload) => void done.push(payload) }, async ({ storage, outbox, alarm }) => {
    const undone = () =>
      storage.transactionSync(() => {
        outbox.add("note", 1);
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    await alarm();
  });
  expect(done).toEqual([]);
});

test("a failed job is retried with growing delays, and does not block others", async () => {
  const tries: number[] = [];
  const done: unknown[] = [];
  const jobs: Record<string, Job> = {
    flaky: () => {
      tries.push(1);
      if (tries.length < 4) throw new Error("not yet");
    },
    note: (payload) => void done.push(payload),
  };
  await withOutbox(jobs, async ({ clock, outbox, errors, alarm }) => {
    outbox.add("flaky", null);
    outbox.add("note", "after");
    await alarm();
    expect([tries.length, done]).toEqual([1, ["after"]]);
    for (const [seconds, expected] of [
      [0.9, 1],
      [0.2, 2],
      [1.8, 2],
      [0.3, 3],
      [4.1, 4],
      [3600, 4],
    ]) {
      clock.advance(milliseconds((seconds ?? 0) * 1000));
      await alarm();
      expect(tries.length, `${seconds} s later`).toBe(expected);
    }
    expect(errors).toHaveLength(3);
  });
});

test("a job that is removed while an earlier one runs is not run", async () => {
  const done: unknown[] = [];
  const drops = Promise.withResolvers<void>();
  const jobs: Record<string, Job> = { slow: () => drops.promise, note: (payload) => void done.push(payload) };
  await withOutbox(jobs, async ({ outbox, alarm, storage }) => {
    outbox.add("slow", null);
    for (const payload of ["unwanted", "wanted"]) outbox.add("note", payload);
    const working = alarm();
    outbox.drop("note", "unwanted", (payload) => payload === "unwanted");
    drops.resolve();
    await working;
    expect(storage.sql.exec("SELECT job FROM outbox").toArray()).toEqual([]);
  });
  expect(done).toEqual(["wanted"]);
});

describe("a prompt job", () => {
  /** An outbox with one prompt job and one slow one. Each waits until the test resolves it. */
  const withPrompt = (work: (facts: PromptFacts) => Promise<void>) =>
    inFreshObject(async ({ storage }) => {
      for (const step of [...timerTables, ...outboxTables, ...laterOutboxTables]) storage.sql.exec(step);
      const clock = new StillClock();
      const timers = new Timers(storage.sql, storage, clock, () => true);
      const begun: string[] = [];
      const lets = {
        slow: Promise.withResolvers<void>(),
        fast: Promise.withResolvers<void>(),
        other: Promise.withResolvers<void>(),
      };
      const jobs = new Map<string, Job>(
        (["slow", "fast", "other"] as const).map((name) => [
          name,
          (payload) => {
            begun.push(`${name} ${payload}`);
            return lets[name].promise;
          },
        ]),
      );
      const facts = { patient: new Set<string>(), whenLost: new Map(), prompt: [["fast"], ["other"]] };
      const outbox = new Outbox(storage.sql, timers, clock, jobs, () => storage.sync(), facts);
      const errors: string[] = [];
      const report = (_: string, error: unknown) => void errors.push(String(error));
      const rows = () =>
        storage.sql
          .exec("SELECT job FROM outbox ORDER BY id")
          .toArray()
          .map(({ job }) => job);
      const due = () => {
        const [timer] = storage.sql.exec("SELECT due_at FROM timers").toArray();
        return timer === undefined ? null : Number(timer["due_at"]) - clock.milliseconds();
      };
      await work({ outbox, clock, begun, lets, rows, due, report });
      expect(errors).toEqual([]);
    });

  interface PromptFacts {
    readonly outbox: Outbox;
    readonly clock: StillClock;
    readonly begun: readonly string[];
    readonly lets: Readonly<Record<"slow" | "fast" | "other", PromiseWithResolvers<void>>>;
    readonly rows: () => unknown[];
    readonly due: () => number | null;
    readonly report: (event: string, error: unknown) => void;
  }

  test("starts after its change while another job runs, and the alarm doesn't start it again", () =>
    withPrompt(async ({ outbox, clock, begun, lets, rows, due, report }) => {
      outbox.add("slow", 1);
      const working = outbox.work(report);
      await until(() => expect(begun).toEqual(["slow 1"]));
      outbox.add("fast", 2);
      expect(begun).toEqual(["slow 1"]);
      outbox.start(report);
      await until(() => expect(begun).toEqual(["slow 1", "fast 2"]));
      lets.slow.resolve();
      await working;
      expect(rows()).toEqual(["fast"]);
      // While it runs, the alarm only watches it.
      expect(due()).toBeGreaterThan(10_000);
      clock.advance(milliseconds(60_000));
      await outbox.work(report);
      expect(begun).toHaveLength(2);
      lets.fast.resolve();
      await until(() => expect(rows()).toEqual([]));
      await until(() => expect(due()).toBeNull());
    }));

  test("waits for a running job of the same kind, even if the alarm is running another job", () =>
    withPrompt(async ({ outbox, begun, lets, rows, report }) => {
      outbox.add("slow", 0);
      const working = outbox.work(report);
      outbox.add("fast", 1);
      outbox.start(report);
      await until(() => expect(begun).toEqual(["slow 0", "fast 1"]));
      outbox.add("fast", 2);
      outbox.start(report);
      expect(begun).toHaveLength(2);
      lets.fast.resolve();
      await until(() => expect(begun).toEqual(["slow 0", "fast 1", "fast 2"]));
      await until(() => expect(rows()).toEqual(["slow"]));
      lets.slow.resolve();
      await working;
    }));

  test("of another feature doesn't wait for a running one", () =>
    withPrompt(async ({ outbox, begun, lets, rows, due, report }) => {
      outbox.add("fast", 1);
      outbox.add("other", 2);
      outbox.start(report);
      await until(() => expect(begun.toSorted()).toEqual(["fast 1", "other 2"]));
      lets.other.resolve();
      await until(() => expect(rows()).toEqual(["fast"]));
      expect(due()).toBeGreaterThan(10_000);
      lets.fast.resolve();
      await until(() => expect(due()).toBeNull());
    }));

  test("with a later time sets the alarm for that time", () =>
    withPrompt(async ({ outbox, clock, begun, due, report }) => {
      outbox.add("fast", 1, milliseconds(clock.milliseconds() + 500));
      outbox.start(report);
      expect(due()).toBeLessThanOrEqual(500);
      await outbox.work(report);
      expect(begun).toEqual([]);
      expect(due()).toBeLessThanOrEqual(500);
      clock.advance(milliseconds(500));
      await outbox.work(report);
      await until(() => expect(begun).toEqual(["fast 1"]));
    }));

  test("is started by the alarm if the object was evicted before the job could run", () =>
    withPrompt(async ({ outbox, clock, begun, due, report }) => {
      outbox.add("fast", 1);
      expect(due()).toBeGreaterThan(0);
      outbox.resume();
      expect(due()).toBeLessThanOrEqual(0);
      clock.advance(milliseconds(1));
      await outbox.work(report);
      await until(() => expect(begun).toEqual(["fast 1"]));
    }));
});

describe("a job that crashes the program", () => {
  /** Successive objects on one storage, each of which crashes in its first job called "deadly". */
  const ends = (whenLost: ReadonlyMap<string, (payload: unknown) => void>, patient: readonly string[], work: Ends) =>
    inFreshObject(async ({ storage }) => {
      for (const step of [...timerTables, ...outboxTables, ...laterOutboxTables]) storage.sql.exec(step);
      const clock = new StillClock();
      const timers = new Timers(storage.sql, storage, clock, () => true);
      const [begun, done, told]: string[][] = [[], [], []];
      const object = (deadly: () => Promise<void> | void) => {
        const jobs = new Map<string, Job>([
          [
            "deadly",
            () => {
              begun?.push("deadly");
              return deadly();
            },
          ],
          ["note", (payload) => void done?.push(String(payload))],
        ]);
        const facts = { patient: new Set(patient), whenLost };
        const outbox = new Outbox(storage.sql, timers, clock, jobs, () => storage.sync(), facts);
        outbox.resume();
        return outbox;
      };
      /** One run of the program, which ends after its jobs or crashes in the deadly one. Nothing it started continues. */
      const life = async (beforeCrash: (outbox: Outbox) => void = () => {}) => {
        const crash = Promise.withResolvers<void>();
        const outbox: Outbox = object(() => {
          beforeCrash(outbox);
          crash.resolve();
          return new Promise(() => {});
        });
        const working = outbox.work((event) => told?.push(event));
        await Promise.race([working, crash.promise]);
      };
      object(() => {}).add("deadly", { id: 1 });
      await work({ clock, life, begun: begun ?? [], done: done ?? [], told: told ?? [], outbox: object(() => {}) });
    });

  interface Facts {
    readonly clock: StillClock;
    readonly life: (beforeCrash?: (outbox: Outbox) => void) => Promise<void>;
    readonly begun: readonly string[];
    readonly done: readonly string[];
    readonly told: readonly string[];
    readonly outbox: Outbox;
  }
  type Ends = (facts: Facts) => Promise<void>;

  test("is retried with growing delays while other jobs run, and is finally abandoned", () =>
    ends(new Map(), [], async ({ clock, life, begun, done, told, outbox }) => {
      const waits = [0, 0, 10_000, 60_000, 3_600_000];
      for (const [index, wait] of waits.entries()) {
        if (wait > 0) {
          outbox.add("note", index);
          await life();
          expect(done.at(-1)).toBe(String(index));
          clock.advance(milliseconds(wait - 1000));
          await life();
          expect(begun.length, `before ${wait} ms are over`).toBe(index);
          clock.advance(milliseconds(1001));
        }
        await life();
        expect(begun.length, `after ${wait} ms`).toBe(index + 1);
      }
      clock.advance(milliseconds(2 * 86_400_000));
      await life();
      clock.advance(milliseconds(2 * 86_400_000));
      await life();
      expect([begun.length, told]).toEqual([5, ["job_given_up"]]);
    }));

  test("is retried once a day indefinitely if it completes a change", () =>
    ends(new Map(), ["deadly"], async ({ clock, life, begun, told }) => {
      for (let start = 0; start < 20; start += 1) {
        await life();
        clock.advance(milliseconds(86_400_001));
      }
      // Every other start falls within a day of the one before.
      expect([begun.length, told]).toEqual([11, []]);
    }));

  test("is abandoned and reported to its handler after the second crash", async () => {
    const lost: unknown[] = [];
    await ends(
      new Map([["deadly", (payload) => void lost.push(payload)]]),
      ["deadly"],
      async ({ life, begun, told }) => {
        for (let start = 0; start < 4; start += 1) await life();
        expect([begun.length, lost, told]).toEqual([2, [{ id: 1 }], ["job_given_up"]]);
      },
    );
  });

  test("is abandoned only for crashes since it last made progress or returned", async () => {
    const lost: unknown[] = [];
    await ends(new Map([["deadly", (payload) => void lost.push(payload)]]), [], async ({ clock, life, begun }) => {
      for (let start = 0; start < 5; start += 1) {
        await life((outbox) => outbox.getsOn("deadly"));
      }
      expect([begun.length, lost]).toEqual([5, []]);
      await life(() => {
        throw new Error("it returns");
      });
      for (let start = 0; start < 4; start += 1) {
        clock.advance(milliseconds(10_000));
        await life();
      }
      expect([begun.length, lost]).toEqual([8, [{ id: 1 }]]);
    });
  });
});

test("a job with a later time waits until then", async () => {
  const done: unknown[] = [];
  await withOutbox({ note: (payload) => void done.push(payload) }, async ({ clock, outbox, alarm }) => {
    outbox.add("note", "later", after(clock.milliseconds(), milliseconds(5000)));
    await alarm();
    expect(done).toEqual([]);
    clock.advance(milliseconds(5001));
    await alarm();
  });
  expect(done).toEqual(["later"]);
});

test("the alarm is set to the earliest timer", () =>
  withOutbox({}, async ({ storage, clock, timers }) => {
    const before = machineClock.milliseconds();
    timers.set("b", after(clock.milliseconds(), milliseconds(60_000)));
    timers.set("a", after(clock.milliseconds(), milliseconds(30_000)));
    timers.setSooner("a", after(clock.milliseconds(), milliseconds(90_000)));
    timers.arm();
    const wait = milliseconds(30_000);
    const alarm = await storage.getAlarm();
    expect(alarm).toBeGreaterThanOrEqual(after(before, wait));
    expect(alarm).toBeLessThanOrEqual(after(machineClock.milliseconds(), wait));
    timers.clear("a");
    timers.clear("b");
    timers.arm();
    expect(await storage.getAlarm()).toBeNull();
  }));

test("an alarm that is later than the earliest timer is set again when the object is loaded", () =>
  withOutbox({}, async ({ storage, clock, timers }) => {
    timers.set("a", after(clock.milliseconds(), milliseconds(30_000)));
    timers.arm();
    const alarm = (await storage.getAlarm()) ?? 0;
    await storage.setAlarm(alarm + 600_000);
    await timers.resume();
    expect(await storage.getAlarm()).toBeLessThan(alarm + 600_000);
    timers.clear("a");
    timers.arm();
  }));

test("a timer that its own handler sets again is kept, even if set for the time it was due", () =>
  withOutbox({}, async ({ clock, timers }) => {
    timers.set("a", clock.milliseconds());
    clock.advance(milliseconds(10));
    const [timer] = timers.due();
    if (timer === undefined) throw new Error("it is due");
    timers.set("a", after(clock.milliseconds(), milliseconds(1000)));
    timers.settle(timer);
    clock.advance(milliseconds(1001));
    const [again] = timers.due();
    if (again === undefined) throw new Error("it is due again");
    timers.set("a", again.due_at);
    timers.settle(again);
    const [still] = timers.due();
    expect(still?.name).toBe("a");
    if (still) timers.settle(still);
    expect(timers.due()).toEqual([]);
  }));

test("jobs that don't fit into one run are done in later runs", async () => {
  const done: unknown[] = [];
  await withOutbox({ note: (payload) => void done.push(payload) }, async ({ outbox, alarm }) => {
    for (let n = 0; n < 45; n++) outbox.add("note", n);
    for (let i = 0; i < 3; i++) await alarm();
  });
  expect(done).toEqual(Array.from({ length: 45 }, (_, n) => n));
});

test("a run of slow jobs ends after a while to let other timers run", async () => {
  const done: unknown[] = [];
  let pass = (_ms: number) => {};
  const slow = (payload: unknown) => {
    pass(6000);
    done.push(payload);
  };
  await withOutbox({ slow }, async ({ outbox, clock, alarm }) => {
    pass = (ms) => clock.advance(milliseconds(ms));
    for (let n = 0; n < 5; n++) outbox.add("slow", n);
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) {
      await alarm();
      counts.push(done.length);
    }
    expect(counts).toEqual([2, 4, 5]);
  });
});
