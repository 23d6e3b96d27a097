import { describe, expect, test } from "vitest";
import { readHead } from "../../../src/cli/front-proxy/request-head.ts";
import { CLIENT_FRAME_LIMITS, MAX_IN_CALL, WebSocketWatch } from "../../../src/cli/front-proxy/web-socket.ts";
import { limits } from "../../../src/protocol/limit-table.ts";
import { until } from "../../process/support/processes.ts";
import { Random } from "../../process/support/random.ts";
import { GET, RawClient, startGate } from "../../process/support/raw-client.ts";

interface Fields {
  readonly opcode?: number;
  readonly isFinal?: boolean;
  readonly reserved?: number;
  readonly isMasked?: boolean;
  readonly length?: number | bigint;
  /** Width of the length field: 7, 16 or 64 bits. */
  readonly form?: 7 | 16 | 64;
  readonly payload?: string;
}

const formFor = (length: number | bigint) => (length < 126 ? 7 : length < 65_536 ? 16 : 64);

/** Encodes a frame, valid or not. */
function frame({ opcode = 1, isFinal = true, reserved = 0, isMasked = true, payload = "", ...given }: Fields = {}) {
  const { length = payload.length, form = formFor(length) } = given;
  const head = [(isFinal ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = isMasked ? 0x80 : 0;
  const rest = form === 7 ? Buffer.alloc(0) : Buffer.alloc(form / 8);
  if (form === 16) rest.writeUInt16BE(Number(length));
  if (form === 64) rest.writeBigUInt64BE(BigInt(length));
  head.push(mask | (form === 7 ? Number(length) : form === 16 ? 126 : 127));
  return Buffer.concat([Buffer.from(head), rest, Buffer.alloc(isMasked ? 4 : 0), Buffer.from(payload, "latin1")]);
}

const close = (isMasked: boolean) => frame({ opcode: 8, payload: "\x11\x30", isMasked });
const acknowledgement = frame({ payload: '{"last_event_id":7}' });
const ping = frame({ payload: "ping" });
const times = (count: number, of: Buffer) => Buffer.concat(Array.from({ length: count }, () => of));

/** Returns why a client's bytes, arriving in these parts, are refused, or null if they aren't. */
function refusalOf(parts: readonly Buffer[], watch = new WebSocketWatch(), now = 0): string | null {
  try {
    for (const part of parts) watch.read(part, now);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** The same bytes split in two at each position, and byte by byte. */
const cuts = (bytes: Buffer): Buffer[][] => [
  ...Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]),
  [...bytes].map((byte) => Buffer.from([byte])),
];

test("call members can send longer messages than event stream clients", () => {
  const inCall = () => new WebSocketWatch(false, MAX_IN_CALL);
  const description = frame({ payload: "v".repeat(60_000) });
  expect([refusalOf([description]), refusalOf([description], inCall())]).toEqual([expect.any(String), null]);
  expect(refusalOf([frame({ length: MAX_IN_CALL.messageBytes + 1 })], inCall())).toContain("too long");
});

const EXTENSIONS = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits";
const headFor = (target: string) => {
  const lines = [`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", EXTENSIONS];
  const read = readHead(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), Buffer.from("X-Parley-Address: 10.0.0.1\r\n"));
  if (read === null) throw new Error("not whole");
  return { isCall: read.isCall, head: read.head.toString("latin1") };
};

test.for<[string, boolean]>([
  ["/json/calls/12/room", true],
  ["/api/v1/calls/12/room/by_ticket?ticket=x", true],
  ["http://localhost/api/v1/calls/12/room//?x=1", true],
  ["/api/v1/events/stream?x=/json/calls/12/room", false],
  ["/api/v1/events/stream?/calls/12/room?", false],
  ["/x/json/calls/12/room", false],
  ["/json/calls/12/room/else", false],
  ["/json/calls/12/roomy", false],
])("[security 15.6] %s addresses a call's room, where compression is disabled: %s", ([target, isCall]) => {
  const read = headFor(target);
  expect(read.isCall).toBe(isCall);
  expect(read.head.includes(EXTENSIONS)).toBe(!isCall);
  expect(read.head).toMatch(/^GET \/[^\r]* HTTP\/1.1\r\nX-Parley-Address: 10.0.0.1\r\n(?:[^\r]+\r\n){3,4}\r\n$/);
});

describe("client frames", () => {
  test.for<[string, Buffer]>([
    ["acknowledgements and pings", Buffer.concat([ping, acknowledgement, ping])],
    [
      "control frames, also within a message",
      Buffer.concat([
        frame({ isFinal: false, payload: '{"last_' }),
        frame({ opcode: 9, payload: "?" }),
        frame({ opcode: 0, payload: 'event_id":7}' }),
        frame({ opcode: 10 }),
        close(true),
      ]),
    ],
    ["a message of maximum length", frame({ payload: "x".repeat(CLIENT_FRAME_LIMITS.messageBytes) })],
    [
      "a message with the maximum number of fragments",
      Buffer.concat([
        frame({ isFinal: false }),
        times(CLIENT_FRAME_LIMITS.fragments - 2, frame({ opcode: 0, isFinal: false })),
        frame({ opcode: 0 }),
        ping,
      ]),
    ],
    ["binary messages, which the organization refuses itself", frame({ opcode: 2, payload: "\0" })],
  ])("are forwarded wherever they are split: %s", ([, bytes]) => {
    for (const parts of cuts(bytes)) expect(refusalOf(parts)).toBeNull();
  });

  test.for<[string, Buffer]>([
    ["an unmasked frame", frame({ isMasked: false, payload: "ping" })],
    ["a reserved bit", frame({ reserved: 4 })],
    ["another reserved bit", frame({ reserved: 1 })],
    ["an undefined opcode", frame({ opcode: 3 })],
    ["an undefined control opcode", frame({ opcode: 11 })],
    ["a fragmented control frame", frame({ opcode: 9, isFinal: false })],
    ["a control frame that is too long", frame({ opcode: 9, length: 126 })],
    ["a length in more bytes than it needs", frame({ length: 4, form: 16 })],
    ["a 64-bit length that fits into 16 bits", frame({ length: 65_535, form: 64 })],
    ["a 64-bit length of zero", frame({ length: 0, form: 64 })],
    ["a message that is too long", frame({ length: CLIENT_FRAME_LIMITS.messageBytes + 1 })],
    ["a length of more than 2^53", frame({ length: 2n ** 53n })],
    ["a negative length", frame({ length: 2n ** 64n - 1n })],
    [
      "a fragmented message that is too long in total",
      Buffer.concat([
        frame({ isFinal: false, payload: "x".repeat(CLIENT_FRAME_LIMITS.messageBytes) }),
        frame({ opcode: 0, payload: "x" }),
      ]),
    ],
    [
      "a message of too many empty fragments",
      Buffer.concat([
        frame({ isFinal: false }),
        times(CLIENT_FRAME_LIMITS.fragments, frame({ opcode: 0, isFinal: false })),
      ]),
    ],
    ["a continuation without a message", frame({ opcode: 0 })],
    ["a message that starts within another one", times(2, frame({ isFinal: false }))],
    ["bytes that are not a frame", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ])("[security 15.6] are refused wherever they are split: %s", ([, bytes]) => {
    for (const parts of cuts(bytes)) expect(refusalOf(parts)).not.toBeNull();
  });

  test("can be marked as compressed only if negotiated, and only at the start of a message", () => {
    const compressed = frame({ reserved: 4, isFinal: false, payload: "x" });
    const rest = frame({ opcode: 0, payload: "x" });
    expect(refusalOf([compressed, rest])).not.toBeNull();
    expect(refusalOf([compressed, rest], new WebSocketWatch(true))).toBeNull();
    expect(refusalOf([compressed, frame({ opcode: 0, reserved: 4 })], new WebSocketWatch(true))).not.toBeNull();
    expect(refusalOf([frame({ opcode: 9, reserved: 4 })], new WebSocketWatch(true))).not.toBeNull();
    expect(refusalOf([frame({ reserved: 6 })], new WebSocketWatch(true))).not.toBeNull();
  });

  test("[security 15.6] are limited in number and bytes per period", () => {
    const watch = new WebSocketWatch();
    expect(refusalOf([times(CLIENT_FRAME_LIMITS.frames, ping)], watch)).toBeNull();
    expect(refusalOf([ping], watch, CLIENT_FRAME_LIMITS.periodMs)).toMatch(/frames/);
    const later = new WebSocketWatch();
    expect(refusalOf([times(CLIENT_FRAME_LIMITS.frames, ping)], later)).toBeNull();
    expect(refusalOf([ping], later, CLIENT_FRAME_LIMITS.periodMs + 1)).toBeNull();
    expect(
      refusalOf([
        times(
          CLIENT_FRAME_LIMITS.bytes / CLIENT_FRAME_LIMITS.messageBytes + 1,
          frame({ payload: "x".repeat(CLIENT_FRAME_LIMITS.messageBytes) }),
        ),
      ]),
    ).toMatch(/bytes/);
    // The organization reports the violation before the gate cuts off the client.
    expect(CLIENT_FRAME_LIMITS.frames).toBeGreaterThan(limits.stream.frames);
    expect(CLIENT_FRAME_LIMITS.messageBytes).toBeGreaterThan(limits.stream.frame_characters);
  });

  test("with random bytes are forwarded or refused alike, however they are split", () => {
    const random = new Random(7);
    for (let round = 0; round < 1000; round++) {
      const bytes = Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)));
      const some = Buffer.concat([random.pick([ping, acknowledgement, Buffer.alloc(0)]), bytes]);
      const whole = refusalOf([some]);
      for (const parts of [[...some].map((byte) => Buffer.from([byte])), cuts(some)[random.below(some.length)] ?? []])
        expect(refusalOf(parts)).toBe(whole);
    }
  });
});

describe("a WebSocket behind the gate", () => {
  const upgrade = GET.replace("\r\n\r\n", "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const switched = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
  const opened = async (first = "", some = {}) => {
    const { port, runtime } = await startGate({ times: some });
    runtime.answer = (heard, socket) => {
      if (heard.endsWith("\r\n\r\n")) socket.write(`${switched}${first}`, "latin1");
    };
    const client = new RawClient(port).say(upgrade);
    await client.hears(`${switched}${first}`);
    return { client, inner: runtime.connections[0], runtime };
  };

  test("forwards frames in both directions, even those that arrive with the response head", async () => {
    const first = frame({ isMasked: false, payload: "first" }).toString("latin1");
    const { client, inner } = await opened(first);
    client.say(ping.toString("latin1"));
    await until("it is heard", () => inner?.heard.endsWith(ping.toString("latin1")));
    const long = frame({ isMasked: false, payload: "x".repeat(70_000) }).toString("latin1");
    inner?.socket.write(long, "latin1");
    await client.hears(`${switched}${first}${long}`);
    client.destroy();
  });

  test("is cut off if its client floods it, and forwards no more than the byte limit", async () => {
    const { client, inner } = await opened();
    const before = inner?.heard.length;
    client.say(times(100_000, acknowledgement).toString("latin1"));
    await client.closed();
    await until("the runtime is told", () => inner?.socket.readableEnded);
    expect((inner?.heard.length ?? 0) - (before ?? 0)).toBeLessThanOrEqual(CLIENT_FRAME_LIMITS.bytes);
  });

  test("[security 15.7] is not read after the runtime closed it, and ends when its client closes too", async () => {
    const { client, inner } = await opened();
    inner?.socket.write(close(false));
    await client.hears(close(false).toString("latin1"));
    const before = inner?.heard;
    client.say(times(10, ping).toString("latin1"));
    client.say(close(true).toString("latin1"));
    await client.closed();
    await until("the runtime is told", () => inner?.socket.readableEnded);
    expect(inner?.heard).toBe(before);
  });

  test("ends some time after the runtime closed it, even if its client does not close", async () => {
    const { client, inner } = await opened("", { afterLastAnswer: 50 });
    const last = frame({ isMasked: false, payload: "last" });
    inner?.socket.write(Buffer.concat([last, close(false)]));
    await client.hears("last");
    await client.closed();
    await until("the runtime is told", () => inner?.socket.readableEnded);
  });
});
