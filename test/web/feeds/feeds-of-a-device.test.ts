import { describe, expect, test } from "vitest";
import type { MessagePage, Request } from "../../../src/web/client/feeds/request.ts";
import type { MessageStore } from "../../../src/web/client/feeds/source.ts";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import type { Message } from "../../../src/web/model/message.ts";
import { Messages } from "../../../src/web/model/messages/messages.ts";
import { type FeedRoute, termsOf } from "../../../src/web/model/routes/place.ts";
import { seeded } from "../support/random.ts";
import { WALKS } from "../support/walks.ts";
import { client } from "./feeds-client.ts";
import { CHANNEL, isFound, SmallServer, settled } from "./small-server.ts";

const TOPIC: FeedRoute = { view: "topic", channel: CHANNEL, topic: "a" };
const PLACES: readonly FeedRoute[] = [
  TOPIC,
  { view: "topic", channel: CHANNEL, topic: "b" },
  { view: "channel", channel: CHANNEL },
  { view: "starred" },
  { view: "search", terms: [{ operator: "search", operand: "crane" }] },
];

/** A device with stored messages up to the last event that its tab processed. The test controls its reads. */
class SmallDevice implements Pick<MessageStore, "read" | "scattered"> {
  readonly stored = new Messages();
  readonly #reads: (() => void)[] = [];
  readonly #isWhole: () => boolean;
  readonly #isHere: () => boolean;
  #hasGaps = false;

  /** `isWhole` tells whether a place is stored without gaps, and `isHere` whether a message is stored. */
  constructor(isWhole: () => boolean, isHere: () => boolean) {
    this.#isWhole = isWhole;
    this.#isHere = isHere;
  }

  get isBusy(): boolean {
    return this.#reads.length > 0;
  }

  follow(event: AnyEvent): void {
    this.stored.apply(event);
  }

  /** Simulates missed events. Only what is fetched from now on is stored. */
  forget(): void {
    this.#hasGaps = true;
    this.stored.retain(new Set(), 0);
  }

  /** Completes one of the waiting reads. */
  async go(place: number): Promise<void> {
    const [read] = this.#reads.splice(place % Math.max(1, this.#reads.length), 1);
    read?.();
    await settled();
  }

  readonly read = async (place: FeedRoute, { anchor }: Request): Promise<MessagePage | undefined> => {
    await this.#turn();
    if (anchor !== "newest" || place.view === "starred" || place.view === "search" || this.#hasGaps || !this.#isWhole())
      return undefined;
    return { messages: this.#of(place), anchor: undefined, oldest: true, newest: true };
  };

  readonly scattered = async (place: FeedRoute): Promise<readonly Message[]> => {
    await this.#turn();
    return this.#of(place).filter(() => this.#isHere());
  };

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#reads.push(resolve));
  }

  #of(place: FeedRoute): readonly Message[] {
    const found = [...this.stored.values()].filter((one) => isFound(termsOf(place), one));
    return structuredClone(found.sort((a, b) => a.id - b.id));
  }
}

describe("a feed of a device with stored messages", () => {
  test("is retried even after a failed attempt by a view", async () => {
    const server = new SmallServer();
    server.send("a", "x");
    server.events.length = 0;
    const { feeds, wake } = client(server);
    const feed = feeds.at(TOPIC);
    void feed.open("newest");
    await settled();
    await server.fail(0);
    // The connection seems to be back, but this request fails too.
    void feed.retry();
    await wake();
    await server.fail(0);
    await wake();
    server.answer(0);
    await server.deliver(0);
    expect([feed.failure.value, feed.messages.value.length]).toEqual([undefined, 1]);
  });

  test("does not return to the stored messages, even if reading them takes longer", async () => {
    const server = new SmallServer();
    server.send("a", "gone");
    const device = new SmallDevice(
      () => false,
      () => true,
    );
    for (const event of server.events.splice(0)) device.follow(event);
    const { feeds, wake } = client(server, device);
    const feed = feeds.at(TOPIC);
    void feed.open("newest");
    await device.go(0);
    await server.fail(0);
    server.delete([1]);
    await wake();
    await device.go(1);
    server.answer(0);
    await server.deliver(0);
    expect([feed.messages.value, feed.isPartial.value, feed.ends.value.newest]).toEqual([[], false, true]);
    while (device.isBusy) await device.go(0);
    expect([feed.messages.value, feed.isPartial.value, feed.ends.value.newest]).toEqual([[], false, true]);
  });
});

