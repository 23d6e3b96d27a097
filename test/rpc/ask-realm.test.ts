import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { askRealm, type RealmPort } from "../../src/http/ask-realm.ts";
import { waitOn } from "../../src/http/poll.ts";
import { Log } from "../../src/logging/log.ts";
import type { RealmObject } from "../../src/realm-object.ts";
import { type RealmAnswer, STALE } from "../../src/rpc/realm-call.ts";
import { milliseconds } from "../../src/util/time.ts";
import { logLines } from "../support/log-lines.ts";
import { withConfig } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person } from "../support/person.ts";
import { withPorts } from "../support/realm-port.ts";
import { until } from "../support/until.ts";

afterEach(() => {
  vi.useRealTimers();
});

const config = { place: { jurisdiction: null, region: null } };
const lost = () => Object.assign(new Error("Network connection lost."), { retryable: true });
const reset = () => Object.assign(new Error("Durable Object reset because its code was updated."), { retryable: true });
const overloaded = () =>
  Object.assign(new Error("Durable Object is overloaded."), { retryable: true, overloaded: true });

const stubOf = (person: Person) => env.REALM.get(env.REALM.idFromName(person.host.replace(/\.localhost$/, "")));

const message = { type: "channel", to: "general", topic: "t", content: "Hello" };
const contents = async (person: Person) => {
  const { messages } = await person.ok(person.get("/messages", { anchor: "newest", num_before: 5, num_after: 0 }));
  return messages.map(({ content }: { content: string }) => content);
};

/** Fails the Worker's first call. The object answers the others. */
const failing = (error: () => Error) => (_: RealmPort, asked: number) =>
  asked === 1
    ? {
        call: () => Promise.reject(error()),
        fetch: () => Promise.reject(error()),
      }
    : {};

test("askRealm repeats a request to an object that ran another program", async () => {
  const { noah } = await realm();
  const lines = logLines();
  const stale = (_: RealmPort, asked: number) => (asked === 1 ? { call: async () => STALE } : {});
  await withPorts(noah, stale, async () => void (await noah.ok(noah.post("/messages", message))));
  expect(lines.of("realm_asked_again")).toEqual([expect.objectContaining({ route: "POST /messages", tries: 2 })]);
  expect(await contents(noah)).toEqual(["<p>Hello</p>"]);
});

test.each([
  ["a read", (noah: Person) => noah.get("/users/me")],
  ["a query", (noah: Person) => noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 })],
  ["a registration", (noah: Person) => noah.post("/register", { fetch_event_types: [] })],
  ["a poll", async (noah: Person) => noah.get("/events", { event_types: ["message"], dont_block: true })],
])("%s is repeated if the object was lost", async (_, ask) => {
  const { noah } = await realm();
  await withPorts(noah, failing(reset), async () => expect((await ask(noah)).status).toBe(200));
});

test("a poll of a queue is repeated if the object was lost", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  await withPorts(noah, failing(lost), async () => expect(await queue.events()).toEqual([]));
});

