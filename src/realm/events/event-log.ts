import * as v from "valibot";
import type { Sql } from "../../database/statement.ts";
import { reportUnreadable, stored } from "../../database/stored.ts";
import { numberEvent } from "../../rpc/poll-answer.ts";
import { entryOf } from "../../util/collections.ts";
import { firstIndex } from "../../util/first-index.ts";
import type { EventKind } from "./event.ts";
import { membersAmong } from "./number-set.ts";
import type { ClientForm } from "./queue-client.ts";
import {
  audiencesBetween,
  changedRows,
  deleteEvents,
  type EventRow,
  eventsBetween,
  insertEvent,
  logExtent,
  newestBut,
} from "./queue-rows.ts";
import {
  goesTo,
  type LiveQueues,
  numbersOf,
  type RecipientList,
  RecipientLists,
  type StoredList,
  storedListSchema,
} from "./recipient-lists.ts";

/** A group of an event's recipients, with the extra fields that only they see. */
interface Share {
  readonly extra?: object | undefined;
  readonly to: RecipientList;
}

export interface LoggedEvent {
  readonly id: number;
  readonly kind: EventKind;
  readonly payload: object;
  readonly audience: readonly Share[];
  /** True if the event has a row. Transient events (typing, presence) don't. */
  readonly stored: boolean;
  /** Memory used by the event, in characters. */
  readonly weight: number;
  /** The event as JSON, by share and client form. */
  readonly bytes: Map<string, string>;
}

/** An event to log, with the numbers of the queues that receive it. */
interface NewEvent {
  readonly id: number;
  readonly kind: EventKind;
  readonly payload: object;
  readonly groups: readonly { readonly extra?: object | undefined; readonly queues: readonly number[] }[];
}

export interface Delivery {
  readonly event: LoggedEvent;
  readonly share: number;
}

/** Limits of the in-memory part of the log. Older events that a queue still needs are read from their rows. */
const MAX_IN_MEMORY = { events: 4096, characters: 4_000_000 };
/**
 * Fraction kept in memory when the limit is reached. Evicting events moves all others in memory, so it must not happen
 * for each new event.
 */
const KEPT_IN_MEMORY = 7 / 8;
const READ_AT_ONCE = 100;
/** Limits of one scan of the log for recipients. */
const SCAN_LIMITS = { rows: 1000, recipients: 200_000 };
const OVERHEAD = 500;

/** The events that some queue may not have acknowledged yet. All have rows; the newest are also in memory. */
export class EventLog {
  readonly #lists: RecipientLists;
  #recent: LoggedEvent[] = [];
  #weight = 0;
  #inMemoryAfter: number;
  #newest: number;
  #rows: number;
  #sinceSweep: number;

  constructor(
    private readonly sql: Sql,
    private readonly kinds: ReadonlyMap<string, EventKind>,
    private readonly queues: LiveQueues,
    refuseOlder: () => void,
  ) {
    const { newest, size } = logExtent.one(sql, {});
    this.#newest = newest ?? 0;
    this.#lists = new RecipientLists(sql, queues, refuseOlder, this.#newest);
    this.#inMemoryAfter = this.#newest;
    this.#rows = size;
    this.#sinceSweep = size;
  }

  /** Number of events that have a row. */
  get size(): number {
    return this.#rows;
  }

  get inMemory(): number {
    return this.#recent.length;
  }

  get newest(): number {
    return this.#newest;
  }

  get sinceSweep(): number {
    return this.#sinceSweep;
  }

