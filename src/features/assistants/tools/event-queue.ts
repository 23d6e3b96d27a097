import { type Caller, callEndpoint } from "./caller.ts";

/** Idle time before the queue expires, unless it is deleted first. */
const IDLE_SECONDS = 120;

/** An event queue that exists for one request. The organization hibernates while nothing happens. */
export class EventQueue {
  #last: number;

  private constructor(
    private readonly caller: Caller,
    readonly id: string,
    last: number,
  ) {
    this.#last = last;
  }

  static async begin(caller: Caller, types: readonly string[], narrow: object = []): Promise<EventQueue> {
    const fields = {
      ...{ event_types: types, fetch_event_types: [], narrow, idle_queue_timeout: IDLE_SECONDS },
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
    };
    const made = await callEndpoint<{ queue_id: string; last_event_id: number }>(caller, "POST /register", fields);
    return new EventQueue(caller, made.queue_id, made.last_event_id);
  }

  /** Waits for the next events. Returns none if too little happens. */
  async next<Event extends { readonly type: string }>(): Promise<readonly Event[]> {
    const fields = { queue_id: this.id, last_event_id: this.#last };
    const { events } = await callEndpoint<{ events: (Event & { id: number })[] }>(this.caller, "GET /events", fields);
    this.#last = events.at(-1)?.id ?? this.#last;
    return events.filter(({ type }) => type !== "heartbeat");
  }

  /** Deletes the queue, which also ends a waiting poll. */
  async end(): Promise<void> {
    await this.caller.call("DELETE /events", { queue_id: this.id });
  }
}
