import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "./support/processes.ts";
import { exchangeBytes, GET, OK, RawClient, startGate } from "./support/raw-client.ts";

const post = (...lines: string[]) => `POST /x HTTP/1.1\r\nHost: localhost\r\n${lines.join("\r\n")}\r\n\r\n`;
const chunkedPost = post("Transfer-Encoding: chunked");
const bodyOf = (request: string) => request.slice(request.indexOf("\r\n\r\n") + 4);
const poll = "GET /api/v1/events?queue_id=q HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("sequential requests on one client connection share one connection to the runtime", async () => {
  const { port, runtime } = await startGate();
  const client = new RawClient(port);
  for (let count = 1; count <= 3; count++) {
    client.say(GET);
    await until("it is answered", () => client.heard === OK.repeat(count));
  }
  expect(runtime.connections).toHaveLength(1);
  client.destroy();
});

test("a request that can't be sent twice never goes over a connection that the runtime may be closing", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    // A runtime that stood still closes its idle connections with unread requests on them.
    if (/GET .*POST /s.test(heard)) socket.destroy();
    else if (heard.endsWith("\r\n\r\n")) socket.write(OK);
  };
  const client = new RawClient(port).say(GET);
  await client.hears(OK);
  client.say(post("Content-Length: 0"));
  await until("it is answered", () => client.heard === OK.repeat(2));
  expect(runtime.connections).toHaveLength(2);
  client.destroy();
});

test("pipelined requests are answered in order, one at a time", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    const count = heard.split("GET ").length - 1;
    setImmediate(() => socket.write(OK.replace("ok", `#${count}`)));
  };
  const client = new RawClient(port).say(GET.repeat(5));
  await client.hears("#5");
  expect(client.heard.replace(/HTTP.*?\r\n\r\n/gs, "")).toBe("#1#2#3#4#5");
  client.destroy();
});

test("a malformed request after a valid one is refused after the valid one's response", async () => {
  const { port, runtime } = await startGate();
  expect(await exchangeBytes(port, `${GET}NONSENSE\r\n\r\n${GET}`)).toMatch(
    /^HTTP\/1.1 200 OK.*ok.*HTTP\/1.1 400 .*\}$/s,
  );
  expect(runtime.heard.match(/GET /g)).toHaveLength(1);
});

test.for(["Connection: close", "Connection: Keep-Alive, Close"])("the connection closes after %s", async (line) => {
  const { port } = await startGate();
  const answer = await exchangeBytes(port, GET.replace("\r\n\r\n", `\r\n${line}\r\n\r\n`));
  expect(answer).toBe("HTTP/1.1 200 OK\r\nconnection: close\r\nContent-Length: 2\r\n\r\nok");
});

test("a client that half-closed the connection still gets its response", async () => {
  const { port } = await startGate();
  const client = new RawClient(port).say(GET.repeat(2));
  client.socket.end();
  expect(await client.closed()).toBe(OK.repeat(2));
});

test.for<[string, string, string]>([
  ["a head in parts", "HTTP/1.1 200 OK\r\nContent-Le|ngth: 2\r\n\r|\no|k", "ok"],
  ["no body", "HTTP/1.1 204 No Content\r\n\r\n", ""],
  ["an empty body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""],
  ["a 304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", ""],
  [
    "chunks",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r|\nA;x=y\r\n0123456|789\r\n0\r\nX: y\r\n\r|\n",
    "",
  ],
  ["early hints", "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n|HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"],
])("a response with %s is delimited correctly", async ([, parts]) => {
  const { port, runtime } = await startGate();
  const whole = parts.replaceAll("|", "");
  runtime.answer = async (_, socket) => {
    for (const part of parts.split("|")) await new Promise((done) => socket.write(part, "latin1", done));
  };
  const client = new RawClient(port).say(GET);
  await until("it is heard", () => client.heard === whole);
  client.say(GET);
  await until("the next one is heard as well", () => client.heard === whole + whole);
  expect(runtime.connections).toHaveLength(1);
  client.destroy();
});

test("a response to HEAD has no body, whatever its Content-Length", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (_, socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n");
  const client = new RawClient(port).say(GET.replace("GET", "HEAD"));
  await client.hears("\r\n\r\n");
  runtime.answer = (_, socket) => socket.write(OK);
  await client.say(GET).hears("ok");
  client.destroy();
});

test("a response that ends with the runtime's connection closes the client's", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (_, socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nto the end");
  expect(await exchangeBytes(port, GET)).toBe("HTTP/1.1 200 OK\r\n\r\nto the end");
});

test("a body of known length is forwarded exactly to its last byte", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    if (heard.endsWith("hello")) socket.write(OK);
  };
  const client = new RawClient(port).say(`${post("Content-Length: 5")}he`);
  await until("it has begun", () => runtime.heard.endsWith("he"));
  client.say(`llo${GET}`);
  await client.hears("ok");
  runtime.answer = () => {};
  await until("the next one follows", () => runtime.heard.includes("GET /health"));
  expect(bodyOf(runtime.heard)).toMatch(/^helloGET \/health HTTP/);
  client.destroy();
});

