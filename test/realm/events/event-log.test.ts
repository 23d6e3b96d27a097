import * as v from "valibot";
import { expect, test } from "vitest";
import type { UserId } from "../../../src/protocol/ids.ts";
import { limits } from "../../../src/protocol/limit-table.ts";
import { among, event, everyone } from "../../../src/realm/events/event.ts";
import { eventBytes, type LoggedEvent } from "../../../src/realm/events/event-log.ts";
import { formOf, type QueueClient } from "../../../src/realm/events/queue-client.ts";
import { eventTables } from "../../../src/realm/events/queue-rows.ts";
import { numberIn, type Queue, Queues } from "../../../src/realm/events/queues.ts";
import { milliseconds } from "../../../src/util/time.ts";
import { inFreshObject } from "../../support/storage.ts";

const said = event({ type: "said", fields: { word: v.string() } });
const kinds = new Map([[said.kind.key, said.kind]]);

const CLIENT: QueueClient = {
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
class Room {
  queues: Queues;
  #last = 0;

  constructor(private readonly storage: DurableObjectStorage) {
    for (const step of eventTables) storage.sql.exec(step);
    this.queues = new Queues(storage.sql, kinds);
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

  /** Emits an event with a word in a transaction, to all users or to some. */
  say(word: string, to: To = "all"): LoggedEvent | undefined {
    return this.storage.transactionSync(() => this.#append(word, to));
  }

  /** Emits an event in a transaction that is rolled back. */
  sayNothing(word: string): void {
    const undone = () =>
      this.storage.transactionSync(() => {
        this.#append(word, "all");
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    this.queues.log.rollback();
  }

  /** The words of a queue's pending events, and their numbers. */
  heard(user: number): string[] {
    const queue = this.#queue(user);
    return [...this.queues.pending(queue)].map((one) => {
      const { word } = JSON.parse(eventBytes(one, numberIn(queue, one.event.id), queue)) as { word: string };
      return word;
    });
  }

  acknowledge(user: number): void {
    const queue = this.#queue(user);
    const newest = [...this.queues.pending(queue)].at(-1)?.event.id;
    if (newest !== undefined) this.queues.acknowledge(queue, newest);
  }

  /** Discards what is in memory, as when the object is evicted or the process dies. */
  forgetAll(): void {
    this.queues = new Queues(this.storage.sql, kinds);
  }

  rows(table: "events" | "recipient_lists"): number {
    return Number(this.storage.sql.exec(`SELECT count(*) AS rows FROM ${table}`).one()["rows"]);
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

  #queue(user: number): Queue {
    const queue = this.queues.byId(`queue of ${user}`);
    if (queue === undefined) throw new Error(`${user} has no queue`);
    return queue;
  }
}

const inRoom = (work: (room: Room) => void) => inFreshObject(({ storage }) => work(new Room(storage)));

test("a queue has the events since it was created that it has not acknowledged", async () => {
  await inRoom((room) => {
    room.join(1);
    room.say("one");
    room.join(2);
    room.say("two");
    room.say("for one alone", 1);
    expect([room.heard(1), room.heard(2)]).toEqual([["one", "two", "for one alone"], ["two"]]);
    room.acknowledge(1);
    room.say("three");
    expect([room.heard(1), room.heard(2)]).toEqual([["three"], ["two", "three"]]);
  });
});

test("an event without recipients is not logged", async () => {
  await inRoom((room) => {
    room.join(1);
    expect(room.say("unheard", 2)).toBeUndefined();
    expect([room.rows("events"), room.rows("recipient_lists")]).toEqual([0, 0]);
  });
});

test("events that go to the same queues share one recipient list", async () => {
  await inRoom((room) => {
    for (let user = 1; user <= 500; user++) room.join(user);
    for (let round = 0; round < 50; round++) room.say(`round ${round}`);
    room.say("for one alone", 7);
    expect([room.rows("events"), room.rows("recipient_lists")]).toEqual([51, 2]);
  });
});

test("pending events are read back for each queue after the object was out of memory", async () => {
  await inRoom((room) => {
    room.join(1);
    room.join(2);
    for (let round = 0; round < 250; round++) room.say(`${round}`, round % 5 === 0 ? 2 : "all");
    room.forgetAll();
    room.say("after");
    expect(room.heard(2)).toEqual([...Array(250).keys(), "after"].map(String));
    expect(room.heard(1)).toEqual(room.heard(2).filter((word) => word === "after" || Number(word) % 5 !== 0));
  });
});

test("recipients find their events in whatever order they are listed", async () => {
  await inRoom((room) => {
    for (const user of [1, 2, 3, 4]) room.join(user);
    room.say("word", [4, 1, 3]);
    for (let again = 0; again < 2; again++) {
      expect([1, 2, 3, 4].map((user) => room.heard(user))).toEqual([["word"], [], ["word"], ["word"]]);
      room.forgetAll();
    }
  });
});

test("memory keeps only the newest events, and older ones are read back", async () => {
  await inRoom((room) => {
    room.join(1);
    const words = Array.from({ length: 6000 }, (_, round) => `${round}`);
    for (const word of words) room.say(word);
    expect(room.queues.log.inMemory).toBeLessThan(5000);
    expect(room.heard(1)).toEqual(words);
  });
});

test("large events do not all stay in memory", async () => {
  await inRoom((room) => {
    room.join(1);
    for (let round = 0; round < 10; round++) room.say("x".repeat(1_000_000));
    expect(room.queues.log.inMemory).toBeLessThan(5);
    expect(room.heard(1)).toHaveLength(10);
  });
});

test("events that all queues have acknowledged are deleted, with the recipient lists that only they use", async () => {
  await inRoom((room) => {
    room.join(1);
    room.join(2);
    for (let round = 0; round < 5000; round++) {
      room.say(`${round}`, 1);
      if (round % 500 === 0) room.queues.sweep();
    }
    room.say("to both");
    room.acknowledge(1);
    room.queues.sweep();
    // The second queue has acknowledged nothing, but only the last event is for it.
    expect([room.rows("events"), room.heard(2)]).toEqual([1, ["to both"]]);
    room.acknowledge(2);
    room.queues.sweep();
    expect([room.rows("events"), room.rows("recipient_lists"), room.queues.log.inMemory]).toEqual([0, 0, 0]);
    for (let round = 0; round < 5000; round++) {
      room.say(`${round}`, 2);
      if (round % 500 === 0) room.queues.sweep();
    }
    room.acknowledge(2);
    room.say("still", 2);
    room.say("to both again");
    room.queues.sweep();
    expect(room.rows("recipient_lists")).toBe(2);
    room.forgetAll();
    room.queues.sweep();
    expect(room.heard(2)).toEqual(["still", "to both again"]);
  });
});

test("a rolled-back change leaves nothing that a later event would refer to", async () => {
  await inRoom((room) => {
    room.join(1);
    room.sayNothing("undone");
    expect([room.heard(1), room.rows("recipient_lists")]).toEqual([[], 0]);
    room.say("done");
    room.forgetAll();
    expect(room.heard(1)).toEqual(["done"]);
  });
});

test("a queue that is never polled does not keep the log for ever", async () => {
  await inRoom((room) => {
    room.join(1);
    room.join(2);
    for (let round = 0; round < limits.organization.logged_events + 50; round++) {
      room.say("on and on");
      if (round % 1000 === 0) room.acknowledge(2);
    }
    room.acknowledge(2);
    expect(room.queues.overfull().map(({ user_id }) => user_id)).toEqual([1]);
    room.end(1);
    room.queues.sweep();
    expect([room.rows("events"), room.queues.overfull()]).toEqual([0, []]);
  });
});

test("the JSON that clients share depends only on what their key is made of", () => {
  const client = { ...CLIENT, name: "ZulipMobile" };
  const { form, formKey } = formOf(client);
  expect(JSON.parse(formKey)).toEqual(form);
  expect(form).not.toHaveProperty("name");
  expect(formOf({ ...client, name: "zulip-terminal", event_types: ["message"], narrow: [["is", "dm"]] }).formKey).toBe(
    formKey,
  );
  expect(formOf({ ...client, name: "curl" }).formKey).not.toBe(formKey);
});
