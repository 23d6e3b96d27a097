import { type NoParams, type Sql, statement } from "../database/statement.ts";
import { storedAnything } from "../database/stored.ts";
import type { LogFields } from "../logging/log.ts";
import { count } from "../metrics/counts.ts";
import { limits } from "../protocol/limit-table.ts";
import type { Clock } from "../util/clock.ts";
import { after, DAY_MS, HOUR_MS, MINUTE_MS, type Milliseconds, milliseconds } from "../util/time.ts";
import type { Timers } from "./timers.ts";

export const outboxTables = [
  `CREATE TABLE outbox (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     job TEXT NOT NULL,
     payload TEXT NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX outbox_due ON outbox (due_at);`,
];

export const laterOutboxTables = [
  `-- Whether an attempt has started and not returned yet, and the number of attempts that never returned, because the
   -- object or the whole program ended first.
   ALTER TABLE outbox ADD COLUMN is_begun INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE outbox ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;`,
];

/**
 * Each job validates its own payload. If a payload doesn't match, the job is retried, because a newer program version
 * may have written the payload.
 */
const readPayload = storedAnything("outbox.payload");

interface OutboxRow {
  id: number;
  job: string;
  payload: string;
  attempts: number;
  lost: number;
}

const insert = statement<{ job: string; payload: string; due_at: Milliseconds }>(
  "INSERT INTO outbox (job, payload, due_at) VALUES (:job, :payload, :due_at)",
);
const dueRows = statement<{ now: Milliseconds; most: number; jobs: string }, OutboxRow>(
  `SELECT id, job, payload, attempts, lost FROM outbox
   WHERE due_at <= :now AND job IN (SELECT value FROM json_each(:jobs)) ORDER BY due_at, id LIMIT :most`,
);
const postpone = statement<{ id: number; due_at: Milliseconds }>(
  "UPDATE outbox SET attempts = attempts + 1, due_at = :due_at, is_begun = 0, lost = 0 WHERE id = :id",
);
const markBegun = statement<{ id: number }>("UPDATE outbox SET is_begun = 1 WHERE id = :id");
const isStored = statement<{ id: number }, { id: number }>("SELECT id FROM outbox WHERE id = :id");
const forgetLost = statement<{ id: number }>("UPDATE outbox SET lost = 0 WHERE id = :id AND lost > 0");
const begunRows = statement<NoParams, { id: number; job: string; lost: number }>(
  "SELECT id, job, lost FROM outbox WHERE is_begun = 1",
);
const countLost = statement<{ id: number; wait_ms: Milliseconds; now: Milliseconds }>(
  "UPDATE outbox SET is_begun = 0, lost = lost + 1, due_at = max(due_at, :now + :wait_ms) WHERE id = :id",
);
const remove = statement<{ id: number }>("DELETE FROM outbox WHERE id = :id");
const nextDue = statement<{ jobs: string }, { due_at: Milliseconds | null }>(
  "SELECT min(due_at) AS due_at FROM outbox WHERE job IN (SELECT value FROM json_each(:jobs))",
);
const nextDueOfKinds = statement<NoParams, { job: string; due_at: Milliseconds }>(
  "SELECT job, min(due_at) AS due_at FROM outbox GROUP BY job",
);
const waiting = statement<{ job: string; most: number }, { count: number }>(
  "SELECT count(*) AS count FROM (SELECT 1 FROM outbox WHERE job = :job LIMIT :most)",
);
const rowsOfJob = statement<
  { job: string; text: string; after: number; most: number },
  { id: number; payload: string }
