import type { RecentFilter } from "../../model/recent/recent-filter.ts";

const STORED = "parley.recent";

export const NO_FILTER: RecentFilter = { unread: false, participated: false, muted: false, kind: "all", text: "" };

/** The filter that was set last in this browser, without the typed text. */
export function keptFilter(): RecentFilter {
  try {
    return { ...NO_FILTER, ...JSON.parse(localStorage.getItem(STORED) ?? "{}"), text: "" };
  } catch {
    return NO_FILTER;
  }
}

export const keepFilter = ({ text: _, ...filter }: RecentFilter): void =>
  localStorage.setItem(STORED, JSON.stringify(filter));
