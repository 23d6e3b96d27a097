import { expect, test } from "vitest";
import { until } from "./support/processes.ts";
import { exchangeBytes, GET, OK, RawClient, startGate } from "./support/raw-client.ts";

const MIB = 1_048_576;
const FORM = "Content-Type: application/x-www-form-urlencoded";
const post = (...lines: string[]) => `POST /x HTTP/1.1\r\nHost: localhost\r\n${lines.join("\r\n")}\r\n\r\n`;
const sized = (bytes: number, ...lines: string[]) => post(`Content-Length: ${bytes}`, ...lines);
const FULL =
  /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 60\r\n[\s\S]*The server's disk is full[\s\S]*"code":"REQUEST_TIMEOUT"\}$/;

test.for<[string, string, number, boolean]>([
  ["a large body that fits", sized(20 * MIB), 40 * MIB, true],
  ["a large body that would leave too little", sized(20 * MIB), 30 * MIB, false],
  ["a large body of a plain form", sized(5 * MIB, FORM), 10 * MIB, false],
  ["a small plain form", sized(2, FORM), 0, true],
  ["a small file", sized(2), 2 * MIB, true],
  ["a small file, with almost no space left", sized(2), MIB / 2, false],
  ["a body of unknown length", post("Transfer-Encoding: chunked"), 10 * MIB, false],
  ["no body", GET, 0, true],
])("the gate decides by free disk space whether to forward %s", async ([, request, left, isPassed]) => {
  const { port, runtime } = await startGate({ bytesLeft: () => left });
  runtime.answer = (_, socket) => socket.write(OK);
  const client = new RawClient(port).say(request);
  if (isPassed) await client.hears("ok");
  else expect(await client.closed()).toMatch(FULL);
  expect(runtime.heard === "").toBe(!isPassed);
  client.destroy();
});

test("a sender with Expect: 100-continue is refused without a 100 if the disk is full", async () => {
  const { port } = await startGate({ bytesLeft: () => MIB });
  const answer = await exchangeBytes(port, sized(5 * MIB, "Expect: 100-continue"));
  expect(answer).toMatch(FULL);
});

test("bytes that other requests have yet to send count as used disk space", async () => {
  const { port, runtime } = await startGate({ bytesLeft: () => 40 * MIB });
  runtime.answer = () => {};
  const first = new RawClient(port).say(sized(20 * MIB));
  await until("it is passed on", () => runtime.heard !== "");
  expect(await exchangeBytes(port, sized(10 * MIB))).toMatch(FULL);
  first.destroy();
  await until("the first is gone", async () => {
    const next = new RawClient(port).say(sized(10 * MIB));
    await until("it is heard or refused", () => next.isClosed || runtime.connections.length > 1);
    const isPassed = !next.isClosed;
    next.destroy();
    return isPassed;
  });
});

test("a body that fills the disk while it arrives is cut off", async () => {
  let left = 40 * MIB;
  const { port, runtime } = await startGate({ bytesLeft: () => left });
  runtime.answer = () => {};
  const client = new RawClient(port).say(post("Transfer-Encoding: chunked"));
  await until("it is passed on", () => runtime.heard !== "");
  left = 7 * MIB;
  const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;
  for (let count = 0; count < 17; count += 1) client.say(chunk);
  expect(await client.closed()).toMatch(FULL);
  await until("the runtime is told", () => runtime.connections.every(({ isReset }) => isReset));
  client.destroy();
});
