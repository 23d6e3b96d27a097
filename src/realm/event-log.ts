import type { Sql } from "../database/statement.ts";
import type { EventKind } from "./event.ts";
import type { QueueClient } from "./queue-client.ts";
import { allEvents, deleteEvents, insertEvent } from "./queue-rows.ts";

export interface LoggedEvent {
  readonly id: number;
  readonly kind: EventKind;
  readonly payload: object;
  readonly audience: readonly { readonly extra?: object; readonly queues: readonly number[] }[];
  /** Whether it has a row: events for now only (typing, presence) have none. */
  readonly stored: boolean;
  /** How many queues have not acknowledged it. */
  holders: number;
  /** Its bytes, by audience and form of client. */
  bytes: Map<string, string>;
}

/** The events that some queue has not acknowledged yet. */
export class EventLog {
  #events = new Map<number, LoggedEvent>();
  #garbage: number[] = [];

  constructor(private readonly sql: Sql) {}

  get size(): number {
    return this.#events.size;
  }

  get garbage(): number {
    return this.#garbage.length;
  }

  /** Reads the log back after the object was out of memory; `place` gives an event to a queue that still wants it. */
  load(
    kinds: ReadonlyMap<string, EventKind>,
    place: (queue: number, event: LoggedEvent, extra: number) => boolean,
  ): void {
    for (const row of allEvents.all(this.sql, {})) {
      const kind = kinds.get(row.kind);
      const audience = JSON.parse(row.audience) as LoggedEvent["audience"];
      if (kind === undefined) throw new Error(`no event kind ${row.kind}`);
      const payload = JSON.parse(row.payload) as object;
      const event: LoggedEvent = { id: row.id, kind, payload, audience, stored: true, holders: 0, bytes: new Map() };
      for (const [extra, { queues }] of audience.entries()) {
        for (const queue of queues) if (place(queue, event, extra)) event.holders += 1;
      }
      if (event.holders > 0) this.#events.set(event.id, event);
      else this.#garbage.push(event.id);
    }
  }

  /** Writes an event's row, inside the change that caused it. */
  append(event: LoggedEvent): void {
    insertEvent.run(this.sql, {
      id: event.id,
      kind: event.kind.key,
      payload: JSON.stringify(event.payload),
      audience: JSON.stringify(event.audience),
    });
  }

  enter(event: LoggedEvent): void {
    if (event.holders > 0) this.#events.set(event.id, event);
    else if (event.stored) this.#garbage.push(event.id);
  }

  release(event: LoggedEvent): void {
    event.holders -= 1;
    if (event.holders > 0) return;
    this.#events.delete(event.id);
    if (event.stored) this.#garbage.push(event.id);
  }

  sweep(): void {
    deleteEvents.run(this.sql, { ids: JSON.stringify(this.#garbage) });
    this.#garbage = [];
  }
}

/** A client, and what all clients that see the same bytes have in common with it. */
interface EventReader {
  readonly form: string;
  readonly client: QueueClient;
}

/** An event as a queue's client sees it, as JSON: all but its number is computed once for all clients of one form. */
export function eventBytes(event: LoggedEvent, extra: number, number: number, { form, client }: EventReader): string {
  const key = `${extra}${form}`;
  let bytes = event.bytes.get(key);
  if (bytes === undefined) {
    const { kind, payload, audience } = event;
    const seen = kind.adapt({ ...payload, ...audience[extra]?.extra }, client);
    const head = kind.op === undefined ? { type: kind.type } : { type: kind.type, op: kind.op };
    bytes = JSON.stringify({ ...head, ...seen }).slice(0, -1);
    event.bytes.set(key, bytes);
  }
  return `${bytes},"id":${number}}`;
}
