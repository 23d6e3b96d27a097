import { describe, expect, test } from "vitest";
import { milliseconds } from "../../src/util/time.ts";
import { type Browser, browserOf } from "../support/browser.ts";
import { advanceClock, evict, waitingPolls, withConfig } from "../support/object.ts";
import { organization, realm } from "../support/organization.ts";
import type { Json, Person, Queue } from "../support/person.ts";
import { until } from "../support/until.ts";

let named = 0;
/** Sends an event to everyone: a new account. */
async function happen(owner: Person): Promise<string> {
  named += 1;
  const full_name = `Somebody ${named}`;
  await owner.ok(owner.post("/users", { full_name, email: `somebody${named}@example.com`, password: "correct horse" }));
  return full_name;
}
const newcomers = (events: { type: string; op?: string; person?: { full_name: string } }[]) =>
  events.filter(({ type, op }) => type === "realm_user" && op === "add").map(({ person }) => person?.full_name);
const watch = (owner: Person, fields = {}) =>
  owner.queue({ event_types: ["realm_user"], fetch_event_types: [], ...fields });

test("[4.5] a poll returns past events immediately", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const name = await happen(owner);
  expect(newcomers(await queue.poll())).toEqual([name]);
});

test("[4.5] a poll waits for new events", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const poll = queue.poll();
  const name = await happen(owner);
  expect(newcomers(await poll)).toEqual([name]);
});

test("[4.5] dont_block returns an empty list", async () => {
  const { owner } = await organization();
  expect(await (await watch(owner)).events()).toEqual([]);
});

test("[4.5] events are returned again until they are acknowledged, and never after that", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  await happen(owner);
  const ask = (last_event_id: number) => owner.get("/events", { queue_id: queue.id, last_event_id, dont_block: true });
  const [event] = (await owner.ok(ask(queue.state.last_event_id))).events;
  expect((await owner.ok(ask(queue.state.last_event_id))).events).toEqual([event]);
  expect((await owner.ok(ask(event.id))).events).toEqual([]);
  const { status, body } = await ask(queue.state.last_event_id);
  expect([status, body.msg]).toEqual([
    400,
    `An event newer than ${queue.state.last_event_id} has already been pruned!`,
  ]);
  const future = await ask(event.id + 1000);
  expect([future.status, future.body.msg]).toEqual([400, `Event ${event.id + 1000} was not in this queue`]);
});

test("[conventions 7] every queue numbers its events from 0, regardless of earlier events", async () => {
  const { owner } = await organization();
  await watch(owner);
  await happen(owner);
  const queue = await watch(owner);
  expect(queue.state.last_event_id).toBe(-1);
  const ask = (last_event_id: number) => owner.get("/events", { queue_id: queue.id, last_event_id, dont_block: true });
  expect((await ask(0)).body.msg).toBe("Event 0 was not in this queue");
  await happen(owner);
  const { events } = await owner.ok(ask(-1));
  expect(events[0].id).toBe(0);
  const ids = events.map(({ id }: Json) => id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect((await owner.ok(ask(ids.at(-1)))).events).toEqual([]);
});

test("[4.5] a new poll ends the older one", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  let released = false;
  const older = queue.poll().finally(() => {
    released = true;
  });
  await until(async () => {
    await queue.events();
    expect(released).toBe(true);
  });
  expect(await older).toEqual([]);
});

test("[4.5] event ids increase within a queue, so clients can sort by them", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  await happen(owner);
  await happen(owner);
  const ids = (await queue.events()).map((event) => event.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(2);
});

test("[4.5] a poll without a queue creates one", async () => {
  const { owner } = await organization();
  const { queue_id, events } = await owner.ok(owner.get("/events", { event_types: ["message"], dont_block: true }));
  expect(events).toEqual([]);
  expect((await owner.delete("/events", { queue_id })).status).toBe(200);
});

test("deleting a queue ends its waiting poll with an error, and the queue can't be deleted again", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const poll = owner.get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id });
  await owner.ok(owner.get("/testing/object"));
  await owner.ok(owner.delete("/events", { queue_id: queue.id }));
  const { status, body } = await poll;
  expect([status, body]).toEqual([
    400,
    { result: "error", msg: `Bad event queue ID: ${queue.id}`, code: "BAD_EVENT_QUEUE_ID", queue_id: queue.id },
  ]);
  expect((await owner.delete("/events", { queue_id: queue.id })).body.code).toBe("BAD_EVENT_QUEUE_ID");
});

test("a queue of another account is refused like an unknown one", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const email = "other@example.com";
  await owner.ok(owner.post("/users", { full_name: "Other", email, password: "correct horse" }));
  const { api_key } = await owner.ok(owner.post("/dev_fetch_api_key", { username: email }));
  const other = Object.assign(Object.create(Object.getPrototypeOf(owner)), owner, { email, key: api_key });
  const { status, body } = await other.get("/events", { queue_id: queue.id, last_event_id: -1 });
  expect([status, body.code]).toEqual([400, "BAD_EVENT_QUEUE_ID"]);
});

test("a filter of event types excludes all others", async () => {
  const { owner } = await organization();
  const queue = await watch(owner, { event_types: ["message"] });
  await happen(owner);
  expect(await queue.events()).toEqual([]);
});

test("a queue without polls expires after ten minutes, or after its own lifespan", async () => {
  const { owner } = await organization();
  const usual = await watch(owner);
  const long = await watch(owner, { queue_lifespan_secs: 3600 });
  await advanceClock(owner, 590_000);
  expect(await usual.events()).toEqual([]);
  await advanceClock(owner, 610_000);
  await until(async () =>
    expect((await owner.get("/events", { queue_id: usual.id, last_event_id: 0, dont_block: true })).body.code).toBe(
      "BAD_EVENT_QUEUE_ID",
    ),
  );
  expect(await long.events()).toEqual([]);
});