test.for<[string, string, string]>([
  ["unchanged", "3\r\nabc\r\nb\r\nhello world\r\n0\r\n\r\n", "abchello world"],
  ["without extensions", '3;a=b;c="d"\r\nabc\r\n0;x\r\n\r\n', "abc"],
  ["without trailers", "3\r\nabc\r\n0\r\nX-T: 1\r\nX-U: 2\r\n\r\n", "abc"],
  ["with leading zeros", "0003\r\nabc\r\n000\r\n\r\n", "abc"],
])("chunks are forwarded %s, however they are split", async ([, chunks, text]) => {
  for (const size of [1, 2, 1000]) {
    const { port, runtime } = await startGate();
    runtime.answer = (heard, socket) => {
      if (heard.endsWith("0\r\n\r\n")) socket.write(OK);
    };
    const client = new RawClient(port).say(chunkedPost);
    client.socket.setNoDelay(true);
    for (let at = 0; at < chunks.length; at += size) {
      await new Promise((done) => client.socket.write(chunks.slice(at, at + size), "latin1", done));
    }
    await client.hears("ok");
    const passed = bodyOf(runtime.heard);
    expect(passed).toMatch(/^(?:[1-9a-f][\da-f]*\r\n[^\r]+\r\n)+0\r\n\r\n$/);
    expect(passed.replace(/[\da-f]+\r\n([^\r]*)\r\n/g, "$1")).toBe(text);
    await client.say(GET).hears("ok");
    client.destroy();
  }
});

test.for<[string, string]>([
  ["a size that isn't a number", "zz\r\nabc\r\n"],
  ["a negative number", "-3\r\nabc\r\n"],
  ["no size", "\r\nabc\r\n"],
  ["a size that is too small", "2\r\nabc\r\n0\r\n\r\n"],
  ["a bare line feed", "3\nabc\n0\n\n"],
  ["a huge size", "fffffffff\r\nabc"],
  ["an endless extension", `3;${"a".repeat(9000)}`],
  ["endless trailers", `0\r\n${"X-T: 1\r\n".repeat(2000)}`],
])("chunks with %s are refused", async ([, chunks]) => {
  const { port, runtime } = await startGate();
  runtime.answer = () => {};
  const answer = await exchangeBytes(port, chunkedPost + chunks);
  expect(answer).toMatch(/^HTTP\/1.1 400 .*"msg":"Malformed chunks","code":"BAD_REQUEST"\}$/s);
  await until("the runtime is told", () => runtime.connections.every(({ isReset }) => isReset));
});

test("Expect: 100-continue is answered with a single 100", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    if (heard.endsWith("hello")) socket.write(OK);
  };
  const client = new RawClient(port).say(post("Expect: 100-continue", "Content-Length: 5"));
  expect(await client.hears("\r\n\r\n")).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  await client.say("hello").hears(OK);
  client.destroy();
});

test("a response before the end of the body reaches a client that is still sending", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (_, socket) => {
    // Unread data turns the close into a reset.
    socket.pause();
    if (socket.writable) socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig", () => socket.destroy());
  };
  const part = "x".repeat(1_000_000);
  for (let round = 0; round < 20; round++) {
    const client = new RawClient(port).say(post("Content-Length: 500000000"));
    const pour = () => {
      while (client.socket.writable && client.socket.write(part)) {}
    };
    client.socket.on("drain", pour);
    pour();
    expect(await client.closed()).toMatch(/^HTTP\/1.1 413 .*big$/s);
    client.destroy();
  }
});