>(
  `SELECT id, payload FROM outbox WHERE job = :job AND id > :after AND instr(lower(payload), lower(:text)) > 0
   ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
const kindsWaiting = statement<{ most: number }, { job: string; count: number; due_at: Milliseconds }>(
  `SELECT job, count(*) AS count, min(due_at) AS due_at
   FROM (SELECT job, due_at FROM outbox LIMIT CAST(:most AS INTEGER)) GROUP BY job`,
);
const unknownJobs = statement<{ jobs: string }, { job: string }>(
  "SELECT DISTINCT job FROM outbox WHERE job NOT IN (SELECT value FROM json_each(:jobs))",
);

/** Work that follows a change and may fail. The alarm runs it at least once, and retries it with backoff. */
export type Job = (payload: unknown) => Promise<void> | void;

interface JobFacts {
  /** Jobs that complete a change. They are retried indefinitely. */
  readonly patient: ReadonlySet<string>;
  /** Called with the payload of a job that hung twice, instead of a third attempt. */
  readonly whenLost: ReadonlyMap<string, (payload: unknown) => void>;
  /**
   * Jobs that start right after their change commits, in parallel with all others. Jobs in the same list run one after
   * another.
   */
  readonly prompt?: readonly (readonly string[])[];
}

/** Jobs that run one after another. `running` is the id of the current one's row. */
interface Line {
  running: number | undefined;
}

interface Lane extends Line {
  readonly jobs: readonly string[];
  isAdded: boolean;
  isAtWork: boolean;
}

type Report = (event: string, error: unknown, about: LogFields) => void;

export const OUTBOX_TIMER = "outbox";
/** Maximum jobs that one run reads from the database. */
const MAX_JOBS_IN_RUN = 20;
/** Maximum payloads held in memory at once while dropping jobs. */
const DROPPED_AT_ONCE = 100;
/** Maximum duration of a run. After that, other due timers go first. */
const MAX_MS = milliseconds(10_000);
/** Delay before the alarm checks on a prompt job, which may have been lost with the object. */
const PROMPT_CHECK_MS = milliseconds(30_000);
/** Retries continue for about a day: after 1 s, 2 s, 4 s and so on, with at most an hour in between. */
const MAX_ATTEMPTS = 35;
/**
 * Delays before another run of a job that never returned, by how often that happened. Such a job crashed the program,
 * or was running when it ended. From the second time on, it is delayed, so that no job can keep a server from starting.
 * After five times, over more than an hour, it is abandoned or, if patient, delayed by a day. Jobs in `whenLost` are
 * abandoned after two times, without delays.
 */
const WAITS_WHEN_LOST: readonly Milliseconds[] = [milliseconds(0), milliseconds(10_000), MINUTE_MS, HOUR_MS];
const MAX_LOST = WAITS_WHEN_LOST.length + 1;
const MAX_LOST_TOLD = 2;

const backOff = (attempts: number) => milliseconds(Math.min(HOUR_MS, 1000 * 2 ** attempts));

/** The transactional outbox: jobs are stored in the change that they follow. Afterwards, the alarm runs them. */
export class Outbox {
  constructor(
    private readonly sql: Sql,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly jobs: ReadonlyMap<string, Job>,
    /** Resolves when everything written is on disk. */
    private readonly sync: () => Promise<void>,
    private readonly facts: JobFacts = { patient: new Set(), whenLost: new Map() },
  ) {
    const idle = { isAdded: false, isAtWork: false, running: undefined };
    this.#lanes = (facts.prompt ?? []).map((names) => ({ jobs: names, ...idle }));
  }

  readonly #lanes: readonly Lane[];
  /** State of the jobs that aren't prompt, which run one after another. */
  readonly #others: Line = { running: undefined };

  /** Stores a job within the change that it follows, so that it exists if and only if the change commits. */
  add(job: string, payload: unknown, dueAt = this.clock.milliseconds()): void {
    if (!this.jobs.has(job)) throw new Error(`no job ${job}`);
    insert.run(this.sql, { job, payload: JSON.stringify(payload), due_at: dueAt });
    const lane = this.#laneOf(job);
    if (lane !== undefined) lane.isAdded = true;
    // For a job that starts at once, the alarm only matters if the object is lost first.
    const isBegun = lane !== undefined && dueAt <= this.clock.milliseconds();
    this.timers.setSooner(OUTBOX_TIMER, isBegun ? after(dueAt, PROMPT_CHECK_MS) : dueAt);
  }

  /**
   * Adds a job unless one of its kind is waiting or running. That job must then do this work, too. Returns true if the
   * job was added.
   */
  addUnlessWaiting(job: string, payload: unknown, dueAt?: Milliseconds): boolean {
    const isNew = this.waiting(job) === 0;
    if (isNew) this.add(job, payload, dueAt);
    return isNew;
  }

  #laneOf(job: string): Lane | undefined {
    return this.#lanes.find(({ jobs }) => jobs.includes(job));
  }

  /** Starts the prompt jobs added by a change, once it has committed. */
  start(report: Report): void {
    for (const lane of this.#lanes) if (lane.isAdded) void this.#workPrompt(lane, report);
  }

  /** Number of waiting jobs of a kind, at most the limit. */
  waiting(job: string): number {
    return waiting.one(this.sql, { job, most: limits.organization.waiting_jobs }).count;
  }

  /**
   * True if the number of waiting jobs of a kind has reached its limit. Requests that would add another should be
   * refused.
   */
  isFull(job: string): boolean {
    return this.waiting(job) >= limits.organization.waiting_jobs;
  }

  /** Deletes the unwanted waiting jobs of a kind. Only checks jobs whose payload contains `text`. */
  drop(job: string, text: string, isUnwanted: (payload: unknown) => boolean): void {
    const written = JSON.stringify(text).slice(1, -1);
    const { running } = this.#laneOf(job) ?? this.#others;
    for (let after = 0, found = DROPPED_AT_ONCE; found === DROPPED_AT_ONCE; ) {
      const rows = rowsOfJob.all(this.sql, { job, text: written, after, most: DROPPED_AT_ONCE });
      for (const { id, payload } of rows)
        if (id !== running && isUnwanted(readPayload(payload, id))) remove.run(this.sql, { id });
      found = rows.length;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** Returns the kinds of waiting jobs, with count and first due time. Counting stops at a limit. */
  summary(): readonly { readonly job: string; readonly count: number; readonly due_at: Milliseconds }[] {
    return kindsWaiting.all(this.sql, { most: limits.organization.waiting_jobs });
  }

  readonly timer = OUTBOX_TIMER;

  /** Kinds of stored jobs that this program version can't run. They wait for a version that can. */
  get unknown(): readonly string[] {
    return unknownJobs.all(this.sql, { jobs: this.#known }).map(({ job }) => job);
  }

  get #known(): string {
    return JSON.stringify([...this.jobs.keys()]);
  }

  /**
   * Sets the timer for stored jobs, including any that the previous version couldn't run. Attempts started by an
   * earlier object count as hung.
   */
  resume(): void {
    const now = this.clock.milliseconds();
    for (const { id, job, lost } of begunRows.all(this.sql, {})) {
      const wait = this.facts.whenLost.has(job) ? milliseconds(0) : (WAITS_WHEN_LOST[lost] ?? DAY_MS);
      countLost.run(this.sql, { id, now, wait_ms: wait });
    }
    const { due_at } = nextDue.one(this.sql, { jobs: this.#known });
    if (due_at !== null) this.timers.setSooner(OUTBOX_TIMER, due_at);
  }

  /** Call this within a change when the running job makes progress, so that its earlier hung runs no longer count. */
  getsOn(job: string): void {
    const { running } = this.#laneOf(job) ?? this.#others;
    if (running !== undefined) forgetLost.run(this.sql, { id: running });
  }

  /** Abandons the job if it hung too many times. Returns true if the job was abandoned. */
  #isLost({ id, job, payload, lost, attempts }: OutboxRow, report: Report): boolean {
    const tell = this.facts.whenLost.get(job);
    if (lost < (tell === undefined ? MAX_LOST : MAX_LOST_TOLD)) return false;
    if (tell === undefined && this.facts.patient.has(job)) return false;
    count("parley_jobs_total", { job, result: "given up" });
    report("job_given_up", new Error(`It has not returned ${lost} times.`), { job, attempts });
    tell?.(readPayload(payload, id));
    remove.run(this.sql, { id });
    return true;
  }

  /** Runs the due jobs. Prompt jobs may still be running when it returns. */
  async work(report: Report): Promise<void> {
    for (const lane of this.#lanes) void this.#workPrompt(lane, report);
    const others = [...this.jobs.keys()].filter((job) => this.#laneOf(job) === undefined);
    await this.#run(others, report, this.#others);
    this.#setTimer();
  }

  /**
   * Runs a lane's due prompt jobs, including those added while it runs. Doesn't rely on the alarm, which may be busy
   * with another job.
   */
  async #workPrompt(lane: Lane, report: Report): Promise<void> {
    if (lane.isAtWork) return;
    lane.isAtWork = true;
    do {
      lane.isAdded = false;
      try {
        await this.#run(lane.jobs, report, lane);
      } catch (error) {
        report("prompt_jobs_failed", error, {});
      }
    } while (lane.isAdded);
    lane.isAtWork = false;
    try {
      this.#setTimer();
      this.timers.arm();
    } catch (error) {
      report("prompt_jobs_failed", error, {});
    }
  }

  /** Sets the timer for the next due job. Lanes with a running job are only checked after `PROMPT_CHECK_MS`. */
  #setTimer(): void {
    const checkAt = after(this.clock.milliseconds(), PROMPT_CHECK_MS);
    const due = nextDueOfKinds
      .all(this.sql, {})
      .filter(({ job }) => this.jobs.has(job))
      .map(({ job, due_at }) => (this.#laneOf(job)?.isAtWork === true ? Math.max(due_at, checkAt) : due_at));
    if (due.length === 0) this.timers.clear(OUTBOX_TIMER);
    else this.timers.set(OUTBOX_TIMER, milliseconds(Math.min(...due)));
  }

  async #run(jobs: readonly string[], report: Report, line: Line): Promise<void> {
    const endsAt = after(this.clock.milliseconds(), MAX_MS);
    const due = { now: this.clock.milliseconds(), most: MAX_JOBS_IN_RUN, jobs: JSON.stringify(jobs) };
    for (const row of dueRows.all(this.sql, due)) {
      if (this.clock.milliseconds() >= endsAt) break;
      try {
        if (this.#isLost(row, report)) continue;
        markBegun.run(this.sql, { id: row.id });
        // The attempt must be on disk before it starts, so that it counts even if this object is lost.
        await this.sync();
        // The job may have been dropped while an earlier one ran.
        if (isStored.first(this.sql, { id: row.id }) === undefined) continue;
        line.running = row.id;
        await this.jobs.get(row.job)?.(readPayload(row.payload, row.id));
        remove.run(this.sql, { id: row.id });
        count("parley_jobs_total", { job: row.job, result: "done" });
      } catch (error) {
        const isGivenUp = row.attempts + 1 >= MAX_ATTEMPTS && !this.facts.patient.has(row.job);
        const about = { job: row.job, attempts: row.attempts + 1 };
        report(isGivenUp ? "job_given_up" : "job_failed", error, about);
        count("parley_jobs_total", { job: row.job, result: isGivenUp ? "given up" : "failed" });
        if (isGivenUp) remove.run(this.sql, { id: row.id });
        else postpone.run(this.sql, { id: row.id, due_at: after(this.clock.milliseconds(), backOff(row.attempts)) });
      } finally {
        line.running = undefined;
      }
    }
  }
}