test("a change that may have been made is not repeated, and the caller gets a 503", async () => {
  const { noah } = await realm();
  const lines = logLines();
  let asked = 0;
  const afterwards = (port: RealmPort): Partial<RealmPort> => ({
    async call(call) {
      asked += 1;
      await port.call(call);
      throw lost();
    },
  });
  await withPorts(noah, afterwards, async () => {
    const { status, body, headers } = await noah.post("/messages", message);
    expect([status, body.code]).toEqual([503, "REQUEST_TIMEOUT"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
  expect(asked).toBe(1);
  expect(await contents(noah)).toEqual(["<p>Hello</p>"]);
  expect(lines.of("unavailable")).toEqual([
    expect.objectContaining({ level: "warn", route: "POST /messages", cause: "Network connection lost." }),
  ]);
  expect(lines.of("request_failed")).toEqual([]);
});

test("a message with a local_id is sent once, even if the first response was lost", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  let asked = 0;
  const afterwards = (port: RealmPort): Partial<RealmPort> => ({
    async call(call) {
      asked += 1;
      const answer = await port.call(call);
      if (asked === 1) throw lost();
      return answer;
    },
  });
  await withPorts(noah, afterwards, async () => {
    await noah.ok(noah.post("/messages", { ...message, queue_id: queue.id, local_id: "1.01" }));
  });
  expect(asked).toBe(2);
  expect(await contents(noah)).toEqual(["<p>Hello</p>"]);
});

test("an overloaded object is asked once, and the caller gets a 503 with Retry-After", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  for (const ask of [
    () => noah.get("/users/me"),
    () => noah.post("/messages", message),
    () => noah.get("/events", { queue_id: queue.id, last_event_id: -1 }),
  ]) {
    let asked = 0;
    const busy = () => {
      asked += 1;
      return failing(overloaded)({} as RealmPort, 1);
    };
    await withPorts(noah, busy, async () => {
      const { status, body, headers } = await ask();
      expect([status, body.code, asked]).toEqual([503, "REQUEST_TIMEOUT", 1]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(5);
    });
  }
});

test("after a response in an unknown format, reads are repeated, but changes are not", async () => {
  const { noah } = await realm();
  const strange = (_: RealmPort, asked: number) =>
    asked === 1 ? { call: async () => ({ outcome: "fine" }) as unknown as RealmAnswer } : {};
  await withPorts(noah, strange, async () => expect((await noah.get("/users/me")).status).toBe(200));
  await withPorts(noah, strange, async () => expect((await noah.post("/messages", message)).status).toBe(503));
  const socketless = (_: RealmPort, asked: number) => {
    const [webSocket] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    return asked === 1 ? { fetch: async () => new Response(null, { status: 101, webSocket }) } : {};
  };
  const queue = await noah.queue();
  await withPorts(noah, socketless, async () => expect(await queue.events()).toEqual([]));
});

test("an unreadable plan from another program returns 503 REQUEST_TIMEOUT, not an internal error", async () => {
  const { noah } = await realm();
  const other = (port: RealmPort): Partial<RealmPort> => ({
    async call(call) {
      const answer = await port.call(call);
      return { ...answer, value: { pages: 1 }, build: "another" } as unknown as RealmAnswer;
    },
  });
  await withPorts(noah, other, async () => {
    const { status, body } = await noah.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 });
    expect([status, body.code]).toEqual([503, "REQUEST_TIMEOUT"]);
  });
});

test("askRealm gives up on a stale object after a few tries with random pauses", async () => {
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  const draws = [0, 255, 128, 64];
  const random = { bytes: () => Uint8Array.of(draws[pauses.length] ?? 0, 0) };
  const question = { env, config, subdomain: "nobody", isRepeatable: false, log: new Log() };
  const asking = askRealm<RealmAnswer>(question, async () => STALE, { random, wait });
  await expect(asking).rejects.toMatchObject({ status: 503, code: "REQUEST_TIMEOUT", headers: { "Retry-After": "2" } });
  expect(pauses.length).toBe(3);
  for (const ms of pauses) expect(ms >= 200 && ms <= 1000).toBe(true);
  expect(new Set(pauses).size).toBe(3);
});

test("if the object is lost, waiting polls retry at staggered times, and other requests after a pause", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  const waits = vi.spyOn(scheduler, "wait");
  try {
    // All return immediately here: RECONNECT_SECONDS is 0.
    await withConfig(noah, { heartbeatMs: milliseconds(100) }, () =>
      withPorts(noah, failing(lost), async () => void (await queue.poll())),
    );
    // Work left by earlier tests can wait too.
    expect(waits.mock.calls).toContainEqual([0]);
    waits.mockClear();
    await withPorts(noah, failing(lost), async () => expect(await queue.events()).toEqual([]));
    expect(waits.mock.calls.map(([ms]) => ms >= 100)).toContain(true);
  } finally {
    waits.mockRestore();
  }
  const pauses: number[] = [];
  const question = { env, config, subdomain: "nobody", isRepeatable: true, spreadMs: 5000, log: new Log() };
  const way = { random: { bytes: () => Uint8Array.of(192, 0) }, wait: async (ms: number) => void pauses.push(ms) };
  const asking = askRealm(question, () => Promise.reject(lost()), way);
  await expect(asking).rejects.toMatchObject({ status: 503 });
  expect(pauses[0]).toBe(3750);
  expect(Math.max(...pauses.slice(1))).toBeLessThan(1000);
});

