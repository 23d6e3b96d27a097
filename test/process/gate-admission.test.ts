import { expect, test } from "vitest";
import { Admission, MAX_OPENING, MAX_SETTLING } from "../../src/cli/front-proxy/admission.ts";
import { capacityFor } from "../../src/cli/front-proxy/descriptors.ts";
import { DiskRoom } from "../../src/cli/front-proxy/disk-room.ts";
import { times } from "../../src/cli/front-proxy/times.ts";
import { until } from "./support/processes.ts";
import { type FakeRuntime, GET, OK, RawClient, startGate } from "./support/raw-client.ts";

const poll = "GET /api/v1/events?queue_id=q HTTP/1.1\r\nHost: localhost\r\n\r\n";
const post = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi";
const few = 256;
const upgrade = GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
const SWITCHED = "HTTP/1.1 101 Switching Protocols\r\n\r\n";

const asked = (clients: RawClient[]) =>
  clients.every(({ socket }) => socket.bytesWritten >= poll.length && !socket.connecting);

/** Answers everything except polls. */
const answerOthers = (heard: string, socket: import("node:net").Socket) => {
  if (!heard.includes("/events")) socket.write(OK);
};

test.for([64, 256, 1024, 65_536, 1_048_576])("the gate's limits leave some of %i descriptors free", (descriptors) => {
  const { clients, refused, upstreams, waiting } = capacityFor(descriptors);
  expect(waiting).toBeLessThan(upstreams);
  if (descriptors < few) return;
  expect(clients).toBeGreaterThan(upstreams);
  expect(clients + refused + upstreams).toBeLessThanOrEqual(descriptors - 64);
  expect(2 * upstreams).toBeLessThanOrEqual(descriptors - 96);
});

test("a connection reaches the runtime only once its request is complete", async () => {
  const { port, runtime } = await startGate();
  const idle = Array.from({ length: 20 }, (_, index) => new RawClient(port).say(GET.slice(0, index)));
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  expect(runtime.connections).toHaveLength(1);
  for (const each of [...idle, client]) each.destroy();
});

test("the oldest of too many idle connections are closed, and requests are still answered", async () => {
  const { port } = await startGate({ descriptors: few, times: { fresh: 0 } });
  const { clients, refused } = capacityFor(few);
  const kept = new RawClient(port).say(GET);
  await kept.hears(OK);
  const idle: RawClient[] = [];
  for (let count = 0; count < 6 * 300; count++) idle.push(new RawClient(port));
  await until(
    "those who do not fit are gone",
    () => idle.filter(({ isClosed }) => !isClosed).length <= clients + refused,
  );
  expect(kept.isClosed).toBe(true);
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  for (const each of [...idle, client]) each.destroy();
});

/** Requests for WebSockets that the runtime hasn't answered yet. */
function askToOpen(port: number, count: number): RawClient[] {
  return Array.from({ length: count }, () => new RawClient(port).say(upgrade));
}

test("a limited number of WebSockets is opened at a time, without delaying other requests", async () => {
  const { port, runtime } = await startGate({ times: { opening: 100_000 } });
  runtime.answer = (heard, socket) => void (heard.includes("Upgrade") || socket.write(OK));
  const all = askToOpen(port, 5 * MAX_OPENING);
  await until("some are being opened", () => runtime.connections.length === MAX_OPENING);
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  expect(runtime.connections).toHaveLength(MAX_OPENING + 1);
  const asked = () => runtime.connections.filter(({ heard }) => heard.includes("Upgrade"));
  for (let opened = 0; opened < all.length; opened++) {
    expect(asked().length - opened).toBeLessThanOrEqual(MAX_OPENING);
    asked()[opened]?.socket.write(SWITCHED);
    const expected = Math.min(all.length, opened + 1 + MAX_OPENING);
    await until("the next one follows", () => asked().length === expected);
  }
  for (const each of all) await each.hears(SWITCHED);
  for (const each of [...all, client]) each.destroy();
});

