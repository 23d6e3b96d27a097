import * as v from "valibot";
import { Report } from "../../../archive-format/report.ts";
import { stored } from "../../../database/stored.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Milliseconds, toWholeSeconds } from "../../../util/time.ts";
import { type importSchema, reportSchema } from "./import-schema.ts";
import { parseFacts, parsePosition, totalOf } from "./position.ts";
import { countOfParts } from "./reading/stored-archive.ts";
import { countParts, type ImportRow, missingParts } from "./rows.ts";

const parseReport = stored("imports.report", v.nullable(reportSchema), () => null);

/** The report of a running import, continued by each step. */
export class ImportReport extends Report {
  constructor(text: string | null, key: number) {
    super((text === null ? null : parseReport(text, key)) ?? undefined);
  }

  /** Uncounts a row that was written, and then removed because it had no effect. */
  tookBack(table: string): void {
    this.wrote(table, -1);
  }

  override toString(): string {
    return JSON.stringify(this);
  }
}

/** Maximum number of missing parts that are listed. */
const MISSING_TOLD = 1000;

type ImportObject = v.InferOutput<typeof importSchema>;

const secondsOf = (at: Milliseconds | null) => (at === null ? null : toWholeSeconds(at));

export function importObject(realm: Realm, row: ImportRow): ImportObject {
  const { id, state, size, part_bytes, done, error } = row;
  const parts = countOfParts(row);
  const facts = row.facts === null ? null : parseFacts(row.facts, id);
  const position = row.position === null ? null : parsePosition(row.position, id);
  const isUnderWay = state === "checking" || state === "running" || state === "failed";
  const phase = isUnderWay ? (position?.phase ?? null) : state === "undoing" ? "undoing" : null;
  const missing = state === "uploading" ? missingParts.all(realm.sql, { id, parts, most: MISSING_TOLD }) : [];
  return {
    ...{ id, state, size, part_bytes, parts, done, error, phase },
    parts_received: countParts.one(realm.sql, { id }).count,
    missing_parts: missing.map(({ part }) => part),
    total: facts === null || phase === null ? 0 : totalOf(facts, phase),
    created_at: toWholeSeconds(row.created_at),
    started_at: secondsOf(row.started_at),
    ended_at: secondsOf(row.ended_at),
    report: row.report === null ? null : parseReport(row.report, id),
  };
}
