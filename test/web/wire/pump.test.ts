import { expect, test } from "vitest";
import type { ServerEvent } from "../../../src/web/model/event.ts";
import { CutOff, Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { sleep } from "../../../src/web/wire/clock.ts";
import type { Batch, Cursor, EventLog } from "../../../src/web/wire/event-log.ts";
import { type Link, pump } from "../../../src/web/wire/pump.ts";
import { VirtualClock } from "../support/virtual-clock.ts";

/**
 * A pump whose source fails with these errors and then never resolves. Records when it asked, and each link state it
 * reported.
 */
function pumpOver(errors: readonly Error[]) {
  const clock = new VirtualClock();
  const at: Cursor = { queue: "q", last: 7 };
  const began = clock.passed();
  const asked: number[] = [];
  const links: Link[] = [];
  const failing = [...errors];
  const source = {
    next() {
      asked.push(clock.passed() - began);
      const error = failing.shift();
      return error === undefined ? new Promise<never>(() => {}) : Promise.reject(error);
    },
    remind() {},
    close() {},
  };
  const log = { cursor: async () => at } as unknown as EventLog;
  const page = { visible: () => true, online: () => true, on: () => () => {} };
  const nothing = () => {};
  const said = { onBatch: nothing, onState: nothing, onLogged: nothing, onLink: (link: Link) => void links.push(link) };
  const register = () => Promise.reject(new Unreachable("nobody registers here"));
  void pump({ source, log, clock, page, random: () => 0.5, register, ...said }, new AbortController().signal);
  return { clock, asked, links };
}

test("a cut-off connection reconnects at a random moment within the spread, and reports no failure", async () => {
  const { clock, asked, links } = pumpOver([new CutOff("closed", 4_000)]);
  await clock.pass(1_999);
  expect(asked).toEqual([0]);
  await clock.pass(1);
  expect([asked, links]).toEqual([[0, 2_000], []]);
});

test("a reconnect that fails too is reported as failing, and retried with growing delays", async () => {
  const { clock, asked, links } = pumpOver([
    new CutOff("closed", 4_000),
    new CutOff("closed", 4_000),
    new Unreachable("x"),
  ]);
  await clock.pass(10_000);
  expect(asked).toEqual([0, 2_000, 3_000, 5_000]);
  expect(links).toEqual(["failing", "failing"]);
});

test("a client retries after the server's Retry-After time plus a random delay", async () => {
  const { clock, asked } = pumpOver([new Refused(503, { msg: "Try again later." }, 4_000)]);
  await clock.pass(5_999);
  expect(asked).toEqual([0]);
  await clock.pass(1);
  expect(asked).toEqual([0, 6_000]);
});

test("a network that the organization does not allow is reported as barred, not as a failure, and retried", async () => {
  const barred = new Refused(403, { code: "NETWORK_NOT_ALLOWED", msg: "Not from your network." });
  const { clock, asked, links } = pumpOver([barred, barred, new Unreachable("x")]);
  await clock.pass(10_000);
  expect(asked).toEqual([0, 500, 1_500, 3_500]);
  expect(links).toEqual(["barred", "barred", "failing"]);
});

test("a session that the account ended is not reported as logged out, because the page is about to be left", async () => {
  const refused = (by: object) => new Refused(401, { code: "UNAUTHORIZED", ...by });
  const { clock, links } = pumpOver([refused({ ended_by_account: true }), refused({})]);
  await clock.pass(1);
  expect(links).toEqual([]);
  await clock.pass(60_000);
  expect(links).toEqual(["logged-out"]);
});

test("events arrive at once even if the device is too full to store them", async () => {
  const clock = new VirtualClock();
  const began = clock.passed();
  const times = [0, 60_000, 61_000, 90_000, 150_000];
  const arrived = new Map<number, number>();
  const source = {
    async next({ last }: Cursor) {
      for (;;) {
        const passed = clock.passed() - began;
        const events = times.flatMap((at, index) => (at <= passed && index > last ? { id: index, type: "x" } : []));
        if (events.length > 0) return events as unknown as ServerEvent[];
        await sleep(clock, Math.min(...times.slice(last + 1)) - passed);
      }
    },
    remind() {},
    close() {},
  };
  const log = {
    cursor: async () => ({ queue: "q", last: -1 }),
    append: () => Promise.reject(new DOMException("The disk is full.", "QuotaExceededError")),
  } as unknown as EventLog;
  const ended = new AbortController();
  const onBatch = ({ events }: Batch) => {
    for (const { id } of events) if (!arrived.has(id)) arrived.set(id, clock.passed() - began);
    if (arrived.size === times.length) ended.abort();
  };
  const page = { visible: () => true, online: () => true, on: () => () => {} };
  const said = { onBatch, onState() {}, onLogged() {}, onLink() {} };
  const register = () => Promise.reject(new Unreachable("nobody registers here"));
  void pump({ source, log, clock, page, random: () => 0.9, register, ...said }, ended.signal);
  await clock.pass(200_000);
  expect([...arrived.values()]).toEqual(times);
});
