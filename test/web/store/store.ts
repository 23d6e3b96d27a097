import "../support/indexed-db.ts";
import type { ServerEvent } from "../../../src/web/model/event.ts";
import type { Message } from "../../../src/web/model/message.ts";
import type { State } from "../../../src/web/model/state.ts";
import { type Cache, openCache } from "../../../src/web/store/cache.ts";
import { MessageKeeper } from "../../../src/web/store/message-keeper.ts";
import { StoredEventLog } from "../../../src/web/store/stored-log.ts";
import { StoredMessages } from "../../../src/web/store/stored-messages.ts";
import type { Cursor } from "../../../src/web/wire/event-log.ts";

export const ME = 9;
let opened = 0;

/** A stored event log with its messages. The test emits the events. */
export class Store {
  readonly cache: Cache;
  readonly log: StoredEventLog;
  readonly kept: StoredMessages;
  readonly keeper: MessageKeeper;
  readonly unread = new Set<number>();
  last = 0;
  now = 1_000_000;

  static async open(): Promise<Store> {
    const store = new Store(await openCache(`messages-${opened++}`));
    await store.log.begin({ queue_id: "q", last_event_id: 0 } as unknown as State);
    return store;
  }

  private constructor(cache: Cache) {
    this.cache = cache;
    this.log = new StoredEventLog(cache);
    const isUnread = (id: number) => this.unread.has(id);
    const now = () => this.now;
    this.keeper = new MessageKeeper({ cache, account: () => ME, now });
    this.kept = new StoredMessages({ cache, keeper: async () => this.keeper, isUnread, now });
  }

  async happen(...events: Record<string, unknown>[]): Promise<void> {
    const numbered = events.map((event, i) => ({ ...event, id: this.last + i + 1 }) as unknown as ServerEvent);
    await this.log.append({ after: { queue: "q", last: this.last }, events: numbered });
    this.last += events.length;
  }

  get at(): Cursor {
    return { queue: "q", last: this.last };
  }

  async follow(): Promise<void> {
    while (await this.keeper.follow());
  }
}

export const message = (id: number, stream_id: number, subject: string, rest: Partial<Message> = {}): Message =>
  ({
    ...{ id, type: "stream", stream_id, subject, content: `${id}`, flags: [], reactions: [], submessages: [] },
    ...rest,
  }) as unknown as Message;

export const sent = ({ flags, ...rest }: Message) => ({ type: "message", message: rest, flags });
export const idsOf = (messages: readonly Message[] | undefined) => messages?.map(({ id }) => id);
