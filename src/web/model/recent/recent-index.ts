import { type Conversation, type ConversationKey, conversationOf, keyOf } from "../conversation.ts";
import type { MessageId, UserId } from "../ids.ts";
import type { Message } from "../message.ts";
import type { MessageChange } from "../messages.ts";

/** A conversation with what is known of its latest messages. A value: a change puts another object in its place. */
export interface RecentConversation {
  readonly key: ConversationKey;
  /** As its newest message spells it. */
  readonly conversation: Conversation;
  /** The known messages, ascending; there is at least one. */
  readonly ids: readonly MessageId[];
  readonly newest: MessageId;
  /** Whether one has written one of them. */
  readonly participated: boolean;
}

interface Known {
  readonly key: ConversationKey;
  readonly isMine: boolean;
}

/** The conversations that the latest messages belong to, as far back as these are known: without gaps. */
export class RecentIndex {
  readonly #me: UserId;
  readonly #messages = new Map<MessageId, Known>();
  readonly #conversations = new Map<ConversationKey, RecentConversation>();
  #sorted: readonly RecentConversation[] | undefined;

  constructor(me: UserId) {
    this.#me = me;
  }

  /** The one with the newest message first. */
  get list(): readonly RecentConversation[] {
    this.#sorted ??= [...this.#conversations.values()].sort((one, other) => other.newest - one.newest);
    return this.#sorted;
  }

  get(key: ConversationKey): RecentConversation | undefined {
    return this.#conversations.get(key);
  }

  /** Takes in messages: a page of the server, or new ones. */
  add(messages: readonly Message[]): void {
    const arrived = new Map<ConversationKey, Message[]>();
    for (const message of messages) {
      const conversation = conversationOf(message, this.#me);
      const key = keyOf(conversation);
      const before = this.#messages.get(message.id);
      if (before?.key === key) continue;
      if (before !== undefined) this.#drop(new Set([message.id]), before.key);
      this.#messages.set(message.id, { key, isMine: message.sender_id === this.#me });
      arrived.set(key, [...(arrived.get(key) ?? []), message]);
    }
    for (const [key, those] of arrived) this.#join(key, those);
  }

  /** Says whether anything is different now. */
  follow({ added, changed, removed }: MessageChange): boolean {
    const before = this.#sorted;
    this.add([...added, ...changed.filter(({ id }) => this.#messages.has(id))]);
    const gone = new Map<ConversationKey, Set<MessageId>>();
    for (const id of removed) {
      const known = this.#messages.get(id);
      if (known === undefined) continue;
      this.#messages.delete(id);
      gone.set(known.key, (gone.get(known.key) ?? new Set()).add(id));
    }
    for (const [key, ids] of gone) this.#drop(ids, key);
    return before === undefined || before !== this.#sorted;
  }

  #join(key: ConversationKey, messages: readonly Message[]): void {
    const before = this.#conversations.get(key);
    const ids = [...(before?.ids ?? []), ...messages.map(({ id }) => id)].sort((a, b) => a - b);
    const newest = ids.at(-1) ?? 0;
    const spelling = messages.find(({ id }) => id === newest);
    const conversation = spelling === undefined ? before?.conversation : conversationOf(spelling, this.#me);
    if (conversation !== undefined) this.#put(key, conversation, ids);
  }

  #drop(gone: ReadonlySet<MessageId>, key: ConversationKey): void {
    const before = this.#conversations.get(key);
    if (before === undefined) return;
    const ids = before.ids.filter((id) => !gone.has(id));
    this.#sorted = undefined;
    if (ids.length === 0) this.#conversations.delete(key);
    else this.#put(key, before.conversation, ids);
  }

  #put(key: ConversationKey, conversation: Conversation, ids: readonly MessageId[]): void {
    const participated = ids.some((id) => this.#messages.get(id)?.isMine);
    this.#conversations.set(key, { key, conversation, ids, newest: ids.at(-1) ?? 0, participated });
    this.#sorted = undefined;
  }
}
