import type { Seconds } from "../util/time.ts";
import { labelled, type Numbers } from "./families.ts";

/** Numbers an organization reports while it is awake. */
export interface Report {
  /** The organization's id, its subdomain, and the host that identifies it in labels. */
  readonly realm: number;
  readonly subdomain: string;
  readonly host: string;
  readonly at: Seconds;
  readonly version: string;
  /** Numbers by series, without the organization's label. */
  readonly numbers: Numbers;
}

const latest = new Map<number, Report>();

export function keepReport(report: Report): void {
  latest.set(report.realm, report);
}

export const dropReport = (realm: number): boolean => latest.delete(realm);

/** Returns the latest report of each organization, from this isolate or from others. */
export function withLatest(others: readonly Report[]): readonly Report[] {
  const all = new Map(others.map((report) => [report.realm, report]));
  for (const report of latest.values())
    if ((all.get(report.realm)?.at ?? 0) <= report.at) all.set(report.realm, report);
  return [...all.values()];
}

/** Maximum organizations with their own series. Each has about thirty. */
const MAX_NAMED = 100;
const OTHERS = "(others)";

/** Labels the organizations' numbers. Beyond the first hundred organizations, they are summed. */
export function numbersOf(reports: readonly Report[]): Numbers {
  const all: Numbers = {};
  const sorted = [...reports].sort((a, b) => a.realm - b.realm);
  for (const [index, { host, numbers }] of sorted.entries()) {
    const isNamed = index < MAX_NAMED;
    for (const [text, value] of Object.entries(numbers)) {
      // Sums of times or versions would be meaningless.
      if (!isNamed && /^parley_(?:\w+_seconds\b|organization_info)/.test(text)) continue;
      const name = labelled(text, "organization", isNamed ? host : OTHERS);
      all[name] = (all[name] ?? 0) + value;
    }
  }
  return all;
}
