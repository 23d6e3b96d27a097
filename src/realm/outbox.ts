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

/** Each job reads its own: one that it cannot read is tried again, for it may be a newer program's. */
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

/** What follows a change and may wait or fail: done at least once, with back-off, by the alarm. */
export type Job = (payload: unknown) => Promise<void> | void;

export const OUTBOX_TIMER = "outbox";
const AT_ONCE = 20;
/** After so long, whatever else is due has its turn first. */
const MOST_MS = milliseconds(10_000);
/** About a day of trying: 1 s, 2 s, 4 s, ... at most an hour apart. */
const MAX_ATTEMPTS = 35;
const backOff = (attempts: number) => milliseconds(Math.min(HOUR_MS, 1000 * 2 ** attempts));

export class Outbox {
  constructor(
    private readonly sql: Sql,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly jobs: ReadonlyMap<string, Job>,
    /** Jobs that finish a change already begun: they are never given up. */
    private readonly patient: ReadonlySet<string> = new Set(),
  ) {}

  /** Part of the change that it follows: the row exists exactly if the change does. */
  add(job: string, payload: unknown, dueAt = this.clock.milliseconds()): void {
    if (!this.jobs.has(job)) throw new Error(`no job ${job}`);
    insert.run(this.sql, { job, payload: JSON.stringify(payload), due_at: dueAt });
    this.timers.setSooner(OUTBOX_TIMER, dueAt);
  }

  /** Whether so many jobs of a kind wait that no more should be made of it where that can be refused. */
  isFull(job: string): boolean {
    const { waiting_jobs: most } = limits.organization;
    return waiting.one(this.sql, { job, most }).count >= most;
  }

  readonly timer = OUTBOX_TIMER;

  /** Jobs that another version of the program has left: they wait until one runs again that knows them. */
  get unknown(): readonly string[] {
    return unknownJobs.all(this.sql, { jobs: this.#known }).map(({ job }) => job);
  }

  get #known(): string {
    return JSON.stringify([...this.jobs.keys()]);
  }

  /** Has what waits be worked off, also what was unknown to the program that ran before. */
  resume(): void {
    const { due_at } = nextDue.one(this.sql, { jobs: this.#known });
    if (due_at !== null) this.timers.setSooner(OUTBOX_TIMER, due_at);
  }

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
