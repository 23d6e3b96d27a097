import { type NoParams, type Sql, statement } from "../database/statement.ts";
import { type Clock, machineClock } from "../util/clock.ts";
import { after, days, inMilliseconds, type Milliseconds, milliseconds } from "../util/time.ts";

export const timerTables = [
  `CREATE TABLE timers (
     name TEXT PRIMARY KEY,
     due_at INTEGER NOT NULL,
     -- How often the timer was set again, because it can be due again at the same time.
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
const next = statement<NoParams, { due_at: Milliseconds | null }>("SELECT min(due_at) AS due_at FROM timers");
const KIND = "substr(name, 1, instr(name || ':', ':') - 1)";
const kindsSet = statement<NoParams, { kind: string }>(`SELECT DISTINCT ${KIND} AS kind FROM timers`);
const nextBut = statement<{ kinds: string }, { due_at: Milliseconds | null }>(
  `SELECT min(due_at) AS due_at FROM timers WHERE ${KIND} NOT IN (SELECT value FROM json_each(:kinds))`,
);
/** Timers due at the same time are ordered by the number in their names. */
const due = statement<{ now: Milliseconds }, DueTimer>(
  "SELECT name, due_at, version FROM timers WHERE due_at <= :now ORDER BY due_at, length(name), name",
);
const isDue = statement<{ name: string; due_at: Milliseconds; version: number }, { name: string }>(
  "SELECT name FROM timers WHERE name = :name AND due_at = :due_at AND version = :version",
);
const deleteDue = statement<{ name: string; due_at: Milliseconds; version: number }>(
  "DELETE FROM timers WHERE name = :name AND due_at = :due_at AND version = :version",
);

interface DueTimer {
  name: string;
  due_at: Milliseconds;
  version: number;
}

/**
 * Maximum delay of the alarm, because it can't be set further than a few centuries ahead. A later timer takes several
 * alarms.
 */
const MAX_WAIT = inMilliseconds(days(30));

/** Returns a timer's kind: the part of its name before the colon. */
export const timerKind = (name: string): string => name.split(":", 1)[0] ?? name;

/**
 * Named timers, multiplexed over a Durable Object's single alarm. Each is a row, written within the change that sets
 * it.
 */
export class Timers {
  /** Kinds of stored timers that this program version can't handle. They wait for a version that can. */
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

  /**
   * Sets a timer unless it is already due sooner. A timer's own handler must use `set`, because the timer's row still
   * exists and is due.
   */
  setSooner(name: string, at: Milliseconds): void {
    this.#changed = true;
    setSooner.run(this.sql, { name, due_at: milliseconds(Math.ceil(at)) });
  }

  clear(name: string): void {
    this.#changed = true;
    clear.run(this.sql, { name });
  }

  /** Makes the next `arm` set the alarm again, because the clock was moved. */
  rearm(): void {
    this.#changed = true;
  }

  due(): DueTimer[] {
    this.#changed = true;
    return due
      .all(this.sql, { now: this.clock.milliseconds() })
      .filter(({ name }) => !this.unknown.includes(timerKind(name)));
  }

  /** False if a due timer was set again or cleared while the handlers before it ran. */
  isStillDue({ name, due_at, version }: DueTimer): boolean {
    return isDue.first(this.sql, { name, due_at, version }) !== undefined;
  }

  /**
   * Deletes a timer whose handler has run, unless the handler set it again. If the object crashes before the deletion,
   * the handler runs again.
   */
  settle({ name, due_at, version }: DueTimer): void {
    deleteDue.run(this.sql, { name, due_at, version });
  }

  /** Sets the alarm to the earliest timer, if timers may have changed. Called after every change. */
  arm(): void {
    if (!this.#changed) return;
    this.#changed = false;
    const alarm = this.#nextAlarm();
    if (alarm === null) void this.storage.deleteAlarm();
    else void this.storage.setAlarm(alarm);
  }

  /**
   * Sets the alarm if it is missing or late. The platform gives up on an alarm that fails for some minutes, and this
   * program version may handle timers that the previous one didn't.
   */
  async resume(): Promise<void> {
    if (this.#nextAlarm() === null) return;
    const set = await this.storage.getAlarm();
    const wanted = this.#nextAlarm();
    if (wanted !== null && (set === null || set > wanted)) void this.storage.setAlarm(wanted);
  }

  /** Returns when the alarm fires by the machine's clock, or null if it isn't set. */
  #nextAlarm(): Milliseconds | null {
    const { due_at } =
      this.unknown.length === 0
        ? next.one(this.sql, {})
        : nextBut.one(this.sql, { kinds: JSON.stringify(this.unknown) });
    if (due_at === null) return null;
    const wait = milliseconds(Math.min(Math.max(0, due_at - this.clock.milliseconds()), MAX_WAIT));
    return after(machineClock.milliseconds(), wait);
  }
}