test.for(WALKS)("visible feeds show the server's messages as soon as it is reachable (%i)", async (seed) => {
  const random = seeded(seed);
  const next = (below: number) => Math.floor(random() * below);
  const server = new SmallServer();
  const device = new SmallDevice(
    () => next(3) === 0,
    () => next(3) > 0,
  );
  const { feeds, take, wake } = client(server, device);
  const some = () => {
    const ids = [...server.messages.keys()];
    const from = next(ids.length + 1);
    return ids.slice(from, from + 1 + next(4));
  };
  const takeOne = () => {
    const [event] = server.events;
    if (event !== undefined) device.follow(structuredClone(event));
    take();
  };
  for (let count = 0; count < 60 + next(100); count++) server.send("ab"[next(2)] ?? "a", next(3) ? "x" : "crane");
  while (server.events.length > 0) {
    const event = server.events.shift();
    if (event !== undefined) device.follow(structuredClone(event));
  }
  const shown = new Map<FeedRoute, ReturnType<typeof feeds.at>>();
  for (let step = 0; step < 200; step++) {
    const place = PLACES[next(PLACES.length)] as FeedRoute;
    const steps: readonly (() => unknown)[] = [
      () => server.send("abA"[next(3)] ?? "a", next(2) ? "crane" : "x"),
      () => server.edit(some()[0] ?? 0, next(2) ? "crane" : "x"),
      () => server.move(some(), "ab"[next(2)] ?? "a"),
      () => server.delete(some()),
      () => server.flag(some(), next(2) ? "add" : "remove"),
      takeOne,
      takeOne,
      () => device.go(next(5)),
      () => device.go(next(5)),
      () => server.answer(next(5)),
      () => server.deliver(next(5)),
      () => server.fail(next(5)),
      () => wake(),
      () => {
        if (next(5)) return;
        server.events.length = 0;
        device.forget();
        void feeds.renew();
      },
      () => {
        if (shown.has(place)) return;
        const feed = feeds.at(place);
        shown.set(place, feed);
        void feed.open(next(2) ? "newest" : next(server.last + 2));
      },
      () => {
        const feed = shown.get(place);
        // The view moves to another place in the feed.
        if (feed !== undefined) void feed.open(next(2) ? "newest" : next(server.last + 2)).then(() => feed.close());
      },
      () => void shown.get(place)?.load(next(2) ? "older" : "newer"),
      () => void shown.get(place)?.retry(),
      () => {
        shown.get(place)?.close();
        shown.delete(place);
      },
    ];
    await steps[next(steps.length)]?.();
  }
  for (let turn = 0; turn < 1_000; turn++) {
    while (server.events.length > 0) takeOne();
    while (device.isBusy) await device.go(0);
    server.answer(0);
    await server.deliver(0);
    await wake();
  }
  for (const [place, feed] of shown) {
    const { oldest, newest } = feed.ends.value;
    const known = feed.messages.value;
    const from = oldest ? 0 : (known[0]?.id ?? 0);
    const to = newest ? Number.POSITIVE_INFINITY : (known.at(-1)?.id ?? Number.POSITIVE_INFINITY);
    const there = server.matching(feed.terms).filter(({ id }) => from <= id && id <= to);
    const about = `seed ${seed}, ${JSON.stringify(place)}`;
    expect([feed.isPartial.value, feed.failure.value, feed.loading.value], about).toEqual([
      false,
      undefined,
      undefined,
    ]);
    expect(known, about).toEqual(there);
  }
});
