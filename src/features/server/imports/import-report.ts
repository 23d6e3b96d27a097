import * as v from "valibot";
import { Report } from "../../../archive-format/report.ts";
import { stored } from "../../../database/stored.ts";

export const reportSchema = v.object({
  counts: v.record(v.string(), v.object({ in: v.number(), out: v.number() })),
  left_out: v.array(v.object({ reason: v.string(), count: v.number(), places: v.array(v.string()) })),
});

export const parseReport = stored("imports.report", v.nullable(reportSchema), () => null);

/** The report of a running import, which continues with each of its steps. */
export class ImportReport extends Report {
  constructor(text: string | null, key: number) {
    super((text === null ? null : parseReport(text, key)) ?? undefined);
  }

  /** Undoes the count of a row that turned out to be useless and was removed. */
  tookBack(table: string): void {
    this.wrote(table, -1);
  }

  override toString(): string {
    return JSON.stringify(this);
  }
}
