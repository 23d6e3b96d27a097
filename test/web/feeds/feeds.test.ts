import { describe, expect, test } from "vitest";
import type { Feeds } from "../../../src/web/client/feeds/feeds.ts";
import type { MessagePage } from "../../../src/web/client/feeds/request.ts";
import type { Message } from "../../../src/web/model/message.ts";
import type { FeedRoute } from "../../../src/web/model/routes/place.ts";
import { client } from "./feeds-client.ts";
import { CHANNEL, SmallServer, settled } from "./small-server.ts";

const PLACES: readonly FeedRoute[] = [
  { view: "topic", channel: CHANNEL, topic: "a" },
  { view: "topic", channel: CHANNEL, topic: "b" },
  { view: "channel", channel: CHANNEL },
  { view: "starred" },
  { view: "search", terms: [{ operator: "search", operand: "crane" }] },
];

/** The expected messages of a feed: all that match between its known ends. */
function expected(server: SmallServer, place: FeedRoute, feeds: Feeds) {
  const feed = feeds.at(place);
  const { oldest, newest } = feed.ends.value;
  const known = feed.messages.value;
  const from = oldest ? 0 : (known[0]?.id ?? Number.POSITIVE_INFINITY);
  const to = newest ? Number.POSITIVE_INFINITY : (known.at(-1)?.id ?? 0);
  return server.matching(feed.terms).filter(({ id }) => from <= id && id <= to);
}

