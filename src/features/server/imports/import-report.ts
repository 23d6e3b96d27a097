import * as v from "valibot";
import type { Place } from "../../../archive/archive-error.ts";
import { stored } from "../../../database/stored.ts";

/** The number of places that a report names for each reason. */
const PLACES = 20;

export const reportSchema = v.object({
  counts: v.record(v.string(), v.object({ in: v.number(), out: v.number() })),
  left_out: v.array(v.object({ reason: v.string(), count: v.number(), places: v.array(v.string()) })),
});

export const parseReport = stored("imports.report", v.nullable(reportSchema), () => null);

/** The report of an import under way, which goes on with each of its steps. */
export class ImportReport {
  readonly #counts: Map<string, { in: number; out: number }>;
  readonly #reasons: Map<string, { count: number; places: string[] }>;

  constructor(text: string | null, key: number) {
    const { counts = {}, left_out = [] } = (text === null ? null : parseReport(text, key)) ?? {};
    this.#counts = new Map(Object.entries(counts));
    this.#reasons = new Map(left_out.map(({ reason, count, places }) => [reason, { count, places: [...places] }]));
  }

  read(table: string): void {
    this.#of(table).in += 1;
  }

  wrote(table: string): void {
    this.#of(table).out += 1;
  }

  /** Takes back the count of a row that turned out to be nothing, and is gone. */
  tookBack(table: string): void {
    this.#of(table).out -= 1;
  }

  /** Counts things that were left out or changed. The reason is one of few texts; what differs stands in the place. */
  leftOut(reason: string, place: Place | string): void {
    const found = this.#reasons.get(reason) ?? { count: 0, places: [] };
    this.#reasons.set(reason, found);
    found.count += 1;
    if (found.places.length < PLACES) found.places.push(typeof place === "string" ? place : told(place));
  }

  toString(): string {
    const left_out = [...this.#reasons].map(([reason, { count, places }]) => ({ reason, count, places }));
    return JSON.stringify({ counts: Object.fromEntries(this.#counts), left_out });
  }

  #of(table: string): { in: number; out: number } {
    const found = this.#counts.get(table) ?? { in: 0, out: 0 };
    this.#counts.set(table, found);
    return found;
  }
}

const told = ({ member, line }: Place) => (line === undefined ? member : `${member}:${line}`);
