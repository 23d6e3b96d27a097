import { expect, test } from "vitest";
import { limits } from "../../../src/protocol/limit-table.ts";
import { formOf } from "../../../src/realm/events/queue-client.ts";
import { CLIENT, inRoom, type Room } from "./room.ts";

test("a queue has the unacknowledged events since its creation", async () => {
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

test("events to the same few queues share one recipient list", async () => {
  await inRoom((room) => {
    for (let user = 1; user <= 200; user++) room.join(user);
    for (let round = 0; round < 50; round++) room.say(`round ${round}`);
    room.say("for one alone", 7);
    expect([room.rows("events"), room.rows("recipient_lists")]).toEqual([51, 2]);
  });
});

test("pending events are read back for each queue after an eviction", async () => {
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

test("recipients get their events regardless of the order they are listed in", async () => {
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
    const sizes = words.map((word) => {
      room.say(word);
      return room.queues.log.inMemory;
    });
    expect(Math.max(...sizes)).toBeLessThan(5000);
    expect(room.heard(1)).toEqual(words);
    // Each time the count falls, all remaining events have been moved.
    const moves = sizes.filter((size, index) => size < (sizes[index - 1] ?? 0));
    expect(moves.length).toBeLessThan(6);
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

test("fully acknowledged events are deleted, along with recipient lists used only by them", async () => {
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
    // The second queue has acknowledged nothing, but only the last event is addressed to it.
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

test("a rolled-back change leaves nothing that a later event could refer to", async () => {
  await inRoom((room) => {
    room.join(1);
    room.sayNothing("undone");
    expect([room.heard(1), room.rows("recipient_lists")]).toEqual([[], 0]);
    room.say("done");
    room.forgetAll();
    expect(room.heard(1)).toEqual(["done"]);
  });
});

test("a queue that is never polled doesn't keep events in the log forever", async () => {
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

/** Finds and ends all queues with events pending up to an id. Returns their users, and the steps it took. */
function endBehind(room: Room, id: number): { ended: number[]; steps: number } {
  const ended: number[] = [];
  for (let steps = 1; ; steps++) {
    const { queues, isAll } = room.queues.behind(id);
    for (const { user_id } of queues) {
      ended.push(user_id);
      room.end(user_id);
    }
    if (isAll) return { ended: ended.sort(), steps };
  }
}

test.each([3, 300])(
  "of %i queues, behind() finds only those with pending events, also after an eviction",
  async (all) => {
    await inRoom((room) => {
      for (let user = 1; user <= all; user++) room.join(user);
      room.say("to all");
      for (let user = 2; user <= all; user++) room.acknowledge(user);
      // User 1 has fetched nothing. Later events go only to user 2, who has fetched nothing since.
      for (let round = 0; round < 2500; round++) room.say(`${round}`, 2);
      const last = room.say("the last", 2)?.id ?? 0;
      room.say("since then", 3);
      room.forgetAll();
      const { ended, steps } = endBehind(room, last);
      expect(ended).toEqual([1, 2]);
      expect(steps).toBeGreaterThan(2);
      room.queues.sweep();
      expect([room.rows("events"), room.heard(3)]).toEqual([1, ["since then"]]);
      expect(endBehind(room, last)).toEqual({ ended: [], steps: 1 });
    });
  },
);

test("an overfull log ends only the queues that are never polled, also after an eviction", async () => {
  await inRoom((room) => {
    for (const user of [1, 2, 3]) room.join(user);
    room.say("to all");
    for (const user of [2, 3]) room.acknowledge(user);
    for (let round = 0; round < limits.organization.logged_events; round++) room.say("on and on", 2);
    room.acknowledge(2);
    room.forgetAll();
    const ended: number[] = [];
    for (let change = 0; change < 40; change++) {
      for (const { user_id } of room.queues.overfull()) {
        ended.push(user_id);
        room.end(user_id);
      }
    }
    expect(ended).toEqual([1]);
  });
});

test("shared event JSON depends only on the fields of its key", () => {
  const client = { ...CLIENT, name: "ZulipMobile" };
  const { form, formKey } = formOf(client);
  expect(JSON.parse(formKey)).toEqual(form);
  expect(form).not.toHaveProperty("name");
  expect(formOf({ ...client, name: "zulip-terminal", event_types: ["message"], narrow: [["is", "dm"]] }).formKey).toBe(
    formKey,
  );
  expect(formOf({ ...client, name: "curl" }).formKey).not.toBe(formKey);
});
