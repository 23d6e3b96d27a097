import type { Frozen } from "../../../wire-types.ts";
import type { AnyEvent, FieldsOf } from "../event.ts";
import { withoutItems } from "../handlers.ts";
import type { ChannelId, MessageId, UserId } from "../ids.ts";
import type { SentMessage } from "../message.ts";
import { deletedBy } from "../messages/message-update.ts";
import {
  type Conversation,
  type ConversationKey,
  conversationKey,
  conversationOf,
  topicKey,
} from "../routes/conversation.ts";

/** A conversation with its known recent messages. Immutable: a change replaces the object. */
export interface RecentConversation {
  readonly key: ConversationKey;
  /** The conversation, spelled as in its newest message. */
  readonly conversation: Conversation;
  /** Ids of the newest known messages and of all known messages by the user, ascending. Never empty. */
  readonly ids: readonly MessageId[];
  readonly newest: MessageId;
  /** True if the user sent one of these messages. */
  readonly participated: boolean;
}

/**
 * Maximum number of newest messages stored per conversation. If the newest is deleted or moved, the next one replaces
 * it.
 */
const MAX_IDS = 200;

interface IndexedMessage {
  readonly key: ConversationKey;
  readonly isMine: boolean;
}

/**
 * All conversations with messages since the oldest known message. The index applies events itself instead of using
 * `Messages`, which drops old messages whose conversations are still listed here.
 */
export class RecentIndex {
  /** True if the list must be reloaded, because an event affected messages that are no longer known. */
  isOutdated = false;
  readonly #me: UserId;
  readonly #messages = new Map<MessageId, IndexedMessage>();
  readonly #conversations = new Map<ConversationKey, RecentConversation>();
  /** Conversations whose older messages are no longer known. */
  readonly #cut = new Set<ConversationKey>();
  #sorted: readonly RecentConversation[] = [];
  #isSorted = true;

  constructor(me: UserId) {
    this.#me = me;
  }

  /** The conversations by newest message, newest first. */
  get list(): readonly RecentConversation[] {
    if (this.#isSorted) return this.#sorted;
    // The previous order is almost sorted, which makes sorting fast.
    const known = this.#sorted.flatMap(({ key }) => this.#conversations.get(key) ?? []);
    const before = new Set(known);
    const others = [...this.#conversations.values()].filter((one) => !before.has(one));
    this.#sorted = [...others, ...known].sort((one, other) => other.newest - one.newest);
    this.#isSorted = true;
    return this.#sorted;
  }

  add(messages: readonly SentMessage[]): void {
    const added = new Map<ConversationKey, Map<MessageId, Conversation>>();
    for (const message of messages) {
      if (this.#messages.has(message.id)) continue;
      const conversation = conversationOf(message, this.#me);
      const key = conversationKey(conversation);
      this.#messages.set(message.id, { key, isMine: message.sender_id === this.#me });
      added.set(key, (added.get(key) ?? new Map()).set(message.id, conversation));
    }
    for (const [key, those] of added) {
      const [first] = those.values();
      if (first !== undefined) this.#join(key, [...those.keys()], (id) => those.get(id) ?? first);
    }
  }

  /** Applies an event. Returns whether the list changed. */
  apply(event: AnyEvent): boolean {
    if (event.type === "message") this.add([event.message]);
    else if (event.type === "update_message") this.#move(event);
    else if (event.type === "delete_message") this.#remove(deletedBy(event));
    else if (event.type === "stream" && event.op === "delete") this.#leave(event.stream_ids);
    return !this.#isSorted;
  }

  #move({ message_ids, stream_id, new_stream_id, orig_subject, subject }: Frozen<FieldsOf<"update_message">>): void {
    if (stream_id === undefined || (subject === undefined && new_stream_id === undefined)) return;
    const channel = new_stream_id ?? stream_id;
    const topic = subject ?? orig_subject ?? "";
    const key = topicKey(channel, topic);
    const moved = message_ids.flatMap((id) => {
      const known = this.#messages.get(id);
      return known === undefined ? [] : [{ id, known }];
    });
    const hasUnknown = moved.length < message_ids.length;
    this.isOutdated ||= hasUnknown && this.#cut.has(topicKey(stream_id, orig_subject ?? topic));
    this.#remove(moved.map(({ id }) => id));
    for (const { id, known } of moved) this.#messages.set(id, { ...known, key });
    if (moved.length > 0) {
      const ids = moved.map(({ id }) => id);
      this.#join(key, ids, () => ({ kind: "topic", channel, topic }));
    }
  }

  #remove(ids: readonly MessageId[]): void {
    const gone = new Map<ConversationKey, Set<MessageId>>();
    for (const id of ids) {
      const known = this.#messages.get(id);
      if (known === undefined) continue;
      this.#messages.delete(id);
      gone.set(known.key, (gone.get(known.key) ?? new Set()).add(id));
    }
    for (const [key, those] of gone) this.#drop(those, key);
  }

  /** Removes conversations of channels the user can no longer see. */
  #leave(channels: readonly ChannelId[]): void {
    for (const { conversation, ids } of this.list)
      if (conversation.kind === "topic" && channels.includes(conversation.channel)) this.#remove(ids);
  }

  #join(key: ConversationKey, added: readonly MessageId[], conversationAt: (id: MessageId) => Conversation): void {
    const before = this.#conversations.get(key);
    const all = [...(before?.ids ?? []), ...added].sort((a, b) => a - b);
    const ids = all.filter((id, at) => at >= all.length - MAX_IDS || this.#messages.get(id)?.isMine);
    for (const id of withoutItems(all, ids)) this.#messages.delete(id);
    if (ids.length < all.length) this.#cut.add(key);
    const newest = ids.at(-1) ?? 0;
    // The newest message's spelling wins.
    const isNew = before === undefined || newest > before.newest;
    this.#put(key, isNew ? conversationAt(newest) : before.conversation, ids);
  }

  #drop(gone: ReadonlySet<MessageId>, key: ConversationKey): void {
    const before = this.#conversations.get(key);
    if (before === undefined) return;
    const ids = before.ids.filter((id) => !gone.has(id));
    this.#isSorted = false;
    this.isOutdated ||= ids.length === 0 && this.#cut.has(key);
    if (ids.length === 0) this.#conversations.delete(key);
    else this.#put(key, before.conversation, ids);
  }

  #put(key: ConversationKey, conversation: Conversation, ids: readonly MessageId[]): void {
    const participated = ids.some((id) => this.#messages.get(id)?.isMine);
    this.#conversations.set(key, { key, conversation, ids, newest: ids.at(-1) ?? 0, participated });
    this.#isSorted = false;
  }
}