/** Returns a generator of pseudorandom numbers, determined by the seed. */
function random(seed: number) {
  let state = seed * 2654435761 + 1;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

describe("a feed", () => {
  test("opens at its end, and loads older and newer messages", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 400; count++) server.send(count % 2 === 0 ? "a" : "b", "x");
    server.events.length = 0;
    const { feeds, drain, known } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    // Lists that show one of the messages are notified.
    expect([...known]).toEqual(feed.messages.value.map(({ id }) => id));
    expect([feed.messages.value.length, feed.ends.value]).toEqual([60, { oldest: false, newest: true }]);
    void feed.load("older");
    void feed.load("older");
    await drain();
    expect(feed.messages.value.length).toBe(160);
    void feed.load("older");
    await drain();
    expect([feed.messages.value.length, feed.ends.value.oldest]).toEqual([200, true]);
    void feed.open(server.matching(feed.terms)[20]?.id ?? 0);
    await drain();
    expect(feed.messages.value.length).toBe(200);
  });

  test("of all messages drops a topic when it is muted, and gets it back when it is unmuted", async () => {
    const server = new SmallServer();
    for (const topic of ["a", "b", "a"]) server.send(topic, "x");
    server.events.length = 0;
    const { feeds, setVisibility, drain } = client(server);
    const feed = feeds.at({ view: "combined" });
    const topics = () => feed.messages.value.map((one) => one.type === "stream" && one.subject);
    void feed.open("newest");
    await drain();
    expect(topics()).toEqual(["a", "b", "a"]);
    const muted = setVisibility("a", 1);
    expect(topics()).toEqual(["b"]);
    server.muted.add("a");
    server.events.push(muted);
    await drain();
    expect(topics()).toEqual(["b"]);
    server.muted.delete("a");
    server.events.push(setVisibility("a", 0));
    await drain();
    expect(topics()).toEqual(["a", "b", "a"]);
  });

  test("without events checks for new, changed and deleted messages at its end", async () => {
    const server = new SmallServer();
    const contents = () => feed.messages.value.map(({ content }) => content);
    const look = async () => {
      server.events.length = 0;
      const isNews = feed.loadNews();
      await drain();
      return isNews;
    };
    for (const content of ["one", "two", "three"]) server.send("a", content);
    server.events.length = 0;
    const { feeds, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    expect([await look(), contents()]).toEqual([false, ["one", "two", "three"]]);

    const [first = 0, second = 0] = server.messages.keys();
    server.edit(first, "one, edited");
    server.delete([second]);
    server.send("a", "four");
    expect([await look(), contents()]).toEqual([true, ["one, edited", "three", "four"]]);

    // Messages beyond one request are loaded while scrolling.
    for (let count = 0; count < 40; count++) server.send("a", "more");
    await look();
    expect([contents().length, feed.ends.value.newest]).toEqual([3, false]);
    void feed.load("newer");
    await drain();
    expect([contents().length, feed.ends.value.newest]).toEqual([43, true]);
  });

  test("is reloaded when it is reopened, if its channel sends no events", async () => {
    const server = new SmallServer();
    server.send("a", "one");
    server.events.length = 0;
    const { feeds, drain, leave } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    const reopened = async () => {
      feed.close();
      const { asked } = server;
      void feed.open("newest");
      await drain();
      return server.asked - asked;
    };
    void feed.open("newest");
    await drain();
    expect(await reopened()).toBe(0);
    leave();
    expect(await reopened()).toBe(1);
  });

  test("jumps if the requested message is far from the known ones", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 400; count++) server.send("a", "x");
    server.events.length = 0;
    const { feeds, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    const near = server.matching(feed.terms)[100]?.id ?? 0;
    void feed.open(near);
    await drain();
    expect([feed.messages.value.length, feed.ends.value]).toEqual([111, { oldest: false, newest: false }]);
    void feed.load("newer");
    await drain();
    expect(feed.messages.value.length).toBe(211);
  });

  test("reports why it could not be loaded, and loads when it is retried", async () => {
    const server = new SmallServer();
    server.send("a", "x");
    server.api.get = () => Promise.reject(new Error("no way"));
    const { feeds } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    await feed.open("newest");
    expect([feed.failure.value?.message, feed.loading.value]).toEqual(["no way", undefined]);
  });

  test("is retried until the server answers while it is visible", async () => {
    const server = new SmallServer();
    server.send("a", "x");
    server.events.length = 0;
    const { feeds, wake, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    for (let count = 0; count < 3; count++) {
      await settled();
      await server.fail(0);
      expect(feed.failure.value).toBeDefined();
      await wake();
    }
    await drain();
    expect([feed.failure.value, feed.messages.value.length]).toEqual([undefined, 1]);
  });

  test("with unknown gaps is loaded again if a request fails or is aborted", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 60; count++) server.send("a", "x");
    server.events.length = 0;
    const { feeds, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    for (const what of ["fails", "is given up"] as const) {
      server.send("a", what);
      server.events.length = 0;
      void feeds.renew();
      await settled();
      if (what === "fails") await server.fail(0);
      // Goes to where everything seems to be known.
      else void feed.open("newest");
      await drain();
      expect(feed.messages.value.at(-1)?.content).toBe(what);
    }
  });

  test("gets messages moved into it, even if they could not be requested at once", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 3; count++) server.send("a", "x");
    server.send("b", "moved");
    server.events.length = 0;
    const { feeds, take, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    server.move([server.last], "a");
    take();
    await settled();
    await server.fail(0);
    await drain();
    expect(feed.messages.value.at(-1)?.content).toBe("moved");
  });

  test("keeps a limited part in memory during long scrolling, and shows all of it", async () => {
    const server = new SmallServer();
    for (let count = 1; count <= 14_000; count++) server.send("a", `Message ${count}`);
    server.events.length = 0;
    const { feeds, drain, size } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    while (!feed.ends.value.oldest) {
      void feed.load("older");
      await drain();
    }
    expect(size()).toBeLessThan(12_500);
    expect(feed.messages.value.map(({ id }) => id)).toEqual([...server.messages.keys()].slice(0, 2_000));
    while (!feed.ends.value.newest) {
      void feed.load("newer");
      await drain();
    }
    expect(size()).toBeLessThan(12_500);
    expect(feed.messages.value.map(({ id }) => id)).toEqual([...server.messages.keys()].slice(-2_000));
  });

  test("keeps a limited part in memory while messages arrive: around the visible ones, and less while it is closed", async () => {
    const server = new SmallServer();
    const arrive = async (count: number) => {
      for (let sent = 0; sent < count; sent++) server.send("a", "x");
      await drain();
    };
    const { feeds, drain } = client(server);
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    const held = () => feed.messages.value.map(({ id }) => id);
    const sent = () => [...server.messages.keys()];
    await arrive(2_101);
    expect([held(), feed.ends.value]).toEqual([sent().slice(-2_000), { oldest: false, newest: true }]);

    const [first] = held();
    feed.top = first;
    await arrive(101);
    expect([held()[0], held().length, feed.ends.value.newest]).toEqual([first, 2_000, false]);

    void feed.open("newest");
    await drain();
    feed.close();
    feed.close();
    await arrive(600);
    expect([held(), feed.ends.value]).toEqual([sent().slice(-held().length), { oldest: false, newest: true }]);
    expect(held().length).toBeLessThanOrEqual(600);
  });

  test("keeps a limited part in memory when scrolling through stored messages too", async () => {
    const server = new SmallServer();
    for (let count = 1; count <= 14_000; count++) server.send("a", `Message ${count}`);
    server.events.length = 0;
    const stored = [...server.messages.values()];
    const { feeds, drain, size } = client(server, {
      read: async (_, { anchor, before, after }) => {
        const end = anchor === "newest";
        const at = end ? stored.length : stored.findIndex(({ id }) => id === anchor);
        const [first, last] = [Math.max(0, at - before), Math.min(stored.length, at + 1 + after)];
        const messages = structuredClone(after > 0 ? stored.slice(at + 1, last) : stored.slice(first, at));
        const anchored = typeof anchor === "number" ? anchor : undefined;
        return { messages, anchor: anchored, oldest: first === 0, newest: end || last === stored.length };
      },
    });
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    await drain();
    let most = 0;
    for (const [direction, end] of [
      ["older", "oldest"],
      ["newer", "newest"],
    ] as const) {
      while (!feed.ends.value[end]) {
        await feed.load(direction);
        most = Math.max(most, size());
      }
    }
    expect(most).toBeGreaterThan(5_000);
    expect(most).toBeLessThan(12_500);
    expect(feed.messages.value.map(({ id }) => id)).toEqual([...server.messages.keys()].slice(-2_000));
  });

  test("is stored again only if the server's messages differ from those stored", async () => {
    const server = new SmallServer();
    for (let count = 1; count <= 40; count++) server.send("a", `Message ${count}`);
    server.events.length = 0;
    const place: FeedRoute = { view: "topic", channel: CHANNEL, topic: "a" };
    const messages = [...server.messages.values()];
    let writes = 0;
    const open = async (kept: readonly Message[]) => {
      const { feeds, drain } = client(server, {
        read: async () => ({ messages: structuredClone(kept), anchor: undefined, oldest: true, newest: true }),
        write: () => void writes++,
      });
      void feeds.at(place).open("newest");
      await drain();
      expect(feeds.at(place).messages.value).toHaveLength(40);
    };
    await open(messages);
    expect(writes).toBe(0);
    await open(messages.slice(1));
    expect(writes).toBe(1);
    await open(messages.map((one) => ({ ...one, content: "as it was before" })));
    expect(writes).toBe(2);
  });

  test("shows stored messages until the server answers, and then the server's", async () => {
    const server = new SmallServer();
    for (const content of ["the crane", "no match", "another crane", "a third crane"]) server.send("a", content);
    server.events.length = 0;
    const all = [...server.messages.values()];
    const here = [all[0], all[3]].flatMap((one) => one ?? []);
    const place: FeedRoute = { view: "search", terms: [{ operator: "search", operand: "crane" }] };
    const { feeds, wake } = client(server, { read: async () => undefined, scattered: async () => here });
    const feed = feeds.at(place);
    const shown = () => [feed.messages.value.map(({ content }) => content), feed.isPartial.value];
    void feed.open("newest");
    await settled();
    await server.fail(0);
    expect([...shown(), feed.ends.value]).toEqual([
      ["the crane", "a third crane"],
      true,
      { oldest: false, newest: false },
    ]);
    await wake();
    server.answer(0);
    await server.deliver(0);
    expect(shown()).toEqual([["the crane", "another crane", "a third crane"], false]);
  });

  test("does not show stored messages after the server has answered", async () => {
    const server = new SmallServer();
    server.send("a", "the crane");
    server.events.length = 0;
    const read = Promise.withResolvers<readonly Message[]>();
    const { feeds, drain } = client(server, { read: async () => undefined, scattered: () => read.promise });
    const feed = feeds.at({ view: "search", terms: [{ operator: "search", operand: "crane" }] });
    void feed.open("newest");
    await drain();
    read.resolve([]);
    await settled();
    expect([feed.messages.value.length, feed.isPartial.value]).toEqual([1, false]);
  });

  test("includes messages that arrived while the stored ones were being read", async () => {
    const server = new SmallServer();
    server.send("a", "kept");
    server.events.length = 0;
    const kept = [...server.messages.values()];
    const read = Promise.withResolvers<MessagePage>();
    const { feeds, take } = client(server, { read: () => read.promise });
    const feed = feeds.at({ view: "topic", channel: CHANNEL, topic: "a" });
    void feed.open("newest");
    server.send("a", "new");
    take();
    read.resolve({ messages: kept, anchor: undefined, oldest: true, newest: true });
    await settled();
    // Nothing else is known, because there is no network.
    expect(feed.messages.value.map(({ content }) => content)).toEqual(["kept", "new"]);
  });
});