  /** Writes an event's row, within the transaction that caused it. */
  append({ id, kind, payload, groups }: NewEvent): LoggedEvent {
    const audience = groups.map(({ extra, queues }): Share => ({ extra, to: this.#lists.of(queues, id) }));
    const row: EventRow = {
      id,
      kind: kind.key,
      payload: JSON.stringify(payload),
      audience: JSON.stringify(audience.map(({ extra, to }): StoredShare => ({ extra, ...to.stored }))),
    };
    insertEvent.run(this.sql, row);
    return { id, kind, payload, audience, stored: true, weight: weightOf(row), bytes: new Map() };
  }

  /** Logs a transient event, in memory only. */
  inMemoryOnly({ id, kind, payload, groups }: NewEvent): LoggedEvent {
    const audience = groups.map(({ extra, queues }): Share => ({ extra, to: this.#lists.withoutRow(queues) }));
    return { id, kind, payload, audience, stored: false, weight: OVERHEAD, bytes: new Map() };
  }

  /** Makes a committed transaction's events available to polls. */
  commit(events: readonly LoggedEvent[]): void {
    this.#lists.commit();
    for (const event of events) {
      this.#recent.push(event);
      this.#weight += event.weight;
      for (const { to } of event.audience) this.#weight += this.#lists.retain(to);
      this.#newest = event.id;
      if (event.stored) this.#rows += 1;
      this.#sinceSweep += 1;
    }
    const { events: most, characters } = MAX_IN_MEMORY;
    if (this.#recent.length > most || this.#weight > characters) {
      this.#evictTo(KEPT_IN_MEMORY * most, KEPT_IN_MEMORY * characters);
    }
  }

  #evictTo(most: number, characters: number): void {
    let gone = 0;
    for (const event of this.#recent) {
      if (this.#recent.length - gone <= most && this.#weight <= characters) break;
      this.#evict(event);
      this.#inMemoryAfter = event.id;
      gone += 1;
    }
    this.#recent.splice(0, gone);
  }

  rollback(): void {
    this.#lists.rollback();
  }

  remembersAfter(id: number): boolean {
    return id >= this.#inMemoryAfter;
  }

  /** Yields the events that a queue receives after this id, oldest first. */
  *after(id: number, queue: number): Iterable<Delivery> {
    if (!this.remembersAfter(id)) yield* this.#readBack(id, queue);
    for (let index = this.#indexAfter(id); index < this.#recent.length; index++) {
      const event = this.#recent[index] as LoggedEvent;
      const share = event.audience.findIndex(({ to }) => goesTo(to, queue));
      if (share >= 0) yield { event, share };
    }
  }

  /**
   * Scans some of the events after an id, up to `upTo`, that are only in rows. Yields each recipient list's newest
   * event, with the numbers of its queues.
   */
  receivedAfter(id: number, most: number): { upTo: number; lists: Iterable<{ numbers: number[]; newest: number }> } {
    const end = Math.min(most, this.#inMemoryAfter);
    const rows = audiencesBetween.all(this.sql, { after: id, upto: end, most: SCAN_LIMITS.rows });
    const lists = new Map<string, { numbers: number[]; newest: number }>();
    let recipients = 0;
    for (const { id: newest, audience } of rows) {
      for (const { extra: _, ...list } of readAudience(audience, newest)) {
        const text = JSON.stringify(list);
        const members = () => [...membersAmong(numbersOf(this.#lists.read(list, newest)), this.queues.numbers)];
        const numbers = lists.get(text)?.numbers ?? members();
        if (!lists.has(text)) recipients += numbers.length;
        lists.set(text, { numbers, newest });
      }
      if (recipients > SCAN_LIMITS.recipients) return { upTo: newest, lists: lists.values() };
    }
    const last = rows.length < SCAN_LIMITS.rows ? end : (rows.at(-1)?.id ?? end);
    return { upTo: last, lists: lists.values() };
  }

  /** Returns the id of the event before the newest `most` events, or 0 if there are no more than that. */
  newestBut(most: number): number {
    return newestBut.first(this.sql, { most })?.id ?? 0;
  }

  /** Deletes the events older than `oldest`, which no queue still needs. */
  sweep(oldest: number): void {
    this.#sinceSweep = 0;
    deleteEvents.run(this.sql, { oldest });
    this.#rows -= changedRows.one(this.sql, {}).count;
    const gone = this.#recent.findIndex(({ id }) => id >= oldest);
    for (const event of this.#recent.splice(0, gone < 0 ? this.#recent.length : gone)) this.#evict(event);
    this.#lists.sweep(oldest, this.remembersAfter(oldest - 1));
  }

  #evict({ weight, audience }: LoggedEvent): void {
    this.#weight -= weight;
    for (const { to } of audience) this.#weight -= this.#lists.release(to);
  }

  #indexAfter(id: number): number {
    return firstIndex(this.#recent.length, (at) => (this.#recent[at] as LoggedEvent).id > id);
  }

  *#readBack(after: number, queue: number): Iterable<Delivery> {
    const lists = new Map<string, RecipientList>();
    const listOf = (list: StoredList, event: number) =>
      entryOf(lists, JSON.stringify(list), () => this.#lists.read(list, event));
    let last = after;
    for (;;) {
      const rows = eventsBetween.all(this.sql, { after: last, upto: this.#inMemoryAfter, most: READ_AT_ONCE });
      for (const row of rows) {
        const shares = readAudience(row.audience, row.id);
        const audience = shares.map(({ extra, ...list }): Share => ({ extra, to: listOf(list, row.id) }));
        const share = audience.findIndex(({ to }) => goesTo(to, queue));
        const event = share < 0 ? undefined : this.#event(row, audience);
        if (event !== undefined) yield { event, share };
      }
      if (rows.length < READ_AT_ONCE) return;
      last = rows.at(-1)?.id ?? this.#inMemoryAfter;
    }
  }

  /** Returns undefined if only another version of the program has the event's kind. */
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
const shareSchema = v.intersect([v.object({ extra: v.optional(fields) }), storedListSchema]);
type StoredShare = v.InferInput<typeof shareSchema>;

/** Another version of the program may have written the payload. The `adapt` of each kind must handle that. */
const readPayload = stored("events.payload", v.nullable(fields), () => null);
const readAudience = stored("events.audience", v.array(shareSchema), () => []);

const weightOf = ({ payload, audience }: EventRow) => payload.length + audience.length + OVERHEAD;

/** The client form of a queue's events. Clients with equal `formKey` receive the same JSON. */
interface EventReader {
  readonly form: ClientForm;
  readonly formKey: string;
}

export const eventBytes = (delivery: Delivery, number: number, reader: EventReader): string =>
  numberEvent(eventText(delivery, reader), number);

/** Returns an event's JSON without its number, computed once for all clients with the same form and extra fields. */
export function eventText({ event, share }: Delivery, { form, formKey }: EventReader): string {
  const key = `${share}${formKey}`;
  let bytes = event.bytes.get(key);
  if (bytes === undefined) {
    const { kind, payload, audience } = event;
    const seen = kind.adapt({ ...payload, ...audience[share]?.extra }, form);
    const head = kind.op === undefined ? { type: kind.type } : { type: kind.type, op: kind.op };
    bytes = JSON.stringify({ ...head, ...seen }).slice(0, -1);
    event.bytes.set(key, bytes);
  }
  return bytes;
}
