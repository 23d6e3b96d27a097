import type { State } from "../model/state.ts";
import type { Cursor, EventLog } from "../wire/event-log.ts";
import {
  type ActRows,
  type DraftRows,
  keptActs,
  keptDrafts,
  keptOutbox,
  type OutboxRows,
  openOwn,
} from "./account-database.ts";
import { type Cache, openCache } from "./cache.ts";
import { Journal } from "./journal.ts";
import { StoredEventLog } from "./stored-log.ts";

/** Key prefixes of the `localStorage` journals for the database of unsent data. */
export const OWN_JOURNALS = ["parley.outbox", "parley.drafts", "parley.acts"] as const;

export interface Device {
  /** Undefined if the browser stores nothing. Each tab then has its own queue. */
  readonly cache: Cache | undefined;
  readonly log: EventLog & { save(state: State, at: Cursor): Promise<void>; clear(): Promise<void> };
  readonly outbox: OutboxRows;
  readonly drafts: DraftRows;
  readonly acts: ActRows;
}

/** Opens this device's stores; `version` identifies the format of the stored state. */
export async function openDevice(version: string): Promise<Device> {
  try {
    const [cache, own] = await Promise.all([openCache(version), openOwn()]);
    const outbox = keptOutbox(own, new Journal(localStorage, OWN_JOURNALS[0]));
    const drafts = keptDrafts(own, new Journal(localStorage, OWN_JOURNALS[1]));
    const acts = keptActs(own, new Journal(localStorage, OWN_JOURNALS[2]));
    return { cache, log: new StoredEventLog(cache), outbox, drafts, acts };
  } catch {
    const { memoryActs, memoryDrafts, memoryLog, memoryOutbox } = await import("./memory.ts");
    const log = { ...memoryLog(), save: async () => {}, clear: async () => {} };
    return { cache: undefined, log, outbox: memoryOutbox(), drafts: memoryDrafts(), acts: memoryActs() };
  }
}
