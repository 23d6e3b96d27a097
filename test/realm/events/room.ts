import * as v from "valibot";
import { expect } from "vitest";
import type { UserId } from "../../../src/protocol/ids.ts";
import { among, event, everyone } from "../../../src/realm/events/event.ts";
import { eventBytes, type LoggedEvent } from "../../../src/realm/events/event-log.ts";
import type { QueueClient } from "../../../src/realm/events/queue-client.ts";
import { eventTables, laterEventTables, recipientBaseTables } from "../../../src/realm/events/queue-rows.ts";
import { numberInQueue, type Queue, Queues } from "../../../src/realm/events/queues.ts";
import { milliseconds } from "../../../src/util/time.ts";
import { inFreshObject } from "../../support/storage.ts";

const said = event({ type: "said", fields: { word: v.string() } });
const kinds = new Map([[said.kind.key, said.kind]]);

export const CLIENT: QueueClient = {
  name: "test",
  capabilities: [],
  event_types: null,
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: false,
  include_subscribers: false,
  all_public_streams: false,
  narrow: [],
};

type To = number | readonly number[] | "all";

/** An event log with its queues, without a realm. */
export class Room {
  queues: Queues;
  /** How many times an older program was refused. */
  refusals = 0;
  #last = 0;

  constructor(private readonly storage: DurableObjectStorage) {
    for (const step of [...eventTables, ...laterEventTables, ...recipientBaseTables]) storage.sql.exec(step);
    this.queues = this.#made();
  }

  join(user: number): string {
    const id = `queue of ${user}`;
    const fields = {
      id,
      user_id: user as UserId,
      client: CLIENT,
      lifespan: milliseconds(600_000),
      seenAt: milliseconds(0),
    };
    this.queues.create({ ...fields, origin: this.#last }).commit();
    return id;
  }

  /** Emits an event in a transaction, to all users or to some. */
  say(word: string, to: To = "all"): LoggedEvent | undefined {
    return this.storage.transactionSync(() => this.#append(word, to));
  }

  /** Emits an event in a transaction that is rolled back. */
  sayNothing(word: string, to: To = "all"): void {
    const undone = () =>
      this.storage.transactionSync(() => {
        this.#append(word, to);
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    this.queues.log.rollback();
  }

  /**
   * Stores an event as older programs did, which wrote each recipient list as numbers. It isn't in memory until
   * `forgetAll` is called.
   */
  sayAsBefore(word: string, users: readonly number[]): void {
    const { sql } = this.storage;
    this.#last += 1;
    sql.exec("INSERT INTO recipient_lists (queues) VALUES (?)", JSON.stringify(users));
    const { list } = sql.exec("SELECT max(number) AS list FROM recipient_lists").one();
    const [payload, audience] = [JSON.stringify({ word }), JSON.stringify([{ list }])];
    sql.exec(
      "INSERT INTO events (id, kind, payload, audience) VALUES (?, 'said', ?, ?)",
      this.#last,
      payload,
      audience,
    );
  }

  /** Returns the words of the pending events in a user's queue. */
  heard(user: number): string[] {
    const queue = this.#queue(user);
    return [...this.queues.pending(queue)].map((one) => {
      const { word } = JSON.parse(eventBytes(one, numberInQueue(queue, one.event.id), queue)) as { word: string };
      return word;
    });
  }

  acknowledge(user: number): void {
    const queue = this.#queue(user);
    const newest = [...this.queues.pending(queue)].at(-1)?.event.id;
    if (newest === undefined) return;
    this.queues.acknowledge(queue, newest);
    this.storage.sql.exec("UPDATE queues SET acknowledged = ? WHERE number = ?", newest, queue.number);
  }

  /** Discards all memory, as an eviction or a crash does. */
  forgetAll(): void {
    this.queues = this.#made();
  }

  rows(table: "events" | "recipient_lists" | "recipient_bases"): number {
    return Number(this.storage.sql.exec(`SELECT count(*) AS rows FROM ${table}`).one()["rows"]);
  }

  /** Returns the lengths of the recipients in the event rows, in the order of events. */
  audiences(): number[] {
    const rows = this.storage.sql.exec("SELECT length(audience) AS length FROM events ORDER BY id").toArray();
    return rows.map(({ length }) => Number(length));
  }

  end(user: number): void {
    const queue = this.#queue(user);
    this.queues.delete(queue);
    this.queues.forget(queue);
  }

  #append(word: string, to: To): LoggedEvent | undefined {
    const told = said({ word });
    const users = [to].flat() as UserId[];
    const groups = this.queues.recipients(told, [to === "all" ? everyone : among(new Set(users))]);
    if (groups === undefined) return undefined;
    this.#last += 1;
    const logged = this.queues.log.append({ ...told, id: this.#last, groups });
    if (word !== "undone") this.queues.log.commit([logged]);
    return logged;
  }

  #made(): Queues {
    return new Queues(this.storage.sql, kinds, () => {
      this.refusals += 1;
    });
  }

  #queue(user: number): Queue {
    const queue = this.queues.byId(`queue of ${user}`);
    if (queue === undefined) throw new Error(`${user} has no queue`);
    return queue;
  }
}

export const inRoom = (work: (room: Room) => void) => inFreshObject(({ storage }) => work(new Room(storage)));
