import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { Cursor } from "../wire/event-log.ts";
import { type Cache, COMBINED, FEED_START, NOW } from "./cache.ts";
import type { MessageKeeper } from "./message-keeper.ts";
import { MAX_SEARCHED } from "./stored-search.ts";

interface OlderPage {
  readonly messages: readonly Message[];
  readonly isOldest: boolean;
}

interface RecentHistoryParts {
  readonly cache: Cache;
  readonly keeper: Pick<MessageKeeper, "keep">;
  /** This tab's position in the event stream. */
  readonly at: () => Cursor | undefined;
  readonly fetchBefore: (before: MessageId | "newest", count: number) => Promise<OlderPage>;
}

interface Bounds {
  /** Number of messages to store across all conversations, including those never viewed here. */
  readonly most: number;
  /** Messages per request, limited so that neither the server nor the page is busy for long. */
  readonly page: number;
}

const BOUNDS: Bounds = { most: MAX_SEARCHED, page: 100 };

/** Fetches and stores a page of the newest missing messages. Returns true if more may be missing. */
export async function fillHistory(
  { cache, keeper, at, fetchBefore }: RecentHistoryParts,
  { most, page }: Bounds = BOUNDS,
): Promise<boolean> {
  const asOf = at();
  if (asOf === undefined) return false;
  const newest = (await cache.get("spans", COMBINED))?.ranges.at(-1);
  const first = newest?.last === NOW ? newest.first : undefined;
  if (first === FEED_START) return false;
  if (first !== undefined && (await cache.count("messages", IDBKeyRange.lowerBound(first))) >= most) return false;
  const { messages, isOldest } = await fetchBefore(first ?? "newest", page);
  const oldest = messages[0]?.id;
  const fetched = { messages, first: isOldest ? FEED_START : (oldest ?? FEED_START), last: first ?? NOW };
  await keeper.keep(COMBINED, fetched, asOf);
  // If events prevented the page from being stored as a gap-free part, the next attempt comes later.
  const stored = (await cache.get("spans", COMBINED))?.ranges.at(-1);
  return stored !== undefined && stored.first === fetched.first && !isOldest;
}

interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** True if the user pays for data, or the connection is slow. */
export function isMetered(): boolean {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  return connection?.saveData === true || connection?.effectiveType?.includes("2g") === true;
}
