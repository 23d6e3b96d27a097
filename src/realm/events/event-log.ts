import * as v from "valibot";
import type { Sql } from "../../database/statement.ts";
import { reportUnreadable, stored } from "../../database/stored.ts";
import type { EventKind } from "./event.ts";
import type { ClientForm } from "./queue-client.ts";
import { deleteEvents, type EventRow, eventsBetween, insertEvent, logExtent, newestBut } from "./queue-rows.ts";
import { goesTo, type RecipientList, RecipientLists } from "./recipient-lists.ts";

/** Some of those an event goes to, with the fields that only they see. */
interface Share {
  readonly extra?: object | undefined;
  readonly to: RecipientList;
}

export interface LoggedEvent {
  readonly id: number;
  readonly kind: EventKind;
  readonly payload: object;
  readonly audience: readonly Share[];
  /** Whether it has a row: events for now only (typing, presence) have none. */
  readonly stored: boolean;
  /** What it takes of the memory, in characters. */
  readonly weight: number;
  /** Its bytes, by share and form of client. */
  readonly bytes: Map<string, string>;
}

/** An event that is to be logged: the queues that it goes to are listed by whoever asked each of them. */
interface NewEvent {
  readonly id: number;
  readonly kind: EventKind;
  readonly payload: object;
  readonly groups: readonly { readonly extra?: object | undefined; readonly queues: readonly number[] }[];
}

/** An event as one queue gets it. */
export interface Delivery {
  readonly event: LoggedEvent;
  readonly share: number;
}

/** What of the log is kept in memory; older events are read back for the queue that still wants them. */
const MOST_IN_MEMORY = { events: 4096, characters: 4_000_000 };
const READ_AT_ONCE = 100;
const OVERHEAD = 500;

/** The events that some queue may not have acknowledged yet, oldest first: in rows, and the newest in memory. */
export class EventLog {
  readonly #lists: RecipientLists;
  #recent: LoggedEvent[] = [];
  #weight = 0;
  /** Events after this one are all in memory. */
  #inMemoryAfter: number;
  #newest: number;
  #rows: number;
  #sinceSweep: number;

  constructor(
    private readonly sql: Sql,
    private readonly kinds: ReadonlyMap<string, EventKind>,
  ) {
    this.#lists = new RecipientLists(sql);
    const { newest, size } = logExtent.one(sql, {});
    this.#newest = newest ?? 0;
    this.#inMemoryAfter = this.#newest;
    this.#rows = size;
    this.#sinceSweep = size;
  }

  /** How many events have a row. */
  get size(): number {
    return this.#rows;
  }

  get inMemory(): number {
    return this.#recent.length;
  }

  /** The newest event: whoever has no event up to it has none at all. */
  get newest(): number {
    return this.#newest;
  }

  get sinceSweep(): number {
    return this.#sinceSweep;
  }

