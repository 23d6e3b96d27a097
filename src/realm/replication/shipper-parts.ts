import type { BulkStore } from "../../database/bulk-store.ts";
import type { BulkTable } from "../../database/bulk-table.ts";
import type { Sql } from "../../database/statement.ts";
import type { Log } from "../../logging/log.ts";
import type { Clock } from "../../util/clock.ts";
import type { Timers } from "../timers.ts";
import type { ShippingState } from "./shipping-state.ts";

export interface ShipperParts {
  readonly sql: Sql;
  readonly transaction: (work: () => void) => void;
  readonly store: BulkStore;
  readonly tables: ReadonlyMap<string, BulkTable>;
  readonly state: ShippingState;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each failure, including failures of the realm's own database. */
  readonly onFailure: (error: unknown) => void;
  readonly isStorageFailing: () => boolean;
}
