import { expect, test, vi } from "vitest";
import { makeChannel } from "../support/channels.ts";
import { inRealm, sendDirect, sendToChannel, statementsOfSend } from "../support/messages.ts";
import { realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";
import { until } from "../support/until.ts";

/** Rows written by a message, including its shipment to D1. */
async function rowsOfSend(who: Person, channel: number): Promise<number> {
  const settled = async () => {
    await inRealm(who, ({ shipper }) => shipper.caughtUp());
    return (await who.ok(who.get("/testing/work"))).rows_written as number;
  };
  const before = await settled();
  await sendToChannel(who, channel, "t", "hi");
  return (await settled()) - before;
}

/** Adds queues for a user, as if created by one client, up to a total size. */
const growQueues = (who: Person, size: number) =>
  inRealm(who, (realm) =>
    realm.change(() => {
      const [like] = realm.queues.all();
      if (like === undefined) throw new Error("there is no queue");
      const { client, lifespan } = like;
      const now = realm.clock.milliseconds();
      for (let number = realm.queues.size; number < size; number++) {
        const queue = {
          id: `like ${number}`,
          user_id: like.user_id,
          client,
          lifespan,
          origin: realm.lastEventId,
          seenAt: now,
        };
        realm.afterCommit(realm.queues.create(queue).commit);
      }
    }),
  );

test("sending a message writes the same number of rows with thousands of queues as with ten", async () => {
  const { iris, omar } = await realm();
  const channel = await makeChannel(iris, "tea", [iris, omar]);
  await omar.queue({ event_types: ["message"], fetch_event_types: [] });
  await sendToChannel(iris, channel, "t", "hi");
  const rows: number[] = [];
  for (const size of [10, 300, 1000, 5000]) {
    await growQueues(omar, size);
    const counts: number[] = [];
    // Some sends also reserve event ids.
    for (let send = 0; send < 3; send++) counts.push(await rowsOfSend(iris, channel));
    rows.push(Math.min(...counts));
  }
  expect(rows).toEqual([rows[0], rows[0], rows[0], rows[0]]);
});

test("another message to a topic reads nothing from the organization's database, and runs three inserts", async () => {
  const { iris, omar } = await realm();
  const channel = await makeChannel(iris, "tea", [iris, omar]);
  await omar.queue({ event_types: ["message"], fetch_event_types: [] });
  for (const content of ["one", "two"]) await sendToChannel(iris, channel, "t", content);
  await until(async () => {
    const run = (await statementsOfSend(iris, channel)).map((query) => query.trim().split(/\s+/).slice(0, 3).join(" "));
    expect(run).toEqual(["INSERT INTO message_index", "INSERT INTO messages", "INSERT INTO events"]);
  });
});

test("a reaction reads no more when other users are online", async () => {
  const { iris, omar, noah, mia, mona } = await realm();
  const channel = await makeChannel(iris, "tea", [iris, omar]);
  const messages = [await sendToChannel(iris, channel, "t", "hi"), await sendDirect(iris, [omar], "hi")];
  await omar.queue({ fetch_event_types: [] });
  const statements = async () => {
    const counts: number[] = [];
    for (const message of messages) {
      const react = (method: "post" | "delete") =>
        iris.ok(iris[method](`/messages/${message}/reactions`, { emoji_name: "heart" }));
      await react("post");
      const spy = await inRealm(iris, ({ sql }) => vi.spyOn(sql, "exec"));
      await react("delete");
      counts.push(spy.mock.calls.filter(([query]) => /subscription|member/.test(query)).length);
      spy.mockRestore();
    }
    return counts;
  };
  const alone = await statements();
  for (const who of [noah, mia, mona]) await who.queue({ fetch_event_types: [] });
  expect(await statements()).toEqual(alone);
});

test("showing a channel to a user reads only that user's queues", async () => {
  const { iris, gus } = await realm();
  await makeChannel(iris, "tea", []);
  await gus.queue({ fetch_event_types: [] });
  const spy = await inRealm(iris, ({ queues }) => vi.spyOn(queues, "recipients"));
  const principals = [gus.id];
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "tea" }], principals }));
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["tea"], principals }));
  await iris.ok(iris.patch(`/users/${gus.id}`, { role: 400 }));
  const created = spy.mock.calls.filter(([{ kind }]) => kind.type === "stream" && kind.op === "create");
  spy.mockRestore();
  expect(created.length).toBeGreaterThan(1);
  for (const [, [audience]] of created) expect(audience?.users).toEqual(new Set([gus.id]));
});

test("subscribing to several channels computes the change in guests' visibility only once", async () => {
  const { iris, gus } = await realm();
  await gus.queue({ fetch_event_types: [] });
  const looks = async (...names: string[]) => {
    for (const name of names) await makeChannel(iris, name, []);
    const spy = await inRealm(iris, ({ queues }) => vi.spyOn(queues, "users"));
    const subscriptions = names.map((name) => ({ name }));
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions, send_new_subscription_messages: false }));
    const { length } = spy.mock.calls;
    spy.mockRestore();
    return length;
  };
  expect(await looks("milk", "sugar", "lemon")).toBe(await looks("tea"));
});