test.for(["up", "down"])("a slow reader slows down the sender, and no data is lost: %s", async (way) => {
  const { port, runtime } = await startGate();
  runtime.answer = () => {};
  const size = 48 * 1024 * 1024;
  const part = Buffer.alloc(1024 * 1024, "x");
  const source = { sent: 0 };
  const pour = (socket: import("node:net").Socket) => {
    while (source.sent < size) {
      source.sent += part.length;
      if (!socket.write(part)) return socket.once("drain", () => pour(socket));
    }
    return socket;
  };
  const counted = { received: 0 };
  const count = (bytes: Buffer) => {
    counted.received += bytes.length;
  };
  const client = new RawClient(port);
  client.socket.removeAllListeners("data").on("data", count).pause();
  client.say(way === "up" ? post(`Content-Length: ${size}`) : GET);
  const inner = await until("the runtime is asked", () => runtime.connections[0]?.socket);
  inner.removeAllListeners("data").pause();
  if (way === "up") pour(client.socket);
  else inner.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`, () => pour(inner));
  const reader = way === "up" ? inner : client.socket;
  const writer = way === "up" ? client.socket : inner;
  let before = -1;
  await until("nothing moves any more", async () => {
    const left = writer.writableLength;
    const still = left > 0 && left === before;
    before = left;
    await new Promise((done) => setTimeout(done, 50));
    return still;
  });
  // No more than the kernel's buffers hold.
  expect(source.sent - writer.writableLength).toBeLessThan(24 * 1024 * 1024);
  reader.removeAllListeners("data").on("data", count).resume();
  await until("all has come", () => counted.received >= size);
  client.destroy();
});

test("a client that stops waiting for events frees its connection to the runtime", async () => {
  const { gate, port, runtime } = await startGate();
  runtime.answer = () => {};
  const client = new RawClient(port).say(poll);
  await until("it waits", () => runtime.heard.includes("/events"));
  expect(gate.counts().polls).toBe(1);
  client.socket.end();
  await until("the runtime is told", () => runtime.connections[0]?.isReset);
  await until("its place is free", () => gate.counts().polls === 0);
});

test("a request is completed even if its client disconnects", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = () => {};
  const client = new RawClient(port).say(`${post("Content-Length: 2")}hi`);
  const inner = await until("it is asked for", () => runtime.heard.endsWith("hi") && runtime.connections[0]);
  client.socket.resetAndDestroy();
  runtime.answer = (_, socket) => socket.write(OK);
  const other = new RawClient(port).say(GET);
  await other.hears(OK);
  other.destroy();
  expect(inner.isReset).toBe(false);
  inner.socket.write(OK);
  await until("the connection ends then", () => inner.socket.destroyed);
});

const REFUSED = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno";
const REFUSED_LAST = REFUSED.replace("\r\n", "\r\nconnection: close\r\n");
const MIB = 1_048_576;
const long = post(`Content-Length: ${4 * MIB}`);

test("a response before the end of the body announces the close, and the rest of the body is dropped", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    if (heard.length > 1000) socket.end(REFUSED);
  };
  const client = new RawClient(port).say(long).say("a".repeat(MIB));
  await client.hears(REFUSED_LAST);
  client.say("a".repeat(3 * MIB) + GET);
  expect(await client.closed()).toBe(REFUSED_LAST);
  expect(runtime.heard).not.toContain("/health");
  client.destroy();
});

test("a sender that keeps sending after a refusal isn't cut off before it can read the response", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { gate, port, runtime } = await startGate({ times: { afterLastAnswer: 50, dropping: 1e9 } });
  let inGate: Socket | undefined;
  const keepSocket = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort === port) inGate = socket;
  };
  subscribe("net.server.socket", keepSocket);
  onTestFinished(() => void unsubscribe("net.server.socket", keepSocket));
  runtime.answer = (_, socket) => socket.end(REFUSED);
  const client = new RawClient(port).say(long);
  // It would close the connection when the gate does.
  client.socket.removeAllListeners("end");
  await client.hears(REFUSED_LAST);
  const isHeld = () => gate.counts().connections === 1;
  for (let sent = 0; sent < 10; sent += 1) {
    await new Promise((done) => client.socket.write("a", done));
    await until("the gate has read it", () => !isHeld() || inGate?.bytesRead === long.length + sent + 1);
    expect(isHeld()).toBe(true);
    vi.advanceTimersByTime(40);
  }
  vi.advanceTimersByTime(70);
  await until("a sender that stops is cut off", () => !isHeld());
  client.destroy();
});

test("after a long refused body, the connection serves the next request or announces its close", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    if (heard.startsWith("GET")) socket.write(OK);
    else if (heard.length > long.length + MIB) socket.write(REFUSED, () => socket.resetAndDestroy());
  };
  for (let round = 0; round < 20; round += 1) {
    const client = new RawClient(port).say(long.replace(String(4 * MIB), String(2 * MIB))).say("a".repeat(2 * MIB));
    const answer = await client.hears(/401[\s\S]*no$/);
    if (answer === REFUSED) await client.say(GET).hears("ok");
    else expect(await client.closed()).toBe(REFUSED_LAST);
    client.destroy();
  }
});

test("a request after a long body that the runtime never read is answered on the same connection", async () => {
  const { port, runtime } = await startGate();
  runtime.answer = (heard, socket) => {
    if (heard.startsWith("GET")) return socket.write(OK);
    // Data in the kernel's buffers counts as forwarded.
    socket.pause();
    setImmediate(() => socket.write(REFUSED));
    return undefined;
  };
  const body = 100_000;
  const client = new RawClient(port).say(post(`Content-Length: ${body}`) + "a".repeat(body));
  await client.hears(/401[\s\S]*no$/);
  await client.say(GET).hears("ok");
  expect(runtime.connections).toHaveLength(2);
  client.destroy();
});
