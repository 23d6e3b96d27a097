import type { BulkTable, Row } from "../../database/bulk-table.ts";
import type { Sql } from "../../database/statement.ts";
import { type CheckedRows, checkRows } from "./check-rows.ts";
import { skipIds } from "./comparison.ts";
import type { Shipper } from "./shipper.ts";
import type { ShippingState } from "./shipping-state.ts";

interface StoreCheckParts {
  readonly sql: Sql;
  readonly transaction: (work: () => void) => void;
  readonly tables: ReadonlyMap<string, BulkTable>;
  readonly state: ShippingState;
  readonly shipper: Shipper;
}

/** Compares the realm with D1 on request, even if their stamps match. */
export class StoreCheck {
  constructor(private readonly parts: StoreCheckParts) {}

  get tables(): ReadonlyMap<string, BulkTable> {
    return this.parts.tables;
  }

  get state(): Pick<ShippingState, "epoch" | "noticed" | "seen"> {
    return this.parts.state;
  }

  compare(table: BulkTable, theirs: readonly Row[], after: CheckedRows["end"]): CheckedRows {
    return checkRows(this.parts.sql, table, theirs, after);
  }

  /** Skips this many ids of new rows. Call it within a change. */
  skipIds(count: number): void {
    const { sql, tables } = this.parts;
    for (const table of tables.values()) {
      if (!table.integerKey) continue;
      const name = table.indexTable ?? table.name;
      const [row] = sql.exec(`SELECT max(id) AS id FROM ${name}`).toArray();
      const [known] = sql.exec("SELECT seq FROM sqlite_sequence WHERE name = ?1", name).toArray();
      skipIds(sql, table, Math.max(Number(row?.["id"] ?? 0), Number(known?.["seq"] ?? 0)) + count);
    }
  }

  /** Compares the realm with D1 from the start, and repairs differences. Rows can't be read in the meantime. */
  async repair(): Promise<void> {
    const { state, shipper, transaction } = this.parts;
    await shipper.exclusively(async () => {
      transaction(() => state.doubt());
      shipper.switched();
    });
  }
}
