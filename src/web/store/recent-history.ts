import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { Cursor } from "../wire/event-log.ts";
import { type Cache, COMBINED, FEED_START, NOW } from "./cache.ts";
import { MAX_SEARCHED } from "./kept-search.ts";
import type { MessageKeeper } from "./message-keeper.ts";

/** A page of the messages before one, or of the newest. */
interface OlderPage {
  readonly messages: readonly Message[];
  readonly isOldest: boolean;
}

interface RecentHistoryParts {
  readonly cache: Cache;
  readonly keeper: Pick<MessageKeeper, "keep">;
  /** The position of this tab in the events. */
  readonly at: () => Cursor | undefined;
  readonly fetchBefore: (before: MessageId | "newest", count: number) => Promise<OlderPage>;
}

interface Bounds {
  /** The number of messages that are stored, of all conversations, although no one has looked at them here. */
  readonly most: number;
  /** The number of messages of one request, so that neither the server nor the page is busy for long. */
  readonly page: number;
}

const BOUNDS: Bounds = { most: MAX_SEARCHED, page: 500 };

/** Fetches and stores a page of the newest messages that are missing here. Returns whether more of them may be missing. */
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
  // If events made it impossible to store the page as a part without gaps, the next attempt comes later.
  const stored = (await cache.get("spans", COMBINED))?.ranges.at(-1);
  return stored !== undefined && stored.first === fetched.first && !isOldest;
}

interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether people pay for what is loaded, or wait for it. */
export function isMetered(): boolean {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  return connection?.saveData === true || connection?.effectiveType?.includes("2g") === true;
}
