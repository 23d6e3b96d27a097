import { describe, expect, test } from "vitest";
import { isFull, sendIfRoom } from "../../../../src/web/client/sending/send-if-room.ts";
import type { Conversation } from "../../../../src/web/model/routes/conversation.ts";
import { composeWords } from "../../../../src/web/words/compose.ts";
import { seeded } from "../../support/random.ts";
import { type OutboxTab, OutboxWorld, UNTOLD } from "../outbox-world.ts";

const topic = (name: string): Conversation => ({ kind: "topic", channel: 1, topic: name });
const contents = (world: OutboxWorld) => world.messages.map(({ content }) => content);

describe("the outbox", () => {
  test("sends messages in writing order, and shows each until it has arrived", async () => {
    const world = new OutboxWorld(seeded(1));
    const [first, second] = [world.open(), world.open()];
    for (const text of ["one", "two", "three"]) first.outbox.send(topic("a"), text);
    expect(first.outbox.pending.value.map(({ content, status }) => [content, status])).toEqual([
      ["one", "sending"],
      ["two", "sending"],
      ["three", "sending"],
    ]);
    await world.clock.pass(20);
    expect(second.outbox.pending.value.map(({ content }) => content)).toEqual(["one", "two", "three"]);
    second.outbox.send(topic("b"), "four");
    await world.clock.pass(2_000);
    expect(contents(world).filter((text) => text !== "four")).toEqual(["one", "two", "three"]);
    expect(contents(world)).toContain("four");
    expect(world.tabs.flatMap(({ outbox }) => outbox.pending.value)).toEqual([]);
    expect(world.rows.size).toBe(0);
    expect(world.searches).toBe(0);
  });

  test("waits without a network, even through a reload, and resumes when woken", async () => {
    const world = new OutboxWorld(seeded(2));
    world.isOffline = true;
    const tab = world.open();
    tab.outbox.send(topic("a"), "one");
    await world.clock.pass(60_000);
    tab.outbox.send(topic("a"), "two");
    await world.clock.pass(1_000);
    expect(tab.outbox.pending.value.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    world.crash(tab);
    const next = world.open();
    await world.clock.pass(60_000);
    expect(next.outbox.pending.value.map(({ content }) => content)).toEqual(["one", "two"]);
    world.isOffline = false;
    next.outbox.wake();
    await world.clock.pass(1_000);
    expect(contents(world)).toEqual(["one", "two"]);
    expect(next.outbox.pending.value).toEqual([]);
  });

  test("limits the number and size of its messages, and has room again after some are sent or discarded", async () => {
    for (const [count, content] of [
      [1_000, "a line"],
      [40, "x".repeat(100_000)],
    ] as const) {
      const world = new OutboxWorld(seeded(4));
      world.isOffline = true;
      const tab = world.open();
      for (let sent = 0; sent < count; sent++) sendIfRoom(tab.outbox, topic("a"), content);
      expect([isFull(tab.outbox), tab.outbox.pending.value.length]).toEqual([true, count]);
      expect(() => sendIfRoom(tab.outbox, topic("a"), "one more")).toThrow(composeWords().problems.full);
      expect(tab.outbox.pending.value.length).toBe(count);
      tab.outbox.discard(tab.outbox.pending.value[0]?.localId ?? "");
      expect(isFull(tab.outbox)).toBe(false);
    }
  });

  test("retries a message soon if it failed again just after the network returned", async () => {
    const world = new OutboxWorld(seeded(3));
    const tab = world.open();
    await world.clock.pass(1_000);
    world.isOffline = true;
    tab.outbox.send(topic("a"), "one");
    await world.clock.pass(600_000);
    tab.outbox.wake();
    await world.clock.pass(100);
    world.isOffline = false;
    await world.clock.pass(2_000);
    expect(contents(world)).toEqual(["one"]);
  });

  test("sends a waiting message to its topic's new place, even after a reload", async () => {
    const world = new OutboxWorld(seeded(9));
    world.isOffline = true;
    const [tab, other] = [world.open(), world.open()];
    tab.outbox.send(topic("a"), "one");
    tab.outbox.send(topic("b"), "two");
    await world.clock.pass(1_000);
    const move = { from: { channel: 1, topic: "A" }, to: { channel: 2, topic: "c" } };
    for (const { outbox } of [tab, other]) outbox.followTopic(move);
    expect(other.outbox.pending.value.map(({ to }) => to)).toMatchObject([{ channel: 2, topic: "c" }, { topic: "b" }]);
    await world.clock.pass(1_000);
    world.crash(tab);
    world.crash(other);
    const next = world.open();
    await world.clock.pass(1_000);
    world.isOffline = false;
    next.outbox.wake();
    await world.clock.pass(60_000);
    expect(world.messages.map(({ lane, content }) => [lane, content]).sort()).toEqual([
      ["1:b", "two"],
      ["2:c", "one"],
    ]);
  });

  test("keeps a refused message with the reason, and sends other messages", async () => {
    const world = new OutboxWorld(seeded(3));
    const tab = world.open();
    world.refusesContent = "bad";
    for (const text of ["bad", "good"]) tab.outbox.send(topic("a"), text);
    await world.clock.pass(1_000);
    expect(contents(world)).toEqual(["good"]);
    expect(tab.outbox.pending.value).toMatchObject([{ content: "bad", status: "refused", reason: "No." }]);
    world.crash(tab);
    const next = world.open();
    await world.clock.pass(1_000);
    const [refused] = next.outbox.pending.value;
    expect(refused).toMatchObject({ content: "bad", status: "refused", reason: "No." });
    world.refusesContent = undefined;
    next.outbox.retry(refused?.localId ?? "");
    await world.clock.pass(1_000);
    expect(contents(world)).toEqual(["good", "bad"]);
    expect(next.outbox.pending.value).toEqual([]);
  });

  test("holds back later messages to a conversation when the server fails on one, and sends all others", async () => {
    const world = new OutboxWorld(seeded(7));
    const tab = world.open();
    const states = () => world.tabs[0]?.outbox.pending.value.map(({ content, status }) => [content, status]);
    world.failsAt = "bad";
    for (const text of ["bad", "good"]) tab.outbox.send(topic("a"), text);
    await world.clock.pass(120_000);
    tab.outbox.send(topic("b"), "elsewhere");
    tab.outbox.send(topic("a"), "better");
    await world.clock.pass(1_000);
    expect(contents(world)).toEqual(["elsewhere"]);
    const held = [
      ["bad", "refused"],
      ["good", "behind"],
      ["better", "behind"],
    ];
    expect(states()).toEqual(held);
    // Another page takes over, and the server still fails.
    world.crash(tab);
    const next = world.open();
    await world.clock.pass(10_000);
    expect(contents(world)).toEqual(["elsewhere"]);
    expect(states()).toEqual(held);
    // It is also retried automatically.
    world.failsAt = undefined;
    await world.clock.pass(130_000);
    expect(contents(world)).toEqual(["elsewhere", "bad", "good", "better"]);
    expect(states()).toEqual([]);

    world.failsAt = "worse";
    for (const text of ["worse", "good again"]) next.outbox.send(topic("a"), text);
    await world.clock.pass(120_000);
    next.outbox.discard(next.outbox.pending.value[0]?.localId ?? "");
    await world.clock.pass(1_000);
    expect(contents(world).slice(4)).toEqual(["good again"]);
    next.outbox.send(topic("a"), "worse");
    next.outbox.send(topic("a"), "the last");
    await world.clock.pass(120_000);
    world.failsAt = undefined;
    next.outbox.retry(next.outbox.pending.value[0]?.localId ?? "");
    await world.clock.pass(1_000);
    expect(contents(world).slice(5)).toEqual(["worse", "the last"]);
    expect(world.rows.size).toBe(0);
  });

  test("removes discarded messages in every tab", async () => {
    const world = new OutboxWorld(seeded(4));
    world.isOffline = true;
    const [first, second] = [world.open(), world.open()];
    const { localId } = first.outbox.send(topic("a"), "one");
    await world.clock.pass(1_000);
    second.outbox.discard(localId);
    await world.clock.pass(100);
    expect(world.tabs.flatMap(({ outbox }) => outbox.pending.value)).toEqual([]);
    world.isOffline = false;
    await world.clock.pass(60_000);
    expect(contents(world)).toEqual([]);
  });

  test("finds an already sent message that the server no longer recognizes, without confusing it with another", async () => {
    const world = new OutboxWorld(seeded(5));
    world.memory = 0;
    const tab = world.open();
    tab.outbox.send(topic("a"), "ok");
    await world.clock.pass(1_000);
    // Again: the request arrives, and the tab ends before the response.
    tab.outbox.send(topic("a"), "ok");
    tab.outbox.send(topic("a"), "ok");
    while (world.messages.length < 2) await world.clock.pass(1);
    world.crash(tab);
    world.endQueue();
    world.clock.jump(86_400_000);
    world.open();
    await world.clock.pass(10_000);
    expect(contents(world)).toEqual(["ok", "ok", "ok"]);
    expect(world.rows.size).toBe(0);
  });

  test("doesn't confuse a retried message with the same text sent from another device", async () => {
    const world = new OutboxWorld(seeded(7));
    const tab = world.open();
    world.refusesContent = "ok";
    const { localId } = tab.outbox.send(topic("a"), "ok");
    await world.clock.pass(1_000);
    world.refusesContent = undefined;
    const elsewhere = { to: 1, topic: "a", content: "ok", queue_id: "a phone's", local_id: "1" };
    await Promise.all([world.call("/messages", elsewhere), world.clock.pass(1_000)]);
    world.isOffline = true;
    tab.outbox.retry(localId);
    await world.clock.pass(1_000);
    world.crash(tab);
    world.clock.jump(86_400_000);
    world.isOffline = false;
    world.open();
    await world.clock.pass(10_000);
    expect(contents(world)).toEqual(["ok", "ok"]);
    expect(world.rows.size).toBe(0);
  });

  test("finds a message sent before if this device's clock is ten minutes fast", async () => {
    const world = new OutboxWorld(seeded(8));
    world.memory = 0;
    world.secondsAhead = 600;
    world.clock.jump(600_000);
    const tab = world.open();
    tab.outbox.send(topic("a"), "ok");
    while (world.messages.length < 1) await world.clock.pass(1);
    world.crash(tab);
    world.endQueue();
    world.clock.jump(86_400_000);
    world.open();
    await world.clock.pass(10_000);
    expect(contents(world)).toEqual(["ok"]);
    expect(world.rows.size).toBe(0);
  });

  test("reports a sent message whose event does not arrive", async () => {
    const world = new OutboxWorld(seeded(6));
    const tab = world.open();
    tab.deliver = () => {};
    tab.outbox.send(topic("a"), "one");
    await world.clock.pass(1_000);
    expect(tab.outbox.pending.value).toMatchObject([{ content: "one", id: 1 }]);
    await world.clock.pass(10_000);
    expect(tab.outbox.pending.value).toEqual([]);
    expect(tab.unheard).toEqual([1]);
  });

  test("does not wait for the event of a message sent to an unsubscribed channel", async () => {
    const world = new OutboxWorld(seeded(7));
    const tab = world.open();
    tab.deliver = () => {};
    tab.outbox.send({ kind: "topic", channel: UNTOLD, topic: "a" }, "one");
    await world.clock.pass(1_000);
    expect([tab.unheard, tab.outbox.pending.value]).toEqual([[1], []]);
  });

  /** Quadratic in the number of messages, so most runs have fewer. */
  const runs = Array.from({ length: 25 }, (_, seed) => [seed === 2 ? 1000 : 333, seed] as const);
  test.for(runs)("loses and duplicates none of %i messages despite failures (%i)", async ([number, seed]) => {
    const random = seeded(seed + 1_000);
    const world = new OutboxWorld(random);
    const some = (most: number) => Math.floor(random() * most);
    world.trouble = [0.05, 0.2, 0.4][seed % 3] ?? 0;
    const written: { tab: OutboxTab; lane: string; content: string; localId: string }[] = [];
    for (let i = 0; i < 3; i++) world.open();
    while (written.length < number) {
      const tab = world.tabs[some(world.tabs.length)];
      const what = random();
      if (what < 0.8 && tab !== undefined) {
        const name = `topic ${some(5)}`;
        const content = random() < 0.2 ? "ok" : `text ${written.length}`;
        const { localId } = tab.outbox.send(topic(name), content);
        written.push({ tab, lane: `1:${name}`, content, localId });
        await world.clock.pass(random() < 0.7 ? some(3) : some(200));
      } else if (what < 0.83 && tab !== undefined) {
        // Recent messages must be in the database by then.
        await world.clock.pass(200);
        world.crash(tab);
      } else if (what < 0.88 && world.tabs.length < 4) world.open();
      else if (what < 0.9) world.elect();
      else if (what < 0.91) world.endQueue();
      else if (what < 0.93) world.isOffline = !world.isOffline;
      else if (what < 0.94) world.isLoggedOut = !world.isLoggedOut;
      else if (what < 0.95) world.clock.jump((random() - 0.5) * 3_600_000);
      else await world.clock.pass(some(30_000));
    }
    world.trouble = 0;
    world.isOffline = false;
    world.isLoggedOut = false;
    if (world.tabs.length === 0) world.open();
    await world.clock.pass(60_000);
    for (let i = 0; i < 20 && world.rows.size > 0; i++) {
      for (const { outbox } of world.tabs) {
        outbox.wake();
      }
      await world.clock.pass(60_000);
    }
    const byLane = (all: readonly { lane: string; content: string }[], lane: string) =>
      all.filter((one) => one.lane === lane).map(({ content }) => content);
    for (const lane of new Set(written.map((one) => one.lane))) {
      expect(byLane(world.messages, lane).sort()).toEqual(byLane(written, lane).sort());
    }
    const place = new Map(world.messages.map(({ localId }, i) => [localId, i]));
    const newest = new Map<OutboxTab, Map<string, number>>();
    for (const { tab, lane, localId } of written) {
      const lanes = newest.get(tab) ?? new Map<string, number>();
      newest.set(tab, lanes);
      expect(place.get(localId)).toBeGreaterThan(lanes.get(lane) ?? -1);
      lanes.set(lane, place.get(localId) ?? 0);
    }
    expect(world.rows.size).toBe(0);
    expect(world.tabs.flatMap(({ outbox }) => outbox.pending.value)).toEqual([]);
  });
});
