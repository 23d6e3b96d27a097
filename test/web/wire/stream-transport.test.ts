import { describe, expect, test } from "vitest";
import { CutOff, Refused, Unreachable } from "../../../src/web/wire/api.ts";
import type { PageChange } from "../../../src/web/wire/page.ts";
import { StreamTransport } from "../../../src/web/wire/stream-transport.ts";
import { FakeSocket } from "../support/fake-socket.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

function world(people = 3, whyRefused: () => Error | undefined = () => undefined) {
  const clock = new VirtualClock();
  const sockets: FakeSocket[] = [];
  const opened: string[] = [];
  const heard = new Set<(change: PageChange) => void>();
  let polls = 0;
  let lives = 0;
  const transport = new StreamTransport({
    clock,
    people: () => people,
    page: {
      visible: () => true,
      online: () => true,
      on: (changes, run) => {
        if (changes.includes("offline")) heard.add(run);
        return () => heard.delete(run);
      },
    },
    poll: {
      next: async () => {
        polls += 1;
        const why = whyRefused();
        if (why !== undefined) throw why;
        return [{ id: 99, type: "invites_changed" }];
      },
      remind() {},
      close() {},
    },
    connect: ({ queue, last }) => {
      opened.push(`${queue} ${last}`);
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  const next = (last: number, signal = new AbortController().signal) =>
    transport.next({ queue: "q", last }, signal, () => {
      lives += 1;
    });
  const socket = (at = -1) => {
    const found = sockets.at(at);
    if (found === undefined) throw new Error("there is no socket");
    return found;
  };
  return { clock, transport, next, socket, opened, heard, polls: () => polls, lives: () => lives };
}

const idsOf = (events: readonly { id: number }[]) => events.map(({ id }) => id);
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe("StreamTransport", () => {
  test("delivers events as they happen over one socket, and acknowledges them together a moment later", async () => {
    const { clock, next, socket, opened, polls, lives } = world();
    const first = next(-1);
    socket().open();
    await Promise.resolve();
    socket().bring(0, 1);
    expect(idsOf(await first)).toEqual([0, 1]);
    const second = next(1);
    socket().bring(2);
    expect(idsOf(await second)).toEqual([2]);
    const third = next(2);
    expect(socket().sent).toEqual([]);
    await clock.pass(1_000);
    expect(socket().sent).toEqual(['{"last_event_id":2}']);
    socket().bring(3);
    expect(idsOf(await third)).toEqual([3]);
    expect([opened, polls(), lives() > 0]).toEqual([["q -1"], 0, true]);
  });

  test("keeps one socket open for eight hours with at most two pings a minute", async () => {
    const { clock, next, socket, opened, polls } = world();
    const first = next(-1);
    socket().open();
    const pings = () => socket().sent.filter((frame) => frame === "ping").length;
    for (let told = 0, seconds = 0; seconds < 8 * 3_600; seconds += 10) {
      await clock.pass(10_000);
      for (; told < pings(); told++) socket().say("pong");
    }
    socket().bring(0);
    expect(idsOf(await first)).toEqual([0]);
    expect([opened.length, polls()]).toEqual([1, 0]);
    expect(pings()).toBeLessThanOrEqual(2 * 8 * 60);
  });

  test("buffers events that arrive between two reads", async () => {
    const { next, socket } = world();
    const first = next(-1);
    socket().open();
    socket().bring(0);
    socket().bring(1);
    expect(idsOf(await first)).toEqual([0, 1]);
    socket().bring(2);
    socket().end(1006);
    expect(idsOf(await next(1))).toEqual([2]);
  });

  test("drops repeated events, and acknowledges them again", async () => {
    const { clock, next, socket } = world();
    const first = next(-1);
    socket().open();
    socket().bring(0, 1);
    await first;
    const second = next(1);
    await clock.pass(1_000);
    socket().bring(0, 1);
    await clock.pass(1_000);
    expect(socket().sent).toEqual(['{"last_event_id":1}', '{"last_event_id":1}']);
    socket().bring(1, 2);
    expect(idsOf(await second)).toEqual([2]);
  });

  test("acknowledges the last known event again after remind()", async () => {
    const { next, socket, transport } = world();
    transport.remind();
    const first = next(-1);
    transport.remind();
    socket().open();
    socket().bring(0);
    await first;
    transport.remind();
    void next(0);
    transport.remind();
    expect(socket().sent).toEqual(['{"last_event_id":-1}', '{"last_event_id":0}']);
  });

  test("acknowledges many events at once", async () => {
    const { next, socket } = world();
    const first = next(-1);
    socket().open();
    socket().bring(...Array.from({ length: 250 }, (_, id) => id));
    await first;
    void next(249);
    expect(socket().sent).toEqual(['{"last_event_id":249}']);
  });

  test("rejects with the same error as a poll when the queue has expired", async () => {
    const { next, socket } = world();
    const failure = failureOf(next(-1));
    socket().open();
    socket().say({ result: "error", code: "BAD_EVENT_QUEUE_ID", msg: "gone", queue_id: "q" });
    const error = await failure;
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ status: 400, code: "BAD_EVENT_QUEUE_ID" });
  });

  test("returns no events, and no failure, when another connection takes over the queue", async () => {
    const { next, socket } = world();
    const first = next(-1);
    socket().open();
    socket().end(4409);
    expect(await first).toEqual([]);
  });

  test("resumes from the last known event on a new socket after the connection was cut off", async () => {
    const { next, socket, opened } = world();
    const first = next(-1);
    socket().open();
    socket().bring(0);
    await first;
    const failure = failureOf(next(0));
    await Promise.resolve();
    socket().end(1006);
    expect(await failure).toBeInstanceOf(Unreachable);
    const second = next(0);
    socket().open();
    socket().bring(1);
    expect(idsOf(await second)).toEqual([1]);
    expect(opened).toEqual(["q -1", "q 0"]);
  });

  test.each([
    [3, 1006, 1_000],
    [700, 1006, 3_500],
    [20_000, 1006, 5_000],
    [3, 4401, 15],
    [20_000, 4401, 5_000],
  ])("among %i people, spreads reconnects after the code %i over %i ms", async (people, code, spread) => {
    const { next, socket } = world(people);
    const failure = failureOf(next(-1));
    socket().open();
    await Promise.resolve();
    socket().end(code);
    const error = await failure;
    expect(error).toBeInstanceOf(CutOff);
    expect(error).toMatchObject({ spread });
  });

  test("gets events again over a new socket if they were delivered but not recorded", async () => {
    const { next, socket, opened } = world();
    const first = next(-1);
    socket().open();
    socket().bring(0, 1);
    expect(idsOf(await first)).toEqual([0, 1]);
    const lost = socket();
    const again = next(0);
    expect(lost.isClosed).toBe(true);
    socket().open();
    socket().bring(1, 2);
    expect(idsOf(await again)).toEqual([1, 2]);
    expect(opened).toEqual(["q -1", "q 0"]);
  });

  test("waits on a socket that answers pings, and drops one that does not", async () => {
    const { clock, next, socket } = world();
    const failure = failureOf(next(-1));
    socket().open();
    await clock.pass(30_000);
    expect(socket().sent).toEqual(["ping"]);
    socket().say("pong" as unknown as object);
    await clock.pass(30_000);
    expect(socket().sent).toEqual(["ping", "ping"]);
    await clock.pass(15_000);
    expect(await failure).toBeInstanceOf(Unreachable);
    expect(socket().isClosed).toBe(true);
  });

  test("closes the socket when the network goes offline, the caller aborts, or the transport is closed", async () => {
    const { next, socket, heard, transport } = world();
    const offline = failureOf(next(-1));
    socket().open();
    await Promise.resolve();
    for (const run of heard) run("offline");
    expect([await offline, socket().isClosed]).toEqual([expect.any(Unreachable), true]);
    const caller = new AbortController();
    const aborted = failureOf(next(-1, caller.signal));
    socket().open();
    await Promise.resolve();
    caller.abort();
    expect([await aborted, socket().isClosed]).toEqual([expect.any(Unreachable), true]);
    const last = failureOf(next(-1));
    socket().open();
    await Promise.resolve();
    transport.close();
    expect([await last, socket().isClosed]).toEqual([expect.any(Unreachable), true]);
  });
});

test("StreamTransport sends nothing on a socket that is closing", async () => {
  const { clock, next, socket } = world();
  const first = next(-1);
  socket().open();
  socket().bring(0);
  await first;
  void failureOf(next(0));
  socket().readyState = WebSocket.CLOSING;
  await clock.pass(30_000);
  expect(socket().sent).toEqual([]);
});

describe("StreamTransport without a stream", () => {
  test("polls to find out the reason, and keeps polling for a while after three failures", async () => {
    const { clock, next, socket, opened, polls } = world();
    for (let times = 1; times <= 3; times++) {
      const polled = next(-1);
      socket().end(1006);
      expect(idsOf(await polled)).toEqual([99]);
    }
    await next(-1);
    expect([opened.length, polls()]).toEqual([3, 4]);
    await clock.pass(600_000);
    const streamed = next(-1);
    socket().open();
    socket().bring(5);
    expect(idsOf(await streamed)).toEqual([5]);
  });

  test("keeps trying streams if the server refuses polls too", async () => {
    let why: Error | undefined = new Refused(503, { msg: "Try again later." }, 1000);
    const { next, socket, opened } = world(3, () => why);
    for (let times = 1; times <= 4; times++) {
      const refused = failureOf(next(-1));
      socket().end(1006);
      expect(await refused).toBe(why);
    }
    why = undefined;
    const streamed = next(-1);
    socket().open();
    socket().bring(5);
    expect(idsOf(await streamed)).toEqual([5]);
    expect(opened).toHaveLength(5);
  });

  test("gives up on a socket that neither opens nor fails", async () => {
    const { clock, next, polls } = world();
    const polled = next(-1);
    await clock.pass(15_000);
    expect(idsOf(await polled)).toEqual([99]);
    expect(polls()).toBe(1);
  });
});