test("a queue and its events survive an eviction of the object", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const first = await happen(owner);
  await evict(owner);
  const second = await happen(owner);
  await evict(owner);
  expect(newcomers(await queue.events())).toEqual([first, second]);
  await evict(owner);
  expect(await queue.events()).toEqual([]);
});

test("fifty polls keep waiting while the object is evicted, and each gets the next event once", async () => {
  const { owner } = await organization();
  const queues: Queue[] = [];
  for (let i = 0; i < 50; i++) queues.push(await watch(owner));
  const polls = queues.map((queue) => queue.poll());
  await Promise.all(queues.slice(0, 1).map(() => owner.ok(owner.get("/testing/object"))));
  const before = (await owner.ok(owner.get("/testing/object"))).awake_since;
  await evict(owner);
  const name = await happen(owner);
  const after = (await owner.ok(owner.get("/testing/object"))).awake_since;
  expect(after).toBeGreaterThan(before);
  for (const events of await Promise.all(polls)) expect(newcomers(events)).toEqual([name]);
  for (const queue of queues) expect(await queue.events()).toEqual([]);
});

test("a poll waits in memory, or on a socket after an eviction, and counts once against the rate limit", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const name = await happen(owner);
  expect(newcomers(await queue.poll())).toEqual([name]);
  const remaining = async () => Number((await owner.get("/users/me")).headers.get("X-RateLimit-Remaining"));
  const before = await remaining();
  const byCall = queue.poll();
  const [second] = await Promise.all([happen(owner), byCall]);
  expect(newcomers(await byCall)).toEqual([second]);
  await evict(owner);
  // Asks by a call first, and then on a socket.
  const onSocket = queue.poll();
  await owner.ok(owner.get("/testing/object"));
  await expect.poll(() => waitingPolls(owner)).toBe(1);
  const third = await happen(owner);
  expect(newcomers(await onSocket)).toEqual([third]);
  // Two polls, two new accounts, the request about the object, and this one.
  expect(await remaining()).toBeGreaterThanOrEqual(before - 6);
});

const SOON = { heartbeatMs: milliseconds(100) };

test("a poll on a socket without events ends with a heartbeat that has its own id", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  await withConfig(owner, SOON, async () =>
    expect(await queue.poll()).toEqual([{ type: "heartbeat", id: expect.any(Number) }]),
  );
  const name = await happen(owner);
  expect(newcomers(await queue.events())).toEqual([name]);
});

test("a poll in memory without events ends with a heartbeat", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  const name = await happen(owner);
  expect(newcomers(await queue.poll())).toEqual([name]);
  await withConfig(owner, SOON, async () =>
    expect(await queue.poll()).toEqual([{ type: "heartbeat", id: expect.any(Number) }]),
  );
});

describe("a waiting poll is refused when its login ends, like the next one would be", () => {
  const watchMessages = (person: Person) => person.queue({ event_types: ["message"], fetch_event_types: [] });
  /** Makes subsequent polls wait in memory, or on a socket. */
  const prepare = { memory: happen, socket: evict };
  const places = ["memory", "socket"] as const;

  test.each(
    places.flatMap((place) => [
      [place, "of a new API key", "INVALID_API_KEY"] as const,
      [place, "of a key that is removed", "INVALID_API_KEY"] as const,
      [place, "of an account that is deactivated", "USER_DEACTIVATED"] as const,
    ]),
  )("in %s, because %s, while polls of other users keep waiting", async (place, how, code) => {
    const { iris, omar } = await realm();
    const [queue, others] = [await watchMessages(omar), await watchMessages(iris)];
    await prepare[place](iris);
    const poll = omar.get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id });
    const other = others.poll();
    await iris.ok(iris.get("/testing/object"));
    if (place === "socket") await until(async () => expect(await waitingPolls(iris)).toBe(2));
    if (how === "of an account that is deactivated") await iris.ok(iris.delete(`/users/${omar.id}`));
    else if (how === "of a new API key") await omar.ok(omar.post("/users/me/api_key/regenerate"));
    else {
      const { api_keys } = await omar.ok(omar.get("/users/me/api_keys"));
      for (const { id } of api_keys) await omar.delete(`/users/me/api_keys/${id}`);
    }
    const { status, body } = await poll;
    expect([status, body.result, body.code]).toEqual([401, "error", code]);
    const message = { type: "channel", to: "general", topic: "tea", content: "x" };
    const { id } = await iris.ok(iris.post("/messages", message));
    expect((await other).map((event) => event["message"].id)).toEqual([id]);
  });

  test("when its session ends, while polls of other sessions keep waiting", async () => {
    const { host, iris, noah } = await realm();
    const [first, second] = [await browserOf(host, noah.email), await browserOf(host, noah.email)];
    const begin = async (browser: Browser) => {
      const { queue_id, last_event_id } = (await browser.ask("POST", "/register", { event_types: ["message"] })).body;
      return browser.ask("GET", "/events", { queue_id, last_event_id });
    };
    await evict(iris);
    const polls = [begin(first), begin(second)];
    await until(async () => expect(await waitingPolls(iris)).toBe(2));
    await first.ask("POST", "/logout");
    const refused = await polls[0];
    expect([refused?.status, refused?.body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(refused?.headers.get("www-authenticate")).toContain("Session");
    await iris.ok(iris.post("/messages", { type: "channel", to: "general", topic: "tea", content: "x" }));
    expect((await polls[1])?.status).toBe(200);
  });
});
