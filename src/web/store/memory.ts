import type { ServerEvent } from "../model/event.ts";
import { type Batch, type Cursor, cursorOf, type EventLog, endCursor } from "../wire/event-log.ts";
import type { ActRows, DraftRows, OutboxRows } from "./account-database.ts";

/** The log of a tab whose browser stores nothing. The tab has its own queue and never lags behind. */
export function memoryLog(): EventLog {
  let at: Cursor | undefined;
  return {
    cursor: async () => at,
    after: async (): Promise<readonly ServerEvent[]> => [],
    append: async (batch: Batch) => {
      at = endCursor(batch);
      return at;
    },
    begin: async (state) => {
      at = cursorOf(state);
    },
    read: async () => undefined,
  };
}

export const memoryOutbox = (): OutboxRows => ({
  all: async () => [],
  put: () => Promise.reject(new Error("this browser keeps nothing")),
  remove: async () => {},
  change: async () => {},
  sent: async () => {},
  lastSent: async () => undefined,
});

const nothing = {
  all: async () => [],
  put: async () => {},
  remove: async () => {},
  change: async () => {},
};

export const memoryDrafts = (): DraftRows => nothing;
export const memoryActs = (): ActRows => nothing;
