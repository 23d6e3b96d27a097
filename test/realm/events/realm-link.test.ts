import { expect, test } from "vitest";
import { Relays } from "../../../src/realm/events/relays/relays.ts";
import { type LinkSocket, RealmLink } from "../../../src/relay/realm-link.ts";
import { machineRandom } from "../../../src/util/random.ts";
import { milliseconds } from "../../../src/util/time.ts";

/** Timers that fire when `pass` is called. */
class Timers {
  now = 0;
  #due: { readonly at: number; readonly act: () => void }[] = [];

  readonly after = (ms: number, act: () => void): (() => void) => {
    const one = { at: this.now + ms, act };
    this.#due.push(one);
    return () => {
      this.#due = this.#due.filter((other) => other !== one);
    };
  };

  async pass(ms: number): Promise<void> {
    for (const end = this.now + ms; this.now < end; this.now += 100) {
      const due = this.#due.filter(({ at }) => at <= this.now);
      this.#due = this.#due.filter(({ at }) => at > this.now);
      for (const { act } of due) act();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  }
}

class Socket implements LinkSocket {
  readyState: number = WebSocket.OPEN;
  readonly sent: string[] = [];
  #heard: (event: { readonly data: unknown }) => void = () => {};

  accept(): void {}
  send(frame: string): void {
    this.sent.push(frame);
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
  }
  addEventListener(event: string, heard: (event: { readonly data: unknown }) => void): void {
    if (event === "message") this.#heard = heard;
  }
  say(data: string): void {
    this.#heard({ data });
  }
}

/** A link whose realm answers as `dial` does, and the frames received over it. */
function linkWith(dial: () => Promise<Socket>) {
  const timers = new Timers();
  const received: string[] = [];
  const link = new RealmLink({
    ...{ dial, greeting: () => [], receive: (frame) => received.push(frame), isWanted: () => true, giveUp() {} },
    ...{ after: timers.after, random: machineRandom },
  });
  return { timers, received, link };
}

test("a relay pings its link, and reconnects if nothing comes back", async () => {
  const sockets: Socket[] = [];
  const { timers, received, link } = linkWith(async () => {
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  });
  await link.make();
  for (let count = 0; count < 4; count++) {
    await timers.pass(30_000);
    sockets[0]?.say("pong");
  }
  expect([sockets.length, received]).toEqual([1, []]);
  expect(sockets[0]?.sent.every((frame) => frame === "ping")).toBe(true);
  await timers.pass(61_000);
  expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
});

test("a relay reconnects to an unresponsive realm, and closes a link that opens too late", async () => {
  const late = Promise.withResolvers<Socket>();
  const second = new Socket();
  let dials = 0;
  const { timers, link } = linkWith(() => {
    dials += 1;
    return dials === 1 ? late.promise : Promise.resolve(second);
  });
  void link.make();
  await timers.pass(12_000);
  expect([dials, link.isOpen]).toEqual([2, true]);
  const first = new Socket();
  late.resolve(first);
  await timers.pass(1000);
  expect([first.readyState, second.readyState]).toEqual([WebSocket.CLOSED, WebSocket.OPEN]);
});

test("the realm calls an unresponsive relay again, and finally ends its streams", async () => {
  const timers = new Timers();
  let calls = 0;
  let isSettled = false;
  const nothing = () => {};
  const sockets = { acceptWebSocket: nothing, getWebSockets: () => [], getWebSocketAutoResponseTimestamp: () => null };
  const clock = { milliseconds: () => milliseconds(timers.now) };
  new Relays({
    sql: { exec: () => ({ toArray: () => [{ name: "1" }] }) } as never,
    queues: { byNumber: nothing, log: { newest: 0 } } as never,
    streams: { settle: () => (isSettled = true) } as never,
    ...{ sockets, isLoggedIn: () => true, config: { relaysFrom: 0, relayStreams: 2 }, random: machineRandom },
    ...{ now: clock.milliseconds, machine: clock, deadlines: timers },
    call: () => {
      calls += 1;
      return new Promise<boolean>(nothing);
    },
  });
  await timers.pass(90_000);
  expect([calls, isSettled]).toEqual([4, true]);
});