test("a WebSocket whose client has left is no longer queued", async () => {
  const { gate, port, runtime } = await startGate({ times: { opening: 100_000 } });
  runtime.answer = () => {};
  const first = askToOpen(port, MAX_OPENING);
  await until("some are being opened", () => runtime.connections.length === MAX_OPENING);
  const others = askToOpen(port, 2);
  await until("the others are queued", () => gate.counts().queued === others.length);
  for (const each of others) each.destroy();
  await until("none is queued", () => gate.counts().queued === 0);
  for (const each of first) each.destroy();
});

test("a WebSocket that is slow to open doesn't block others", async () => {
  const { port, runtime } = await startGate({ times: { opening: 50 } });
  runtime.answer = () => {};
  const all = askToOpen(port, 3 * MAX_OPENING);
  await until("all are asked for", () => runtime.connections.length === all.length);
  for (const each of all) each.destroy();
});

test("a WebSocket that can't be opened in time is refused with 503 and Retry-After", async () => {
  const { port, runtime } = await startGate({ times: { opening: 100_000, queueToWait: 50 } });
  runtime.answer = () => {};
  const all = askToOpen(port, MAX_OPENING + 1);
  await until("one is refused", () => all.some(({ isClosed }) => isClosed));
  const { heard } = all.find(({ isClosed }) => isClosed) ?? { heard: "" };
  expect(heard).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: \d.*"code":"REQUEST_TIMEOUT"\}$/s);
  for (const each of all) each.destroy();
});

test("a timed-out browser gets a translated page that reloads itself, and an API client gets JSON", async () => {
  const { gate, port } = await startGate({ times: { queue: 50 } });
  gate.shut();
  const ask = async (target: string) => {
    const fields = "Host: localhost\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: de-AT,en;q=0.5";
    return new RawClient(port).say(`GET ${target} HTTP/1.1\r\n${fields}\r\n\r\n`).closed();
  };
  const page = await ask("/");
  expect(page).toMatch(/^HTTP\/1.1 503 .*\r\ncontent-type: text\/html; charset=utf-8\r\n.*\r\nretry-after: 1\r\n/s);
  expect(page).toMatch(/\r\nrefresh: 1\r\n.*<html lang="de" dir="ltr">.*startet gerade/s);
  const [, length = "", body = ""] = /content-length: (\d+)[\s\S]*?\r\n\r\n([\s\S]*)/.exec(page) ?? [];
  expect(body).toHaveLength(Number(length));
  for (const target of ["/api/v1/users/me", "/json/users/me"])
    expect(await ask(target)).toMatch(/content-type: application\/json\r\n.*"code":"REQUEST_TIMEOUT"\}$/s);
});

/** Polls that arrived while the runtime was down, some of which it has now. */
async function returningPolls(settling: number) {
  const { gate, inner, port, runtime } = await startGate({ times: { settling, queueToWait: 100_000 } });
  runtime.answer = answerOthers;
  gate.shut();
  const all = Array.from({ length: 5 * MAX_SETTLING }, () => new RawClient(port).say(poll));
  await until("all have come", () => gate.counts().queued === all.length);
  gate.open(inner);
  const passed = () => runtime.connections.filter(({ heard }) => heard.includes("/events"));
  await until("some are passed on", () => passed().length >= MAX_SETTLING);
  return { port, runtime, all, passed };
}

test("a limited number of returning polls is forwarded at a time, without delaying other requests", async () => {
  const { port, all, passed } = await returningPolls(100_000);
  const later = new RawClient(port).say(poll);
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  expect(passed()).toHaveLength(MAX_SETTLING);
  for (let answered = 0; answered <= all.length; answered++) {
    expect(passed().length - answered).toBeLessThanOrEqual(MAX_SETTLING);
    passed()[answered]?.socket.write(OK);
    const expected = Math.min(all.length + 1, answered + 1 + MAX_SETTLING);
    await until("the next one follows", () => passed().length === expected);
  }
  for (const each of [...all, later]) await each.hears(OK);
  for (const each of [...all, later, client]) each.destroy();
});

test("a returning poll that waits for events doesn't block the next ones, and none is refused", async () => {
  const { port, all, passed } = await returningPolls(20);
  await until("all are passed on", () => passed().length === all.length);
  const later = new RawClient(port).say(poll);
  await until("one that comes then is, too", () => passed().length === all.length + 1);
  expect(all.some(({ isClosed }) => isClosed)).toBe(false);
  for (const each of [...all, later]) each.destroy();
});

