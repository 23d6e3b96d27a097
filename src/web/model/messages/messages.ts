import type { AnyEvent, EventName, EventNamed, FieldsOf } from "../event.ts";
import { eventName } from "../handlers.ts";
import type { ChannelId, MessageId } from "../ids.ts";
import type { Message } from "../message.ts";
import { deletedBy, edited, flagged, moved, reacted, withSubmessage } from "./message-update.ts";

export interface MessageChange {
  /**
   * New messages from an event. The feeds that show their conversations append them, unless they were already fetched.
   */
  readonly added: readonly Message[];
  /** New versions of messages whose text, place, flags, reactions or submessages changed. */
  readonly changed: readonly Message[];
  readonly removed: readonly MessageId[];
}

const NOTHING: MessageChange = { added: [], changed: [], removed: [] };

type MessageHandlers = { readonly [Name in EventName]?: (event: EventNamed<Name>) => MessageChange };

/** The messages that the client holds. Message objects are immutable; a change replaces the object. */
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

  /** `isRendered`: whether contents are HTML, which the client chooses when it registers and fetches. */
  constructor({ isRendered = true }: { readonly isRendered?: boolean } = {}) {
    this.#isRendered = isRendered;
  }

  get(id: MessageId): Message | undefined {
    return this.#byId.get(id);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** All messages, in no particular order. */
  values(): IterableIterator<Message> {
    return this.#byId.values();
  }

  /** Adds fetched messages, replacing older versions. */
  put(messages: Iterable<Message>): void {
    for (const message of messages) {
      this.#byId.delete(message.id);
      this.#byId.set(message.id, message);
    }
  }

  /** Applies an event. Ignores changes of messages that aren't in memory. */
  apply(event: AnyEvent): MessageChange {
    // The table's type ensures that each handler is stored under the name of the event it takes.
    const run = this.#handlers[eventName(event) as EventName] as ((event: unknown) => MessageChange) | undefined;
    return run?.(event) ?? NOTHING;
  }

  /** Once there are more than `most` messages, drops the ones added first, except those in use. */
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

  /** Removes messages of channels the user can no longer see. */
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
