import { expect, test } from "vitest";
import { setOf } from "../../../src/realm/events/number-set.ts";
import { recipientBaseTables } from "../../../src/realm/events/queue-rows.ts";
import { RecipientBases } from "../../../src/realm/events/recipient-bases.ts";
import { Random } from "../../process/support/random.ts";
import { inFreshObject } from "../../support/storage.ts";
import { inRoom, type Room } from "./room.ts";

/** More queues than the recipient lists of a small organization contain. */
const MANY = 400;

const fill = (room: Room, count: number) => {
  for (let user = 1; user <= count; user++) room.join(user);
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** About half of the users, chosen pseudorandomly. */
const half = (users: readonly number[], seed = 1) => {
  const random = new Random(seed);
  return users.filter(() => random.below(2) === 0);
};

test("an event to all of many queues, or to all but one, writes no list and few bytes", async () => {
  await inRoom((room) => {
    fill(room, MANY);
    room.say("to all");
    room.say(
      "to others",
      upTo(MANY).filter((user) => user !== 77),
    );
    expect([room.rows("recipient_lists"), room.rows("recipient_bases")]).toEqual([0, 0]);
    expect(Math.max(...room.audiences())).toBeLessThan(100);
    room.forgetAll();
    expect([room.heard(76), room.heard(77)]).toEqual([["to all", "to others"], ["to all"]]);
  });
});

test("similar recipient lists share a base while their differences take less space than a new base", async () => {
  await inRoom((room) => {
    fill(room, 6000);
    const users = half(upTo(6000));
    let bytes = 0;
    for (let round = 0; round < 200; round++) {
      room.say(
        `${round}`,
        users.filter((user) => user % 211 !== round),
      );
      bytes += room.audiences().at(-1) ?? 0;
    }
    // A base takes 3 kB, and so do the differences from it until the next base.
    expect(room.rows("recipient_bases")).toBeLessThanOrEqual(10);
    expect(bytes / 200).toBeLessThan(200);
    room.forgetAll();
    const user = users.find((one) => one % 211 === 7) ?? 0;
    expect(room.heard(user)).toEqual(
      upTo(200)
        .map((round) => `${round - 1}`)
        .filter((word) => word !== "7"),
    );
  });
});

test.each([10, 10_000])(
  "an event to %d queues writes few bytes and at most one more row while queues come and go",
  async (count) => {
    await inRoom((room) => {
      fill(room, count);
      let last = count;
      const turns = Math.ceil(count / 100);
      for (let round = 0; round < 20; round++) {
        for (let turn = 0; turn < turns; turn++) {
          room.end(last - count + 1);
          last += 1;
          room.join(last);
        }
        const lists = room.rows("recipient_lists");
        room.say(`${round}`);
        expect(room.audiences().at(-1)).toBeLessThan(100);
        expect(room.rows("recipient_lists") - lists).toBeLessThanOrEqual(1);
      }
      expect(room.rows("recipient_bases")).toBe(0);
      room.forgetAll();
      expect(room.heard(last)).toEqual(["19"]);
      expect(room.heard(last - turns - 1)).toEqual(turns === 1 ? ["17", "18", "19"] : ["18", "19"]);
    });
  },
);

test("a base that is larger than a row is split over several rows", async () => {
  await inFreshObject(({ storage: { sql } }) => {
    for (const step of recipientBaseTables) sql.exec(step);
    const queues = Uint32Array.from({ length: 1_100_000 }, (_, index) => index * 2 + 1);
    const set = setOf(queues);
    const { number } = new RecipientBases(sql, 0).add(set, queues, 1);
    const lengths = sql.exec("SELECT length(queues) AS length FROM recipient_bases").toArray();
    expect(lengths.map(({ length }) => length)).toEqual([1_000_000, 1_000_000, 200_000]);
    const read = new RecipientBases(sql, 1).read(number)?.set;
    // `toEqual` takes half a minute for this many.
    expect([read?.length, read?.every((edge, index) => edge === set[index])]).toEqual([set.length, true]);
  });
});

test("recipient bases are deleted with the last events that use them", async () => {
  await inRoom((room) => {
    fill(room, 6000);
    for (let seed = 1; seed <= 5; seed++) room.say(`${seed}`, half(upTo(6000), seed));
    expect(room.rows("recipient_bases")).toBe(5);
    room.say("6", half(upTo(6000), 6));
    for (const user of upTo(6000)) room.acknowledge(user);
    room.say("to all");
    room.queues.sweep();
    expect([room.rows("events"), room.rows("recipient_bases")]).toEqual([1, 0]);
    room.say("again", half(upTo(6000), 6));
    room.forgetAll();
    expect(room.heard(half(upTo(6000), 6)[0] ?? 0)).toEqual(["to all", "again"]);
  });
});

test("a base from a rolled-back change is not used by a later event", async () => {
  await inRoom((room) => {
    fill(room, 6000);
    const users = half(upTo(6000));
    room.sayNothing("undone", users);
    expect(room.rows("recipient_bases")).toBe(0);
    room.say("done", users);
    room.forgetAll();
    expect(room.heard(users[0] ?? 0)).toEqual(["done"]);
  });
});

test("recipient lists of earlier programs are readable at any length, and are deleted with their events", async () => {
  await inRoom((room) => {
    fill(room, MANY);
    const users = half(upTo(MANY));
    room.sayAsBefore("before", users);
    room.forgetAll();
    room.say("after", users);
    const other = upTo(MANY).find((user) => !users.includes(user)) ?? 0;
    expect([room.heard(users[0] ?? 0), room.heard(users.at(-1) ?? 0), room.heard(other)]).toEqual([
      ["before", "after"],
      ["before", "after"],
      [],
    ]);
    room.say("to all");
    for (const user of upTo(MANY)) room.acknowledge(user);
    room.queues.sweep();
    expect([room.rows("events"), room.rows("recipient_lists")]).toEqual([0, 0]);
  });
});

test("older versions are refused once there are more queues than their lists can hold", async () => {
  await inRoom((room) => {
    fill(room, 256);
    room.say("to few");
    expect(room.refusals).toBe(0);
    room.join(257);
    room.sayNothing("undone");
    room.say("to many");
    room.say("to many again");
    // The first change was rolled back, and the mark it wrote with it.
    expect(room.refusals).toBe(2);
  });
});

test("every queue gets the same events as in a simple model, however queues start, end and are evicted", async () => {
  for (const seed of [1, 2]) {
    await inRoom((room) => {
      const random = new Random(seed);
      const model = new Map<number, string[]>();
      let last = 0;
      const join = () => {
        last += 1;
        room.join(last);
        model.set(last, []);
      };
      // Around the size at which lists start to be stored as differences.
      const size = seed === 1 ? 250 : 500;
      while (model.size < size) join();
      for (let step = 0; step < 60; step++) {
        for (let turn = random.below(30); turn > 0; turn--) join();
        const users = [...model.keys()];
        for (let turn = random.below(30); turn > 0; turn--) {
          const user = users[random.below(users.length)] ?? 0;
          if (model.delete(user)) room.end(user);
        }
        const living = [...model.keys()];
        const kind = random.below(6);
        const to =
          kind === 0 ? living : kind === 1 ? living.slice(0, 1 + random.below(3)) : half(living, 1 + random.below(3));
        if (random.below(5) === 0) room.sayNothing("undone", to);
        room.say(`${step}`, to);
        for (const user of to) model.get(user)?.push(`${step}`);
        for (const user of living) {
          if (random.below(8) > 0) continue;
          expect(room.heard(user)).toEqual(model.get(user));
          room.acknowledge(user);
          model.set(user, []);
        }
        if (random.below(10) === 0) room.queues.sweep();
        if (random.below(12) === 0) room.forgetAll();
      }
      for (const [user, words] of model) expect(room.heard(user)).toEqual(words);
    });
  }
});