  /** Writes an event's row, inside the change that caused it. */
  append({ id, kind, payload, groups }: NewEvent): LoggedEvent {
    const audience = groups.map(({ extra, queues }): Share => ({ extra, to: this.#lists.of(queues) }));
    const row: EventRow = {
      id,
      kind: kind.key,
      payload: JSON.stringify(payload),
      audience: JSON.stringify(audience.map(({ extra, to }): StoredShare => ({ extra, list: to.number }))),
    };
    insertEvent.run(this.sql, row);
    return { id, kind, payload, audience, stored: true, weight: weightOf(row), bytes: new Map() };
  }

  /** An event that is kept in memory alone. */
  inMemoryOnly({ id, kind, payload, groups }: NewEvent): LoggedEvent {
    const audience = groups.map(({ extra, queues }): Share => ({ extra, to: this.#lists.withoutRow(queues) }));
    return { id, kind, payload, audience, stored: false, weight: OVERHEAD, bytes: new Map() };
  }

  /** The change is certain: its events are there for whoever polls. */
  commit(events: readonly LoggedEvent[]): void {
    this.#lists.commit();
    for (const event of events) {
      this.#recent.push(event);
      this.#weight += event.weight;
      for (const { to } of event.audience) this.#retain(to);
      this.#newest = event.id;
      if (event.stored) this.#rows += 1;
      this.#sinceSweep += 1;
    }
    let most = 0;
    while (this.#recent.length - most > MOST_IN_MEMORY.events || this.#weight > MOST_IN_MEMORY.characters) {
      const event = this.#recent[most];
      if (event === undefined) break;
      this.#evict(event);
      most += 1;
    }
    if (most > 0) this.#inMemoryAfter = (this.#recent[most - 1] as LoggedEvent).id;
    this.#recent.splice(0, most);
  }

  /** The change was undone, and what it wrote with it. */
  rollback(): void {
    this.#lists.rollback();
  }

  /** Whether what came after this event can be told without reading it back. */
  remembersAfter(id: number): boolean {
    return id >= this.#inMemoryAfter;
  }

  /** What a queue gets after some event, oldest first. */
  *after(id: number, queue: number): Iterable<Delivery> {
    if (!this.remembersAfter(id)) yield* this.#readBack(id, queue);
    for (let index = this.#indexAfter(id); index < this.#recent.length; index++) {
      const event = this.#recent[index] as LoggedEvent;
      const share = event.audience.findIndex(({ to }) => goesTo(to, queue));
      if (share >= 0) yield { event, share };
    }
  }

  /** The event before which all but so many of the newest are. */
  newestBut(most: number): number {
    return newestBut.first(this.sql, { most })?.id ?? 0;
  }

  /** Deletes what came before the oldest event that some queue still wants. */
  sweep(oldest: number): void {
    this.#sinceSweep = 0;
    deleteEvents.run(this.sql, { oldest });
    this.#rows = logExtent.one(this.sql, {}).size;
    const gone = this.#recent.findIndex(({ id }) => id >= oldest);
    for (const event of this.#recent.splice(0, gone < 0 ? this.#recent.length : gone)) this.#evict(event);
    // What is left in rows alone names lists that memory does not know.
    if (this.remembersAfter(oldest - 1)) this.#lists.sweep();
  }

  #retain(list: RecipientList): void {
    if (list.events === 0) this.#weight += list.queues.byteLength;
    this.#lists.retain(list);
  }

  #evict({ weight, audience }: LoggedEvent): void {
    this.#weight -= weight;
    for (const { to } of audience) {
      this.#lists.release(to);
      if (to.events === 0) this.#weight -= to.queues.byteLength;
    }
  }

  /** The place in memory of the first event after this one. */
  #indexAfter(id: number): number {
    let low = 0;
    let high = this.#recent.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#recent[middle] as LoggedEvent).id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  *#readBack(after: number, queue: number): Iterable<Delivery> {
    const lists = new Map<number, RecipientList>();
    const listOf = (number: number) => {
      const list = lists.get(number) ?? this.#lists.stored(number);
      lists.set(number, list);
      return list;
    };
    let last = after;
    for (;;) {
      const rows = eventsBetween.all(this.sql, { after: last, upto: this.#inMemoryAfter, most: READ_AT_ONCE });
      for (const row of rows) {
        const shares = readAudience(row.audience, row.id);
        const audience = shares.map(({ extra, list }): Share => ({ extra, to: listOf(list) }));
        const share = audience.findIndex(({ to }) => goesTo(to, queue));
        const event = share < 0 ? undefined : this.#event(row, audience);
        if (event !== undefined) yield { event, share };
      }
      if (rows.length < READ_AT_ONCE) return;
      last = rows.at(-1)?.id ?? this.#inMemoryAfter;
    }
  }

  /** An event that another program has written, of a kind that this one does not know, is nobody's. */
  #event(row: EventRow, audience: readonly Share[]): LoggedEvent | undefined {
    const kind = this.kinds.get(row.kind);
    if (kind === undefined) {
      reportUnreadable("events.kind", row.kind, "there is no such kind of event");
      return undefined;
    }
    const payload = readPayload(row.payload, row.id);
    if (payload === null) return undefined;
    return { id: row.id, kind, payload, audience, stored: true, weight: weightOf(row), bytes: new Map() };
  }
}

const fields = v.custom<object>((value) => typeof value === "object" && value !== null);
const shareSchema = v.object({ extra: v.optional(fields), list: v.number() });
type StoredShare = v.InferInput<typeof shareSchema>;

/** The fields of an event are those of the program that wrote it: each kind reads them as it adapts them. */
const readPayload = stored("events.payload", v.nullable(fields), () => null);
const readAudience = stored("events.audience", v.array(shareSchema), () => []);

const weightOf = ({ payload, audience }: EventRow) => payload.length + audience.length + OVERHEAD;

/** A client, and what all clients that see the same bytes have in common with it. */
interface EventReader {
  readonly form: ClientForm;
  readonly formKey: string;
}

/** An event as a queue's client sees it, as JSON: all but its number is computed once for all clients of one form. */
export function eventBytes({ event, share }: Delivery, number: number, { form, formKey }: EventReader): string {
  const key = `${share}${formKey}`;
  let bytes = event.bytes.get(key);
  if (bytes === undefined) {
    const { kind, payload, audience } = event;
    const seen = kind.adapt({ ...payload, ...audience[share]?.extra }, form);
    const head = kind.op === undefined ? { type: kind.type } : { type: kind.type, op: kind.op };
    bytes = JSON.stringify({ ...head, ...seen }).slice(0, -1);
    event.bytes.set(key, bytes);
  }
  return `${bytes},"id":${number}}`;
}