describe("feeds", () => {
  test("of the same conversation are the same object, wherever they are opened", () => {
    const { feeds } = client(new SmallServer());
    const place = { view: "topic", channel: CHANNEL, topic: "a" } as const;
    expect(feeds.at({ ...place, near: 4 })).toBe(feeds.at(place));
  });

  test("show all matching messages between their ends, whatever happens during requests", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const server = new SmallServer();
      const { feeds, take, drain, wake } = client(server);
      const next = random(seed);
      const some = () => {
        const ids = [...server.messages.keys()];
        const from = next(ids.length + 1);
        return ids.slice(from, from + 1 + next(4));
      };
      for (let count = 0; count < 60 + next(200); count++) server.send("ab"[next(2)] ?? "a", next(3) ? "x" : "crane");
      if (next(2) === 0) server.events.length = 0;
      for (let step = 0; step < 120; step++) {
        const place = PLACES[next(PLACES.length)] as FeedRoute;
        const steps: readonly (() => unknown)[] = [
          () => server.send("abA"[next(3)] ?? "a", next(2) ? "crane" : "x"),
          () => server.edit(some()[0] ?? 0, next(2) ? "crane" : "x"),
          () => server.move(some(), "ab"[next(2)] ?? "a"),
          () => server.delete(some()),
          () => server.flag(some(), next(2) ? "add" : "remove"),
          take,
          take,
          () => server.answer(next(5)),
          () => server.answer(next(5)),
          () => server.deliver(next(5)),
          () => server.deliver(next(5)),
          () => (next(3) ? undefined : server.fail(next(5))),
          () => wake(),
          () => {
            if (next(5)) return;
            server.events.length = 0;
            void feeds.renew();
          },
          () => void feeds.at(place).open(next(2) ? "newest" : next(server.last + 2)),
          () => void feeds.at(place).load(next(2) ? "older" : "newer"),
          () => feeds.at(place).close(),
        ];
        await steps[next(steps.length)]?.();
      }
      for (const place of PLACES) void feeds.at(place).open("newest");
      await drain();
      for (const place of PLACES) {
        expect(feeds.at(place).messages.value, `seed ${seed}, ${place.view}`).toEqual(expected(server, place, feeds));
      }
    }
  });

  test("are requested again after missed events if visible, and dropped otherwise", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 30; count++) server.send(count % 2 === 0 ? "a" : "b", "x");
    server.events.length = 0;
    const { feeds, drain } = client(server);
    const [shown, other] = [feeds.at(PLACES[0] as FeedRoute), feeds.at(PLACES[1] as FeedRoute)];
    void shown.open("newest");
    void other.open("newest");
    other.close();
    await drain();
    server.delete([1]);
    server.send("a", "new");
    server.events.length = 0;
    const renewed = feeds.renew();
    await drain();
    await renewed;
    expect(shown.messages.value).toEqual(server.matching(shown.terms));
    expect(feeds.at(PLACES[1] as FeedRoute)).not.toBe(other);
  });

  test("are loaded where they were opened, even if events were missed or a topic was muted in the meantime", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 600; count++) server.send("a", "x");
    server.events.length = 0;
    const { feeds, drain, setVisibility } = client(server);
    const ids = [...server.messages.keys()];
    const [first = 0, second = 0] = [ids[50], ids[300]];
    const feed = feeds.at(PLACES[0] as FeedRoute);
    const has = (one: typeof feed, id: number) => one.messages.value.some((message) => message.id === id);
    void feed.open(first);
    await settled();
    void feeds.renew();
    await drain();
    expect(has(feed, first)).toBe(true);
    void feed.open("newest");
    await drain();
    const home = feeds.at({ view: "combined" });
    void home.open(first);
    await settled();
    feeds.follow(setVisibility("b", 1), { added: [], changed: [], removed: [] });
    void feed.open(second);
    await settled();
    void feeds.renew();
    await drain();
    expect([has(feed, second), has(home, first)]).toEqual([true, true]);
  });

  test("that are visible are requested once after missed events, even while they are being read", async () => {
    const server = new SmallServer();
    for (let count = 0; count < 9; count++) server.send("a", "x");
    server.events.length = 0;
    const { feeds, take, drain } = client(server);
    const feed = feeds.at(PLACES[0] as FeedRoute);
    void feed.open("newest");
    await drain();
    expect(server.asked).toBe(1);
    const { last } = server;
    void feeds.renew();
    // The server answers before it gets the read flag.
    server.answer(0);
    server.flag([last], "add");
    take();
    await drain();
    expect(server.asked).toBe(2);
    expect(feed.messages.value).toEqual(server.matching(feed.terms));
    expect(feed.messages.value.at(-1)?.flags).toEqual(["starred"]);
  });
});
