import { type Cache, COMBINED, type FeedKey, RELAXED } from "./cache.ts";
import { BEGINNING, NOW } from "./ranges.ts";

interface Bounds {
  readonly messages: number;
  readonly bytes: number;
}

/** About 60 MB: what a hundred thousand messages of the usual length take. */
export const BOUNDS: Bounds = { messages: 100_000, bytes: 60_000_000 };
/** How much stays, of what may, once there is too much. */
const STAYS = 0.8;

/** Forgets the conversations that nobody has looked at for longest, where more is kept than may be. */
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

/** Forgets a conversation, and returns of how many messages it was. */
async function forget(cache: Cache, feed: FeedKey): Promise<number> {
  const transaction = cache.transaction(["messages", "spans"], "readwrite", RELAXED);
  const rows = transaction.objectStore("messages");
  const spans = transaction.objectStore("spans");
  const ids = await rows.index("conversation").getAllKeys(IDBKeyRange.bound([feed, BEGINNING], [feed, NOW]));
  const others = (await spans.getAllKeys()).filter((key) => !isConversation(key));
  await Promise.all([
    ...ids.map((id) => rows.delete(id)),
    // Feeds of several conversations would have a gap.
    ...[feed, ...others].map((key) => spans.delete(key)),
    transaction.done,
  ]);
  return ids.length;
}

const isConversation = (feed: FeedKey): boolean => feed !== COMBINED && !feed.startsWith("channel:");

/** How much this origin keeps on the device, as far as the browser says. */
export async function storedBytes(): Promise<number> {
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return usage;
}
