import { type Sql, statement } from "../database/statement.ts";
import { type Clock, machineClock } from "../util/clock.ts";
import { after, days, inMilliseconds, type Milliseconds, milliseconds } from "../util/time.ts";

export const timerTables = [
  `CREATE TABLE timers (
     name TEXT PRIMARY KEY,
     due_at INTEGER NOT NULL,
     -- How often it has been set anew: it may be due again at the same time.
     version INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID`,
];

const set = statement<{ name: string; due_at: Milliseconds }>(
  `INSERT INTO timers (name, due_at) VALUES (:name, :due_at)
   ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, version = version + 1`,
);
const setSooner = statement<{ name: string; due_at: Milliseconds }>(
  `INSERT INTO timers (name, due_at) VALUES (:name, :due_at)
   ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, version = version + 1
   WHERE excluded.due_at < due_at`,
);
const clear = statement<{ name: string }>("DELETE FROM timers WHERE name = :name");
const next = statement<Record<string, never>, { due_at: Milliseconds | null }>(
  "SELECT min(due_at) AS due_at FROM timers",
);
const KIND = "substr(name, 1, instr(name || ':', ':') - 1)";
const kindsSet = statement<Record<string, never>, { kind: string }>(`SELECT DISTINCT ${KIND} AS kind FROM timers`);
const nextBut = statement<{ kinds: string }, { due_at: Milliseconds | null }>(
  `SELECT min(due_at) AS due_at FROM timers WHERE ${KIND} NOT IN (SELECT value FROM json_each(:kinds))`,
);
/** Timers of one kind that are due at once go by the numbers in their names. */
const due = statement<{ now: Milliseconds }, DueTimer>(
  "SELECT name, due_at, version FROM timers WHERE due_at <= :now ORDER BY due_at, length(name), name",
);
const settle = statement<{ name: string; due_at: Milliseconds; version: number }>(
  "DELETE FROM timers WHERE name = :name AND due_at = :due_at AND version = :version",
);

interface DueTimer {
  name: string;
  due_at: Milliseconds;
  version: number;
}

/** The platform's alarms reach some centuries: for what is due later, one alarm is set after the other. */
const LONGEST_WAIT = inMilliseconds(days(30));

/** What a timer's name says before its colon. */
export const kindOf = (name: string): string => name.split(":", 1)[0] ?? name;

/** Many named timers on the object's one alarm. A timer is a row of the change that sets it. */
export class Timers {
  /** Kinds that another version of the program has set: they wait until one runs again that knows them. */
  readonly unknown: readonly string[];
  #changed = false;

  constructor(
    private readonly sql: Sql,
    private readonly storage: Pick<DurableObjectStorage, "getAlarm" | "setAlarm" | "deleteAlarm">,
    private readonly clock: Clock,
    knows: (kind: string) => boolean,
  ) {
    const kinds = kindsSet.all(sql, {}).map(({ kind }) => kind);
    this.unknown = kinds.filter((kind) => !knows(kind));
  }

  set(name: string, at: Milliseconds): void {
    this.#changed = true;
    set.run(this.sql, { name, due_at: milliseconds(Math.ceil(at)) });
  }

  /** Sets it unless it is due sooner already. Not for the timer's own work, which must `set` it: it is due just then. */
  setSooner(name: string, at: Milliseconds): void {
    this.#changed = true;
    setSooner.run(this.sql, { name, due_at: milliseconds(Math.ceil(at)) });
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
    return due
      .all(this.sql, { now: this.clock.milliseconds() })
      .filter(({ name }) => !this.unknown.includes(kindOf(name)));
  }

  /** Ends a timer whose work is done, unless the work has set it anew: until then a crash has it run again. */
  settle({ name, due_at, version }: DueTimer): void {
    settle.run(this.sql, { name, due_at, version });
  }

  /** Sets the alarm to the earliest timer, where a timer may have changed. Called after every change. */
  arm(): void {
    if (!this.#changed) return;
    this.#changed = false;
    const alarm = this.#nextAlarm();
    if (alarm === null) void this.storage.deleteAlarm();
    else void this.storage.setAlarm(alarm);
  }

  /**
   * Sets the alarm where it is missing or late: the platform gives one up that has failed for some minutes, and a timer
   * that was unknown to the program before may be known to this one.
   */
  async resume(): Promise<void> {
    if (this.#nextAlarm() === null) return;
    const set = await this.storage.getAlarm();
    const wanted = this.#nextAlarm();
    if (wanted !== null && (set === null || set > wanted)) void this.storage.setAlarm(wanted);
  }

  /** When the alarm is to ring, by the machine's clock. */
  #nextAlarm(): Milliseconds | null {
    const { due_at } =
      this.unknown.length === 0
        ? next.one(this.sql, {})
        : nextBut.one(this.sql, { kinds: JSON.stringify(this.unknown) });
    if (due_at === null) return null;
    const wait = milliseconds(Math.min(Math.max(0, due_at - this.clock.milliseconds()), LONGEST_WAIT));
    return after(machineClock.milliseconds(), wait);
  }
}
