import { type Cache, COMBINED, type FeedKey, RELAXED } from "./cache.ts";
import { BEGINNING, NOW } from "./ranges.ts";

interface Bounds {
  readonly messages: number;
  readonly bytes: number;
}

/** About 60 MB, which is the size of a hundred thousand messages of the usual length. */
export const BOUNDS: Bounds = { messages: 100_000, bytes: 60_000_000 };
/** The share of the bounds to which the messages are cut once they exceed them. */
const STAYS = 0.8;

/** Deletes the conversations that were not looked at for the longest time, if more is stored than the bounds allow. */
export async function trim(cache: Cache, { messages, bytes }: Bounds, usedBytes: () => Promise<number>): Promise<void> {
  const count = await cache.count("messages");
  const used = await usedBytes();
  if (count <= messages && used <= bytes) return;
  const most = Math.floor(STAYS * Math.min(messages, count * Math.min(1, bytes / used)));
  const rows = (await cache.getAll("spans")).filter(({ feed }) => isConversation(feed));
  let left = count;
  for (const { feed } of rows.sort((a, b) => a.touched - b.touched)) {
    if (left <= most) return;
    left -= await forget(cache, feed);
  }
}

/** Deletes a conversation, and returns the number of its messages. */
async function forget(cache: Cache, feed: FeedKey): Promise<number> {
  const transaction = cache.transaction(["messages", "spans"], "readwrite", RELAXED);
  const rows = transaction.objectStore("messages");
  const spans = transaction.objectStore("spans");
  const ids = await rows.index("conversation").getAllKeys(IDBKeyRange.bound([feed, BEGINNING], [feed, NOW]));
  const others = (await spans.getAllKeys()).filter((key) => !isConversation(key));
  await Promise.all([
    ...ids.map((id) => rows.delete(id)),
    // Channels and the combined feed would have a gap.
    ...[feed, ...others].map((key) => spans.delete(key)),
    transaction.done,
  ]);
  return ids.length;
}

const isConversation = (feed: FeedKey): boolean => feed !== COMBINED && !feed.startsWith("channel:");

/** The number of bytes that this origin stores on the device, as far as the browser tells. */
export async function storedBytes(): Promise<number> {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return usage;
}
