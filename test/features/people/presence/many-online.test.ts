import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { givePermission } from "../../../support/groups.ts";
import { advanceClock, evict } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const MOST = 100;

const ping = (person: Person, fields = {}) =>
  person.ok(person.post("/users/me/presence", { status: "active", ...fields }));

/** Adds `count` users, all of them online. */
async function comeOnline(more: Cast["more"], count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => more()));
  for (const person of people) await ping(person, { ping_only: true });
  return people;
}

test("a user who comes online causes an event only while at most 100 users are online", async () => {
  const { noah, mia, omar, more } = await realm();
  const crowd = await comeOnline(more, MOST - 1);
  const queue = await mia.queue({ event_types: ["presence"] });
  const events = () => queue.events();
  await ping(noah);
  expect((await events()).map(({ user_id }) => user_id)).toEqual([noah.id]);
  await ping(omar);
  expect(await events()).toEqual([]);

  // Users who left don't count.
  await advanceClock(noah, 201_000);
  await ping(noah);
  expect((await events()).map(({ user_id }) => user_id)).toEqual([noah.id]);
  for (const person of crowd) await ping(person, { ping_only: true });
  await events();
  await ping(mia, { ping_only: true });
  await ping(omar);
  expect(await events()).toEqual([]);
});

test("with more than 100 users online, a ping returns only changes since the caller's last ping", async () => {
  const { noah, mia, more } = await realm();
  const crowd = await comeOnline(more, MOST + 1);
  const first = await ping(mia, { last_update_id: -1 });
  expect(Object.keys(first.presences)).toHaveLength(crowd.length + 1);
  let last = first.presence_last_update_id;
  const news = async (): Promise<Json> => {
    const { presences, presence_last_update_id } = await ping(mia, { last_update_id: last });
    last = presence_last_update_id;
    return Object.keys(presences).map(Number);
  };
  expect(await news()).toEqual([]);
  await ping(noah);
  expect(await news()).toEqual([noah.id]);
  await noah.ok(noah.patch("/settings", { presence_enabled: false }));
  expect(await news()).toEqual([noah.id]);
  const [one, two] = crowd as [Person, Person];
  for (let minute = 0; minute < 4; minute += 1) {
    await advanceClock(mia, 60_000);
    for (const person of [two, one, two]) await ping(person);
    expect(await news()).toEqual([mia.id, one.id, two.id].sort((a, b) => a - b));
  }
  await evict(mia);
  await advanceClock(mia, 60_000);
  await ping(one);
  expect(await news()).toEqual(expect.arrayContaining([one.id]));
  expect(await news()).toEqual([]);
});

test("with more than 100 users online, a limited guest gets only changes of visible users", async () => {
  const { iris, noah, mia, gus, more } = await realm();
  await makeChannel(iris, "harbour", [noah, gus]);
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["general"], principals: [gus.id] }));
  await givePermission(iris, "can_access_all_users_group", "role:members");
  await comeOnline(more, MOST + 1);
  const { presence_last_update_id: last_update_id } = await ping(gus, { last_update_id: -1 });
  for (const person of [noah, mia]) await ping(person);
  expect(Object.keys((await ping(gus, { last_update_id })).presences)).toEqual([String(noah.id)]);
  expect(Object.keys((await ping(iris, { last_update_id })).presences)).toEqual(
    expect.arrayContaining([noah.id, mia.id].map(String)),
  );
});
