import { type Sql, statement } from "../database/statement.ts";
import { type Clock, machineClock } from "./clock.ts";

export const timerTables = [
  `CREATE TABLE timers (
     name TEXT PRIMARY KEY,
     due_at INTEGER NOT NULL,
     -- How often it has been set anew: it may be due again at the same time.
     version INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID`,
];

const set = statement<{ name: string; due_at: number }>(
  `INSERT INTO timers (name, due_at) VALUES (:name, :due_at)
   ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, version = version + 1`,
);
const setSooner = statement<{ name: string; due_at: number }>(
  `INSERT INTO timers (name, due_at) VALUES (:name, :due_at)
   ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, version = version + 1
   WHERE excluded.due_at < due_at`,
);
const clear = statement<{ name: string }>("DELETE FROM timers WHERE name = :name");
const next = statement<Record<string, never>, { due_at: number | null }>("SELECT min(due_at) AS due_at FROM timers");
/** Timers of one kind that are due at once go by the numbers in their names. */
const due = statement<{ now: number }, DueTimer>(
  "SELECT name, due_at, version FROM timers WHERE due_at <= :now ORDER BY due_at, length(name), name",
);
const settle = statement<{ name: string; due_at: number; version: number }>(
  "DELETE FROM timers WHERE name = :name AND due_at = :due_at AND version = :version",
);

export interface DueTimer {
  name: string;
  due_at: number;
  version: number;
}

/** The platform's alarms reach some centuries: for what is due later, one alarm is set after the other. */
const LONGEST_WAIT = 30 * 86_400_000;

/** Many named timers on the object's one alarm. A timer is a row of the change that sets it. */
export class Timers {
  #changed = false;

  constructor(
    private readonly sql: Sql,
    private readonly storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">,
    private readonly clock: Clock,
  ) {}

  set(name: string, dueAt: number): void {
    this.#changed = true;
    set.run(this.sql, { name, due_at: Math.ceil(dueAt) });
  }

  /** Sets it unless it is due sooner already. Not for the timer's own work, which must `set` it: it is due just then. */
  setSooner(name: string, dueAt: number): void {
    this.#changed = true;
    setSooner.run(this.sql, { name, due_at: Math.ceil(dueAt) });
  }

  clear(name: string): void {
    this.#changed = true;
    clear.run(this.sql, { name });
  }

  /** Has the alarm set anew after the next change, for the clock was moved. */
  rearm(): void {
    this.#changed = true;
  }

  due(): DueTimer[] {
    this.#changed = true;
    return due.all(this.sql, { now: this.clock.now() });
  }

  /** Ends a timer whose work is done, unless the work has set it anew: until then a crash has it run again. */
  settle({ name, due_at, version }: DueTimer): void {
    settle.run(this.sql, { name, due_at, version });
  }

  /** Sets the alarm to the earliest timer, where a timer may have changed. Called after every change. */
  arm(): void {
    if (!this.#changed) return;
    this.#changed = false;
    const { due_at } = next.one(this.sql, {});
    if (due_at === null) void this.storage.deleteAlarm();
    else
      void this.storage.setAlarm(machineClock.now() + Math.min(Math.max(0, due_at - this.clock.now()), LONGEST_WAIT));
  }
}