test("requests waiting for events leave room for other requests, and get 503 with Retry-After over the limit", async () => {
  const { port, runtime } = await startGate({ descriptors: few, times: { queueToWait: 2000 } });
  runtime.answer = answerOthers;
  const { waiting } = capacityFor(few);
  const polls: RawClient[] = [];
  for (let count = 1; count <= 400; count++) {
    polls.push(new RawClient(port).say(poll));
    // A larger burst than fits would have to be cut.
    if (count % 20 === 0) await until("they have asked", () => asked(polls.slice(-20)));
  }
  await until("as many wait as may", () => runtime.connections.length === waiting);
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  await until("the rest is refused", () => polls.filter(({ isClosed }) => isClosed).length === 400 - waiting);
  for (const { heard, isClosed } of polls) {
    if (isClosed) expect(heard).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: \d.*"code":"REQUEST_TIMEOUT"\}$/s);
  }
  await client.say(GET).hears(OK + OK);
  for (const each of [...polls, client]) each.destroy();
});

test.for([
  "/api/v1/events",
  "/json/events/?a=b",
  "//api//v1//events//",
  "/api/v1/events#x",
  "/api/v1/events/.",
  "/api/v1/events/%2e?x",
  "/api/v1/x/../events",
  "/api\\v1\\events",
])("a client that disconnects from %s is noticed while it waits", async (path) => {
  const { port, runtime } = await startGate();
  runtime.answer = () => {};
  const client = new RawClient(port).say(poll.replace("/api/v1/events", path));
  await until("it waits", () => runtime.heard.includes("events"));
  client.socket.end();
  await until("the runtime is told", () => runtime.connections[0]?.isReset);
});

test("a request for another path is answered even if its client half-closed the connection", async () => {
  const { port, runtime } = await startGate();
  for (const path of ["/user_uploads/1/events%20of%20may", "/api/v1/events/1", "/x?/events"]) {
    const client = new RawClient(port).say(poll.replace("/api/v1/events?queue_id=q", path));
    client.socket.end();
    expect(await client.closed()).toBe(OK);
  }
  expect(runtime.connections.some(({ isReset }) => isReset)).toBe(false);
});

const freed: Readonly<Record<string, (polls: readonly RawClient[], runtime: FakeRuntime) => void>> = {
  "is answered": (_, { connections }) => connections[0]?.socket.write(OK),
  "loses its client": ([first]) => first?.destroy(),
  "is dropped by the runtime": (_, { connections }) => connections[0]?.socket.destroy(),
};

test.for(Object.entries(freed))("a queued request takes the place of a request that %s", async ([, free]) => {
  const { gate, port, runtime } = await startGate({ descriptors: few });
  runtime.answer = answerOthers;
  const { waiting } = capacityFor(few);
  const polls = Array.from({ length: waiting }, () => new RawClient(port).say(poll));
  await until("as many wait as may", () => runtime.connections.length === waiting);
  polls.push(new RawClient(port).say(poll));
  await until("one is queued", () => gate.counts().queued === 1);
  free(polls, runtime);
  await until("it follows", () => (runtime.heard.match(/\/events/g) ?? []).length === waiting + 1);
  for (const each of polls) each.destroy();
});

test("more requests than slots are all answered, on new and reused connections", async () => {
  const { port, runtime } = await startGate({ descriptors: few, times: { queue: 10_000 } });
  runtime.answer = (_, socket) => void setImmediate(() => socket.write(OK));
  const { clients } = capacityFor(few);
  const all = Array.from({ length: clients - 1 }, () => new RawClient(port));
  for (let round = 1; round <= 5; round++) {
    for (const each of all) each.say(post);
    await until("all are answered", () => all.every(({ heard }) => heard === OK.repeat(round)));
  }
  for (const each of all) each.destroy();
});

