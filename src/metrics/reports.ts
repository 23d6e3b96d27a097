import type { Seconds } from "../util/time.ts";
import { labelled, type Numbers } from "./series.ts";

/** The numbers that an organization tells of itself while it is awake. */
export interface Report {
  /** The organization's number, its subdomain, and the host by which labels name it. */
  readonly realm: number;
  readonly subdomain: string;
  readonly host: string;
  readonly at: Seconds;
  readonly version: string;
  /** The numbers by series, without the organization's label. */
  readonly numbers: Numbers;
}

/** The last reports of the organizations that were awake in this isolate, by number. */
const latest = new Map<number, Report>();

export function keepReport(report: Report): void {
  latest.set(report.realm, report);
}

/** Forgets the report of an organization that is deleted. */
export const dropReport = (realm: number): boolean => latest.delete(realm);

/** The reports of this isolate, and those of others where they are not older. */
export function withLatest(others: readonly Report[]): readonly Report[] {
  const all = new Map(others.map((report) => [report.realm, report]));
  for (const report of latest.values())
    if ((all.get(report.realm)?.at ?? 0) <= report.at) all.set(report.realm, report);
  return [...all.values()];
}

/** The number of organizations that have series of their own: each has some thirty. */
const MAX_NAMED = 100;
const OTHERS = "(others)";

/** The numbers of organizations, each with its label; of those beyond the first hundred the sums. */
export function numbersOf(reports: readonly Report[]): Numbers {
  const all: Numbers = {};
  const sorted = [...reports].sort((a, b) => a.realm - b.realm);
  for (const [index, { host, numbers }] of sorted.entries()) {
    const isNamed = index < MAX_NAMED;
    for (const [text, value] of Object.entries(numbers)) {
      // The sum of times says nothing, and versions have no sum.
      if (!isNamed && /^parley_(?:\w+_seconds\b|organization_info)/.test(text)) continue;
      const name = labelled(text, "organization", isNamed ? host : OTHERS);
      all[name] = (all[name] ?? 0) + value;
    }
  }
  return all;
}
