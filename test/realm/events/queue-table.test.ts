import { expect, test } from "vitest";
import type { UserId } from "../../../src/protocol/ids.ts";
import { formOf } from "../../../src/realm/events/queue-client.ts";
import type { Queue } from "../../../src/realm/events/queue-table/queue-handle.ts";
import { QueueTable } from "../../../src/realm/events/queue-table/queue-table.ts";
import { milliseconds } from "../../../src/util/time.ts";
import { randomFrom } from "../../support/changed-at-random.ts";
import { CLIENT } from "./room.ts";

const SHARED = { client: CLIENT, ...formOf(CLIENT) };
const USERS = 100;

/** Every second id can't be packed. */
const idOf = (number: number) =>
  number % 2 === 0 ? `queue ${number}` : `${String(number).padStart(8, "0")}-aaaa-4bbb-8ccc-0123456789ab`;

function add(table: QueueTable, number: number, user: number): void {
  const [id, user_id, time] = [idOf(number), user as UserId, milliseconds(number)];
  const fields = { number, id, user_id, lifespan: time, origin: number, acknowledged: number, seenAt: time };
  table.add({ ...fields, grace: milliseconds(0.5) }, SHARED);
}

test("a queue table has exactly the queues that were added and have not ended", () => {
  const random = randomFrom(7);
  const table = new QueueTable();
  const users = new Map<number, number>();
  for (let number = 1; number <= 4000; number++) {
    const user = 1 + random(USERS);
    add(table, number, user);
    users.set(number, user);
    // Sometimes more queues end than start, so that pages are moved and merged.
    for (let ends = random(Math.floor(number / 700) % 2 === 0 ? 2 : 4); ends > 0; ends--) {
      const ended = 1 + random(number);
      const was = users.delete(ended);
      expect([table.delete(ended), table.byNumber(ended), table.byId(idOf(ended))]).toEqual([
        was,
        undefined,
        undefined,
      ]);
    }
    if (number % 1000 === 0) expectAll(table, users);
  }
});

function expectAll(table: QueueTable, users: ReadonlyMap<number, number>): void {
  expect(table.size).toBe(users.size);
  expect([...table.numbers]).toEqual([...users.keys()]);
  expect([...table].map(({ number }) => number)).toEqual([...users.keys()]);
  const visited: [number, number][] = [];
  table.visit(({ number, user_id }) => visited.push([number, user_id]));
  expect(visited).toEqual([...users]);
  const found = [...users.keys()].map((number) => table.byId(idOf(number)));
  const facts = found.map((queue) => queue && [queue.number, queue.id, queue.user_id, queue.origin, queue.grace]);
  expect(facts).toEqual([...users].map(([number, user]) => [number, idOf(number), user, number, 1]));
  expect([...table.users()].sort()).toEqual([...new Set(users.values())].sort());
  expect(table.userCount).toBe(new Set(users.values()).size);
  for (let user = 1; user <= USERS; user++) {
    const own = [...users].filter(([, of]) => of === user).map(([number]) => number);
    expect([...table.ofUser(user as UserId)].map(({ number }) => number)).toEqual(own);
    expect(table.listens(user as UserId)).toBe(own.length > 0);
  }
}

test("a queue object stays valid while others end, and keeps its values after it has ended", () => {
  const table = new QueueTable();
  for (let number = 1; number <= 100; number++) add(table, number, number);
  const held = table.byNumber(50) as Queue;
  held.acknowledged = 51;
  for (let number = 1; number <= 100; number++) if (number !== 50) table.delete(number);
  const found = table.byNumber(50) as Queue;
  found.acknowledged = 52;
  expect(held.acknowledged).toBe(52);
  held.seenAt = milliseconds(99);
  expect(found.seenAt).toBe(99);

  table.delete(50);
  for (let number = 101; number <= 200; number++) add(table, number, number);
  for (const queue of [held, found])
    expect(queue).toMatchObject({ number: 50, id: "queue 50", user_id: 50, acknowledged: 52, seenAt: 99 });
});
