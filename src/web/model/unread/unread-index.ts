import { withoutItems } from "../handlers.ts";
import type { MessageId, UserId } from "../ids.ts";
import { type ConversationKey, directKey, topicKey } from "../routes/conversation.ts";
import type { UnreadDirect, UnreadGroupDirect, UnreadState, UnreadTopic } from "../state.ts";

type UnreadMsgs = UnreadState["unread_msgs"];
export type UnreadEntry = UnreadTopic | UnreadDirect | UnreadGroupDirect;

/**
 * Maximum number of unread messages, the same as in a registration. If there are more, the oldest are dropped, several
 * at a time because dropping is slow.
 */
const MAX_UNREAD = 50_000;
const DROPPED_AT_ONCE = 5_000;

/** Indexes unread messages by conversation and by message. Changes also update the state's lists. */
export class UnreadIndex {
  readonly #lists: UnreadMsgs;
  readonly #me: UserId;
  readonly #entries = new Map<ConversationKey, UnreadEntry>();
  readonly entries: ReadonlyMap<ConversationKey, UnreadEntry> = this.#entries;
  readonly #keys = new Map<MessageId, ConversationKey>();

  constructor(lists: UnreadMsgs, me: UserId) {
    this.#lists = lists;
    this.#me = me;
    for (const entry of [...lists.streams, ...lists.pms, ...lists.huddles]) {
      const key = this.#keyFor(entry);
      this.#entries.set(key, entry);
      for (const id of entry.unread_message_ids) this.#keys.set(id, key);
    }
  }

  has(id: MessageId): boolean {
    return this.#keys.has(id);
  }

  entry(key: ConversationKey): UnreadEntry | undefined {
    return this.#entries.get(key);
  }

  /** Returns the conversation of an unread message, or undefined if the message is read. */
  keyOf(id: MessageId): ConversationKey | undefined {
    return this.#keys.get(id);
  }

  addToTopic(id: MessageId, stream_id: number, topic: string): void {
    this.#add(id, topicKey(stream_id, topic), () => addEntry(this.#lists.streams, { stream_id, topic, ...none() }));
  }

  /** `others` are the participants except the user. */
  addToDirect(id: MessageId, others: readonly UserId[]): void {
    this.#add(id, directKey(others), () => {
      if (others.length > 1) return addEntry(this.#lists.huddles, { user_ids_string: this.#all(others), ...none() });
      const other_user_id = others[0] ?? this.#me;
      return addEntry(this.#lists.pms, { other_user_id, sender_id: other_user_id, ...none() });
    });
  }

  /** Removes those of the given messages that are unread, and returns their ids. */
  take(ids: Iterable<MessageId>): MessageId[] {
    const byEntry = new Map<ConversationKey, Set<MessageId>>();
    for (const id of ids) {
      const key = this.#keys.get(id);
      if (key === undefined) continue;
      this.#keys.delete(id);
      const gone = byEntry.get(key) ?? new Set();
      byEntry.set(key, gone.add(id));
    }
    for (const [key, gone] of byEntry) this.#shrink(key, gone);
    return [...byEntry.values()].flatMap((gone) => [...gone]);
  }

  clear(): void {
    this.#entries.clear();
    this.#keys.clear();
    for (const list of [this.#lists.streams, this.#lists.pms, this.#lists.huddles]) list.length = 0;
  }

  #add(id: MessageId, key: ConversationKey, create: () => UnreadEntry): void {
    if (this.#keys.has(id)) return;
    const entry = this.#entries.get(key) ?? create();
    this.#entries.set(key, entry);
    const ids = entry.unread_message_ids;
    const newest = ids.at(-1) ?? 0;
    // All messages of a conversation share one string, to save memory.
    this.#keys.set(id, this.#keys.get(newest) ?? key);
    // Inserted instead of sorted, because sorting each time would freeze the page when thousands of messages are marked
    // as unread.
    ids.splice(ids.findLastIndex((one) => one < id) + 1, 0, id);
    if (this.#keys.size > MAX_UNREAD) this.#dropOldest();
  }

  #dropOldest(): void {
    const oldest = [...this.#keys.keys()].sort((a, b) => a - b).slice(0, DROPPED_AT_ONCE);
    this.take(oldest);
    this.#lists.mentions = withoutItems(this.#lists.mentions, oldest);
    this.#lists.old_unreads_missing = true;
  }

  #shrink(key: ConversationKey, gone: ReadonlySet<MessageId>): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.unread_message_ids = entry.unread_message_ids.filter((id) => !gone.has(id));
    if (entry.unread_message_ids.length > 0) return;
    this.#entries.delete(key);
    const lists: readonly UnreadEntry[][] = [this.#lists.streams, this.#lists.pms, this.#lists.huddles];
    for (const list of lists) {
      const index = list.indexOf(entry);
      if (index >= 0) list.splice(index, 1);
    }
  }

  #keyFor(entry: UnreadEntry): ConversationKey {
    if ("stream_id" in entry) return topicKey(entry.stream_id, entry.topic);
    if ("other_user_id" in entry) return directKey([entry.other_user_id].filter((id) => id !== this.#me));
    return directKey(othersIn(entry, this.#me));
  }

  #all(others: readonly UserId[]): string {
    return [...others, this.#me].sort((a, b) => a - b).join();
  }
}

/** Returns the participants of a group conversation except the user. */
export const othersIn = ({ user_ids_string }: UnreadGroupDirect, me: UserId): UserId[] =>
  user_ids_string
    .split(",")
    .map(Number)
    .filter((id) => id !== me);

const none = () => ({ unread_message_ids: [] as MessageId[] });

function addEntry<Item extends UnreadEntry>(list: Item[], entry: Item): UnreadEntry {
  list.push(entry);
  return entry;
}
