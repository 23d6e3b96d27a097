import { machineClock } from "../util/clock.ts";
import type { Sql } from "./statement.ts";

// A stand-in for the platform's point-in-time recovery, which doesn't exist locally. Tests decide when a state is
// saved.

type Row = Record<string, string | number | null | ArrayBuffer>;
type State = ReadonlyMap<string, readonly Row[]>;

/** Saved states by organization number, then by bookmark. Bookmarks sort by time. */
const savedStates = new Map<number, Map<string, State>>();
/** States that objects start from when they are next constructed, by organization number. */
const nextStates = new Map<number, State>();

const bookmarkOf = (ms: number): string => ms.toString().padStart(16, "0");

export function keepState(sql: Sql, ms: number): string {
  const number = organizationNumber(sql);
  const states = savedStates.get(number) ?? new Map<string, State>();
  savedStates.set(number, states);
  // States saved in the same millisecond get different bookmarks.
  let bookmark = bookmarkOf(ms);
  while (states.has(bookmark)) bookmark = `${bookmark}+`;
  states.set(
    bookmark,
    new Map(tablesIn(sql).map((name) => [name, sql.exec(`SELECT * FROM ${name}`).toArray() as Row[]])),
  );
  return bookmark;
}

export function keptStates({ sql }: DurableObjectStorage) {
  const statesNow = () => savedStates.get(organizationNumber(sql)) ?? new Map<string, State>();
  return {
    async bookmarkAt(ms: number) {
      const [newest] = [...statesNow().keys()]
        .filter((one) => one <= bookmarkOf(ms))
        .sort()
        .slice(-1);
      if (newest === undefined) throw new Error("no state of then or before was kept");
      return newest;
    },
    async restoreAtRestart(bookmark: string) {
      const state = statesNow().get(bookmark);
      if (state === undefined) throw new Error("there is no such bookmark");
      const undo = keepState(sql, machineClock.milliseconds());
      nextStates.set(organizationNumber(sql), state);
      return undo;
    },
  };
}

export function restoreKept(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const number = tablesIn(sql).includes("identity") ? organizationNumber(sql) : 0;
  const state = nextStates.get(number);
  if (state === undefined) return;
  nextStates.delete(number);
  storage.transactionSync(() => {
    const tables = tablesIn(sql);
    // The first pass fires triggers that write to other tables. The second pass corrects those.
    for (const name of [...tables, ...tables]) {
      sql.exec(`DELETE FROM ${name}`);
      for (const row of state.get(name) ?? []) {
        const columns = Object.keys(row);
        const places = columns.map((_, index) => `?${index + 1}`).join(", ");
        sql.exec(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places})`, ...Object.values(row));
      }
    }
  });
}

const organizationNumber = (sql: Pick<Sql, "exec">): number =>
  Number(sql.exec("SELECT id FROM identity").toArray()[0]?.["id"] ?? 0);

const tablesIn = (sql: Pick<Sql, "exec">): string[] =>
  sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
    .toArray()
    .map(({ name }) => String(name));
