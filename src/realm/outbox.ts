import { type Sql, statement } from "../database/statement.ts";
import { storedAnything } from "../database/stored.ts";
import type { About } from "../logging/log.ts";
import { limits } from "../protocol/limit-table.ts";
import type { Clock } from "../util/clock.ts";
import { after, HOUR_MS, type Milliseconds, milliseconds } from "../util/time.ts";
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

/** Each job checks its own payload. One that does not match is retried, as it may be from a newer program. */
const readPayload = storedAnything("outbox.payload");

interface OutboxRow {
  id: number;
  job: string;
  payload: string;
  attempts: number;
}

const insert = statement<{ job: string; payload: string; due_at: Milliseconds }>(
  "INSERT INTO outbox (job, payload, due_at) VALUES (:job, :payload, :due_at)",
);
const dueRows = statement<{ now: Milliseconds; most: number; jobs: string }, OutboxRow>(
  `SELECT id, job, payload, attempts FROM outbox
   WHERE due_at <= :now AND job IN (SELECT value FROM json_each(:jobs)) ORDER BY due_at, id LIMIT :most`,
);
const postpone = statement<{ id: number; due_at: Milliseconds }>(
  "UPDATE outbox SET attempts = attempts + 1, due_at = :due_at WHERE id = :id",
);
const remove = statement<{ id: number }>("DELETE FROM outbox WHERE id = :id");
const nextDue = statement<{ jobs: string }, { due_at: Milliseconds | null }>(
  "SELECT min(due_at) AS due_at FROM outbox WHERE job IN (SELECT value FROM json_each(:jobs))",
);
const waiting = statement<{ job: string; most: number }, { count: number }>(
  "SELECT count(*) AS count FROM (SELECT 1 FROM outbox WHERE job = :job LIMIT :most)",
);
const unknownJobs = statement<{ jobs: string }, { job: string }>(
  "SELECT DISTINCT job FROM outbox WHERE job NOT IN (SELECT value FROM json_each(:jobs))",
);

/** Work that follows a change and may fail: the alarm runs it at least once, and retries it with back-off. */
export type Job = (payload: unknown) => Promise<void> | void;

export const OUTBOX_TIMER = "outbox";
const AT_ONCE = 20;
/** How long one run may take before other timers that are due run first. */
const MOST_MS = milliseconds(10_000);
/** Retries last about a day: after 1 s, 2 s, 4 s and so on, at most an hour apart. */
const MAX_ATTEMPTS = 35;
const backOff = (attempts: number) => milliseconds(Math.min(HOUR_MS, 1000 * 2 ** attempts));

/** The transactional outbox: jobs stored in the change that they follow, and run by the alarm afterwards. */
export class Outbox {
  constructor(
    private readonly sql: Sql,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly jobs: ReadonlyMap<string, Job>,
    /** The jobs that complete a change already begun: they are retried for ever. */
    private readonly patient: ReadonlySet<string> = new Set(),
  ) {}

  /** Stores a job within the change that it follows, so that it exists exactly if the change commits. */
  add(job: string, payload: unknown, dueAt = this.clock.milliseconds()): void {
    if (!this.jobs.has(job)) throw new Error(`no job ${job}`);
    insert.run(this.sql, { job, payload: JSON.stringify(payload), due_at: dueAt });
    this.timers.setSooner(OUTBOX_TIMER, dueAt);
  }

  /** Whether as many jobs of a kind wait as may: requests that would add another one should be refused. */
  isFull(job: string): boolean {
    const { waiting_jobs: most } = limits.organization;
    return waiting.one(this.sql, { job, most }).count >= most;
  }

  readonly timer = OUTBOX_TIMER;

  /** Stored jobs that this version of the program does not know. They wait for a version that does. */
  get unknown(): readonly string[] {
    return unknownJobs.all(this.sql, { jobs: this.#known }).map(({ job }) => job);
  }

  get #known(): string {
    return JSON.stringify([...this.jobs.keys()]);
  }

  /** Sets the timer for the stored jobs, some of which the version that ran before may not have known. */
  resume(): void {
    const { due_at } = nextDue.one(this.sql, { jobs: this.#known });
    if (due_at !== null) this.timers.setSooner(OUTBOX_TIMER, due_at);
  }

  /** Runs the jobs that are due. */
  async work(report: (event: string, error: unknown, about: About) => void): Promise<void> {
    const endsAt = after(this.clock.milliseconds(), MOST_MS);
    for (const row of dueRows.all(this.sql, { now: this.clock.milliseconds(), most: AT_ONCE, jobs: this.#known })) {
      if (this.clock.milliseconds() >= endsAt) break;
      try {
        await this.jobs.get(row.job)?.(readPayload(row.payload, row.id));
        remove.run(this.sql, { id: row.id });
      } catch (error) {
        const isGivenUp = row.attempts + 1 >= MAX_ATTEMPTS && !this.patient.has(row.job);
        const about = { job: row.job, attempts: row.attempts + 1 };
        report(isGivenUp ? "job_given_up" : "job_failed", error, about);
        if (isGivenUp) remove.run(this.sql, { id: row.id });
        else postpone.run(this.sql, { id: row.id, due_at: after(this.clock.milliseconds(), backOff(row.attempts)) });
      }
    }
    const { due_at } = nextDue.one(this.sql, { jobs: this.#known });
    if (due_at !== null) this.timers.set(OUTBOX_TIMER, due_at);
  }
}