test("askRealm doesn't repeat a call after an error that is not the platform's", async () => {
  const question = { env, config, subdomain: "nobody", isRepeatable: true, log: new Log() };
  let asked = 0;
  const asking = askRealm(question, async () => {
    asked += 1;
    throw new TypeError("a bug");
  });
  await expect(asking).rejects.toThrow("a bug");
  expect(asked).toBe(1);
});

test("polls cut off when the object ends are answered one after the other", async () => {
  vi.useFakeTimers();
  const ends: number[] = [];
  const cuts: Promise<unknown>[] = [];
  const began = Date.now();
  const polls = [0, 64, 255].map(async (high) => {
    const [socket, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    server.accept();
    const random = { bytes: () => Uint8Array.of(high, 0) };
    const answer = waitOn({ socket, heartbeat: 7, ms: 50_000 }, "q", 5000, random).then((response) => {
      ends.push(Date.now() - began);
      return response;
    });
    cuts.push(new Promise((resolve) => socket.addEventListener("close", resolve)));
    server.close();
    const { events } = await (await answer).json<{ events: object[] }>();
    return events;
  });
  await Promise.all(cuts);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.all(polls)).toEqual(polls.map(() => [{ type: "heartbeat", id: 7 }]));
  const [first = 0, second = 0, third = 0] = ends;
  expect(first).toBeLessThan(second);
  expect(second).toBeLessThan(third);
  expect(third).toBeLessThanOrEqual(5000);
});

test("a parked poll is answered when its object is lost, and the queue keeps working", async () => {
  const { noah } = await realm();
  const queue = await noah.queue({ event_types: ["message"] });
  const poll = queue.poll();
  await until(async () => {
    const parked = await runInDurableObject(stubOf(noah), (_, state) => state.getWebSockets().length);
    expect(parked).toBe(1);
  });
  await runInDurableObject(stubOf(noah), (_, state) => state.abort("restarted")).catch(() => {});
  expect(await poll).toEqual([{ type: "heartbeat", id: expect.any(Number) }]);
  await noah.ok(noah.post("/messages", message));
  expect((await queue.events()).map(({ type }) => type)).toEqual(["message"]);
});

test("a poll held in memory is repeated when its object is lost", async () => {
  const { noah } = await realm();
  const queue = await noah.queue({ event_types: ["message"] });
  await noah.ok(noah.post("/messages", message));
  await queue.events();
  // Otherwise, the poll is parked after a few seconds.
  await runInDurableObject(stubOf(noah), (object: unknown) => {
    Object.assign((object as RealmObject).realm?.config ?? {}, { holdMs: milliseconds(3_600_000) });
  });
  const lines = logLines();
  const poll = queue.poll();
  await until(() =>
    runInDurableObject(stubOf(noah), (object: unknown) => {
      const waits = (object as RealmObject).realm?.queues.byId(queue.id)?.seenAt ?? 0;
      expect(waits).toBeGreaterThan(Date.now());
    }),
  );
  await runInDurableObject(stubOf(noah), (_, state) => state.abort("restarted")).catch(() => {});
  const again = [expect.objectContaining({ route: "GET /events", tries: 2 })];
  await until(() => expect(lines.of("realm_asked_again")).toEqual(again));
  await noah.ok(noah.post("/messages", message));
  expect((await poll).map(({ type }) => type)).toEqual(["message"]);
});

test("a client with a very long User-Agent can fetch events", async () => {
  const { noah } = await realm();
  const queue = await noah.queue();
  const call = { queue_id: queue.id, last_event_id: -1, dont_block: true };
  const { status } = await noah.send("GET", "/events", call, { "User-Agent": `Agent/1.0 ${"x".repeat(45_000)}` });
  expect(status).toBe(200);
});

test("overlong credentials are refused with a 400, not a server error", async () => {
  const { noah } = await realm();
  const call = { queue_id: "q", last_event_id: -1, dont_block: true };
  const authorization = `Basic ${btoa(`${"a".repeat(30_000)}@example.com:${noah.key}`)}`;
  const { status, body } = await noah.send("GET", "/events", call, { Authorization: authorization });
  expect([status, body.msg]).toEqual([400, "The request is too long."]);
});
