import type { AnyEvent, EventName, EventNamed, FieldsOf } from "../event.ts";
import { nameOf } from "../handlers.ts";
import type { ChannelId, MessageId } from "../ids.ts";
import type { Message } from "./message.ts";
import { deletedBy, edited, flagged, moved, reacted, withSubmessage } from "./message-update.ts";

/** What has become of messages, for the feeds. */
export interface MessageChange {
  /** New ones, by an event: the feeds they belong to show them at the end, unless they have fetched them already. */
  readonly added: readonly Message[];
  /** The messages as they are now: edited, moved, with other flags or reactions. */
  readonly changed: readonly Message[];
  readonly removed: readonly MessageId[];
}

const NOTHING: MessageChange = { added: [], changed: [], removed: [] };

/** What events make of messages, by their names. */
type MessageHandlers = { readonly [Name in EventName]?: (event: EventNamed<Name>) => MessageChange };

/** The messages that are known. A message is a value: a change puts another object in its place. */
export class Messages {
  readonly #byId = new Map<MessageId, Message>();
  readonly #isRendered: boolean;
  readonly #handlers: MessageHandlers = {
    message: ({ message, flags }) => this.#add({ ...message, flags }),
    update_message: (event) => this.#update(event),
    delete_message: (event) => this.#remove(deletedBy(event)),
    "reaction/add": (event) => this.#change([event.message_id], (one) => reacted(one, event)),
    "reaction/remove": (event) => this.#change([event.message_id], (one) => reacted(one, event)),
    submessage: (event) => this.#change([event.message_id], (one) => withSubmessage(one, event)),
    "update_message_flags/add": (event) => this.#flag(event),
    "update_message_flags/remove": (event) => this.#flag(event),
    "stream/delete": ({ stream_ids }) => this.#leave(stream_ids),
  };

  /** `isRendered`: whether contents are HTML, as clients choose when they register and fetch. */
  constructor({ isRendered = true }: { readonly isRendered?: boolean } = {}) {
    this.#isRendered = isRendered;
  }

  get(id: MessageId): Message | undefined {
    return this.#byId.get(id);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** All that are known, in no order. */
  values(): IterableIterator<Message> {
    return this.#byId.values();
  }

  /** Keeps messages that were fetched: they are newer than what was known of them. */
  put(messages: Iterable<Message>): void {
    for (const message of messages) {
      this.#byId.delete(message.id);
      this.#byId.set(message.id, message);
    }
  }

  /** Changes what is known by an event. Of what is not known, events tell too. */
  apply(event: AnyEvent): MessageChange {
    // The name says which event the handler takes.
    const run = this.#handlers[nameOf(event) as EventName] as ((event: unknown) => MessageChange) | undefined;
    return run?.(event) ?? NOTHING;
  }

  /** Forgets messages that came first, but none of those in use, once there are more than `most`. */
  retain(inUse: ReadonlySet<MessageId>, most: number): void {
    if (this.#byId.size <= most) return;
    for (const id of this.#byId.keys()) {
      if (this.#byId.size <= most * 0.8) return;
      if (!inUse.has(id)) this.#byId.delete(id);
    }
  }

  #add(message: Message): MessageChange {
    this.put([message]);
    return { ...NOTHING, added: [message] };
  }

  #update(event: FieldsOf<"update_message">): MessageChange {
    return this.#change(new Set([...event.message_ids, event.message_id]), (message) => {
      const there = moved(message, event);
      return message.id === event.message_id ? edited(there, event, this.#isRendered) : there;
    });
  }

  #flag({
    op,
    flag,
    messages,
    all,
  }: EventNamed<"update_message_flags/add" | "update_message_flags/remove">): MessageChange {
    return this.#change(all ? [...this.#byId.keys()] : messages, (message) => flagged(message, op, flag));
  }

  #remove(ids: readonly MessageId[]): MessageChange {
    for (const id of ids) this.#byId.delete(id);
    return { ...NOTHING, removed: ids };
  }

  /** What is in channels that one may not see any more. */
  #leave(channels: readonly ChannelId[]): MessageChange {
    const gone = [...this.#byId.values()].filter((one) => one.type === "stream" && channels.includes(one.stream_id));
    return this.#remove(gone.map(({ id }) => id));
  }

  #change(ids: Iterable<MessageId>, change: (message: Message) => Message): MessageChange {
    const changed: Message[] = [];
    for (const id of ids) {
      const old = this.#byId.get(id);
      if (old === undefined) continue;
      const message = change(old);
      if (message === old) continue;
      this.#byId.set(id, message);
      changed.push(message);
    }
    return { ...NOTHING, changed };
  }
}