test.for<[string, string]>([
  ["head", GET.slice(0, -2)],
  ["body", post.slice(0, -1)],
  ["body that stops halfway", post.replace("2\r\n\r\nhi", `30000\r\n\r\n${"x".repeat(15_000)}`)],
])("a %s that doesn't arrive in time is refused", async ([, text]) => {
  const { port } = await startGate({ times: { head: 500, body: 500 } });
  const client = new RawClient(port).say(text);
  expect(await client.closed()).toMatch(/^HTTP\/1.1 408 .*"code":"BAD_REQUEST"\}$/s);
  client.destroy();
});

test("an idle connection is closed sooner if it has never served a request", async () => {
  const { port } = await startGate({ times: { head: 50, keptAlive: 100_000 } });
  const useful = new RawClient(port).say(GET);
  await useful.hears(OK);
  const idle = new RawClient(port);
  expect(await idle.closed()).toBe("");
  expect(useful.isClosed).toBe(false);
  for (const each of [useful, idle]) each.destroy();
});

test("an idle connection to the runtime isn't reused", async () => {
  const { port, runtime } = await startGate({ times: { upstreamIdle: 50 } });
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  await until("it is closed", () => runtime.connections[0]?.socket.destroyed);
  await client.say(GET).hears(OK + OK);
  expect(runtime.connections).toHaveLength(2);
  client.destroy();
});

test("requests wait while the runtime is down", async () => {
  const { gate, inner, port, runtime } = await startGate({ times: { queue: 10_000 } });
  runtime.answer = (_, socket) => socket.write(OK);
  gate.shut();
  const clients = [GET, post].map((text) => new RawClient(port).say(text));
  gate.open(inner);
  for (const client of clients) {
    await client.hears(OK);
    client.destroy();
  }
});

test("requests get 503 with Retry-After if the runtime stays down", async () => {
  const { gate, port, runtime } = await startGate({ times: { queue: 50 } });
  gate.shut();
  const client = new RawClient(port).say(post);
  expect(await client.closed()).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 1\r\n.*"code":"REQUEST_TIMEOUT"\}$/s);
  expect(runtime.connections).toEqual([]);
  client.destroy();
});

test("a connection to a runtime that isn't listening yet is retried", async () => {
  const { gate, inner, port } = await startGate({ times: { queue: 10_000 } });
  const { port: unused } = await startGate();
  gate.open(1);
  const client = new RawClient(port).say(GET);
  await new RawClient(unused).say(GET).hears(OK);
  gate.open(inner);
  await client.hears(OK);
  client.destroy();
});

test("a request lost by a stopping runtime is sent only to the next one", async () => {
  const { gate, inner, port, runtime } = await startGate({ times: { ending: 100_000, queue: 100_000 } });
  let isEnding = true;
  runtime.answer = (_, socket) => void (isEnding ? socket.destroy() : socket.write(OK));
  const clients = Array.from({ length: 20 }, () => new RawClient(port).say(GET));
  await until("all are lost", () => gate.counts().queued === clients.length);
  isEnding = false;
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  expect(runtime.connections).toHaveLength(clients.length + 1);
  gate.open(inner);
  for (const each of clients) await each.hears(OK);
  for (const each of [...clients, client]) each.destroy();
});

test("a request interrupted by the runtime exiting is sent again if it only reads, and refused otherwise", async () => {
  const { port, runtime } = await startGate({ times: { ending: 50 } });
  let deaths = 0;
  runtime.answer = (heard, socket) => {
    if (deaths < 2) socket.destroy();
    else if (heard.startsWith("GET")) socket.write(OK);
    deaths += 1;
  };
  const change = new RawClient(port).say(post);
  expect(await change.closed()).toMatch(/^HTTP\/1.1 503 .*"code":"REQUEST_TIMEOUT"\}$/s);
  const read = new RawClient(port).say(GET);
  await read.hears(OK);
  expect(runtime.heard.match(/POST/g)).toHaveLength(1);
  expect(runtime.heard.match(/GET/g)).toHaveLength(2);
  for (const each of [change, read]) each.destroy();
});

test("requests may be queued for longer only while the runtime is being replaced", async () => {
  const admission = new Admission(capacityFor(10_000), times, new DiskRoom(() => 0));
  const longest = () => admission.longestQueue({ waits: false });
  await admission.drain(0);
  expect(longest()).toBe(times.replacement);
  admission.open(1);
  expect(longest()).toBe(times.queue);
});
