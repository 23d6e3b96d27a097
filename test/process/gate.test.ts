import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { residentBytes } from "../../bench/server/usage.ts";
import { ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { exchangeBytes, GET, RawClient } from "./support/raw-client.ts";
import { type Server, shared, start } from "./support/server.ts";

const MIB = 1_048_576;
const portOf = (server: Server) => Number(new URL(server.url).port);

/** One request on a new connection, from a local address. Undefined if the connection breaks. */
async function ask(server: Server, path: string, headers = {}, localAddress = "127.0.0.1") {
  const sent = get({ host: "127.0.0.1", port: portOf(server), path, headers, localAddress, agent: false });
  const [response] = (await once(sent, "response").catch(() => [])) as [IncomingMessage?];
  response?.resume();
  return response?.statusCode;
}

const healthy = (server: Server) => until("it answers", async () => (await ask(server, "/health")) === 200);

const common = shared();

test("malformed requests get the protocol's error envelope, and write nothing to the log", async () => {
  const server = await common();
  const port = portOf(server);
  const before = server.output;
  for (const [text, status] of [
    ['GET /health HTTP/1.1\r\nHost: a"b\r\n\r\n', 400],
    ["GET http://elsewhere/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    ["GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
    ["POST /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400],
    ["CONNECT /health HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["nonsense\r\n\r\n", 400],
    [`GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ] as const) {
    const answer = await exchangeBytes(port, text);
    expect(answer, text.slice(0, 60)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"code":"BAD_REQUEST"}$`, "s"));
  }
  // The runtime wouldn't understand this either, but clients can send it.
  const odd = new RawClient(port).say(
    "POST /api/v1/nosuch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTE: trailers\r\n\r\n3;x=y\r\na=b\r\n0\r\nX: y\r\n\r\n",
  );
  expect(await odd.hears("}")).toMatch(/^HTTP\/1.1 404 /);
  await odd.say(GET).hears(/HTTP\/1.1 200 .*\}$/s);
  odd.destroy();
  expect(server.output.slice(before.length).replace(/^\{.*\}\n/gm, "")).toBe("");
});

test("the server still answers with few descriptors, many idle connections and waiting clients", {
  tags: "nightly",
}, async () => {
  const server = await start({ descriptors: 256, args: ["--rate-limits", "off"] });
  const { runtime } = server;
  const port = portOf(server);
  expect(server.output).toMatch(/Note: with at most 256 open files, \d+ clients can wait/);

  const idle: RawClient[] = [];
  for (let burst = 0; burst < 2; burst++) {
    for (let count = 0; count < 300; count++) idle.push(new RawClient(port));
    await healthy(server);
  }
  for (const each of idle) each.destroy();
  await healthy(server);

  const owner = await ownerOf(server);
  const people = [owner];
  for (const name of ["Ada", "Ben", "Cleo", "Dan"]) people.push(await owner.invite(name));
  const requests: string[] = [];
  for (let count = 0; count < 400; count++) {
    const person = people[count % people.length] ?? owner;
    const { queue_id, last_event_id } = await person.ok(person.post("/register", { event_types: ["typing"] }));
    const target = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`;
    const authorization = `Basic ${btoa(`${person.email}:${person.key}`)}`;
    requests.push(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
  }
  const polls: RawClient[] = [];
  for (const request of requests) {
    polls.push(new RawClient(port).say(request));
    if (polls.length % 20 === 0) await healthy(server);
  }
  await until("those who do not fit are told", () => polls.filter(({ isClosed }) => isClosed).length > 300);
  expect(polls.some(({ heard }) => heard.includes(" 503 "))).toBe(true);
  await healthy(server);
  for (const each of polls) each.destroy();
  await healthy(server);
  expect(server.runtime).toBe(runtime);
});

test("requests wait or get 503 while workerd is killed repeatedly, and no connection breaks", {
  tags: "nightly",
}, async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  const statuses = new Set<number | undefined>();
  const state = { over: false };
  const asking = Array.from({ length: 4 }, async () => {
    while (!state.over) statuses.add(await ask(server, "/health"));
  });
  for (let count = 0; count < 6; count++) {
    await server.killHard("workerd");
    await healthy(server);
  }
  state.over = true;
  await Promise.all(asking);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await server.stop()).toMatchObject({ status: 0 });
});

test("a body refused while it arrives gets its response and uses no memory, however long it is", async () => {
  const server = await common();
  const before = residentBytes(server.runtime) ?? 0;
  for (const [path, status, code] of [
    ["/api/v1/nosuch", 404, "BAD_REQUEST"],
    ["/api/v1/fetch_api_key", 400, "BAD_REQUEST"],
    ["/api/v1/messages", 401, "UNAUTHORIZED"],
  ] as const) {
    for (let count = 0; count < 5; count++) {
      expect(await endless(server, path), path).toEqual([status, expect.stringContaining(code)]);
    }
  }
  expect((residentBytes(server.runtime) ?? 0) - before).toBeLessThan(200 * MIB);
});

/** Sends up to 200 MB until there is a response. */
async function endless(server: Server, path: string): Promise<[status: number | undefined, body: string]> {
  const sent = request({ host: "127.0.0.1", port: portOf(server), path, method: "POST", agent: false });
  sent.on("error", () => {});
  const piece = Buffer.alloc(65_536, "x");
  let left = 200 * 16;
  const send = () => {
    while (left-- > 0 && !sent.destroyed) if (!sent.write(piece)) return;
    sent.end();
  };
  sent.on("drain", send);
  send();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = (await response.setEncoding("utf8").toArray()).join("");
  sent.destroy();
  return [response.statusCode, body];
}

test("a large file passes unchanged in both directions", { tags: "nightly" }, async () => {
  const server = await start({ args: ["--rate-limits", "off"] });
  const owner = await ownerOf(server);
  const bytes = Buffer.alloc(60 * 1024 * 1024);
  for (let at = 0; at < bytes.length; at += 4096) bytes.writeUInt32LE(at, at);
  const form = new FormData();
  form.set("file", new Blob([bytes]), "large.bin");
  const { url } = await owner.ok(owner.send("POST", "/user_uploads", form));
  const { url: temporary } = await owner.ok(owner.get(url));
  const response = await fetch(`${server.url}${temporary}`);
  const hash = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
  expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(bytes));
});

test("a sender whose body is refused halfway still gets the response", async () => {
  const server = await common();
  const long = "x".repeat(30_000_000);
  for (let count = 0; count < 3; count++) {
    const head = `POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${long.length}`;
    expect(await exchangeBytes(portOf(server), `${head}\r\nConnection: close\r\n\r\n${long}`)).toMatch(
      /^HTTP\/1.1 4\d\d .*\}$/s,
    );
  }
});

test("anonymous callers are limited by the address they connect from, not the one they claim", async () => {
  const server = await common();
  const limited = async (localAddress: string) => {
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 110; count++) {
      statuses.push(
        await ask(server, "/api/v1/server_settings", { "X-Parley-Address": `10.0.0.${count}` }, localAddress),
      );
    }
    return statuses.includes(429);
  };
  expect(await limited("127.0.0.2")).toBe(true);
  expect(await ask(server, "/api/v1/server_settings", {}, "127.0.0.3")).toBe(200);
});
