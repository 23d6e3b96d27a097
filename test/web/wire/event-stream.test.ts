import { describe, expect, test } from "vitest";
import { seeded } from "../support/random.ts";
import { World } from "./world.ts";

const faults = (world: World) => world.tabs.flatMap((tab) => tab.faults);
const allSaw = (world: World) => world.tabs.every((tab) => tab.seen.length === world.emitted.length);

async function emitted(world: World, count: number): Promise<void> {
  for (let i = 0; i < count; i++) world.emit();
  await world.clock.pass(1_000);
}

describe("events in several tabs", () => {
  test("are polled once for all tabs, and each tab gets every event once", async () => {
    const world = new World(seeded(1));
    for (let i = 0; i < 5; i++) world.open();
    await emitted(world, 20);
    await emitted(world, 20);
    expect(world.tabs.map((tab) => tab.seen.length)).toEqual([40, 40, 40, 40, 40]);
    expect(world.registrations).toBe(1);
    expect(faults(world)).toEqual([]);
    const { polls } = world;
    await world.clock.pass(3_600_000);
    expect(world.polls - polls).toBeLessThan(80);
  });

  test("are fetched in batches when there are many, and the last ones arrive soon after", async () => {
    const world = new World(seeded(9));
    const tab = world.open();
    await emitted(world, 1);
    const { polls } = world;
    for (let i = 0; i < 400; i++) {
      world.emit();
      await world.clock.pass(5);
    }
    expect(world.polls - polls).toBeLessThan(20);
    await world.clock.pass(300);
    expect(tab.seen).toHaveLength(401);
    expect(faults(world)).toEqual([]);
  });

  test("reach another tab at once after the leader was closed, without a new registration", async () => {
    const world = new World(seeded(2));
    for (let i = 0; i < 5; i++) world.open();
    await emitted(world, 3);
    while (world.tabs.length > 1) {
      world.locks.holder?.close();
      world.emit();
      // What a request takes; a timer of the election would take longer.
      await world.clock.pass(200);
      expect(allSaw(world)).toBe(true);
    }
    expect(world.registrations).toBe(1);
    expect(faults(world)).toEqual([]);
  });

  test.for([1, 2, 3])(
    "reach all tabs on a busy computer, whichever tab hangs, leads, is closed or opened (%s)",
    async (seed) => {
      const random = seeded(100 + seed);
      const world = new World(random);
      for (let i = 0; i < 5; i++) world.open();
      await emitted(world, 3);
      for (let round = 0; round < 60; round++) {
        // Sometimes longer than a leader may take to answer.
        for (const tab of world.tabs) if (random() < 0.5) tab.hang(random() * 3_000);
        if (random() < 0.5) world.locks.holder?.close();
        while (world.tabs.length < 5) world.open();
        for (let i = 0; i < 3; i++) {
          world.emit();
          await world.clock.pass(random() * 800);
        }
        // By then no tab hangs any more, and each has had a second.
        await world.clock.pass(4_000);
        expect(world.tabs.map((tab) => world.emitted.length - tab.seen.length)).toEqual([0, 0, 0, 0, 0]);
      }
      expect(faults(world)).toEqual([]);
      expect(world.registrations).toBe(1);
    },
  );

  test("continue once another tab is viewed if the leader has silently hung", async () => {
    const world = new World(seeded(3));
    const [first, second] = [world.open(), world.open()];
    await emitted(world, 3);
    const leader = world.locks.holder;
    leader?.freeze(false);
    world.emit();
    await world.clock.pass(10_000);
    const other = leader === first ? second : first;
    other.page.tell("shown");
    await world.clock.pass(2_000);
    expect(other.seen).toHaveLength(4);
    leader?.thaw();
    await emitted(world, 2);
    expect(allSaw(world)).toBe(true);
    expect(faults(world)).toEqual([]);
  });

  test("start over with a new state in every tab after the queue has expired", async () => {
    const world = new World(seeded(4));
    for (let i = 0; i < 3; i++) world.open();
    await emitted(world, 3);
    world.endQueue();
    await emitted(world, 3);
    await emitted(world, 3);
    expect(world.registrations).toBe(2);
    expect(world.tabs.map((tab) => tab.seen.length)).toEqual([9, 9, 9]);
    expect(faults(world)).toEqual([]);
  });

  test("are replaced by the stored state in a tab that was far behind", async () => {
    const world = new World(seeded(5));
    const [, second] = [world.open(), world.open()];
    await emitted(world, 3);
    second.freeze(true);
    for (let i = 0; i < 20; i++) await emitted(world, 1);
    world.log.trim();
    second.thaw();
    await world.clock.pass(2_000);
    expect(second.seen).toHaveLength(23);
    expect(faults(world)).toEqual([]);
  });

  test("resume soon if a request failed again just after the network returned", async () => {
    const world = new World(seeded(9));
    world.open();
    await emitted(world, 3);
    world.isOffline = true;
    world.endQueue();
    await world.clock.pass(600_000);
    for (const tab of world.tabs) tab.page.tell("online");
    await world.clock.pass(100);
    world.isOffline = false;
    world.emit();
    await world.clock.pass(2_000);
    expect(allSaw(world)).toBe(true);
  });

  test("take at most two polls a minute over eight hours with five hidden tabs, without gaps", async () => {
    const world = new World(seeded(7));
    for (let i = 0; i < 5; i++) world.open();
    await emitted(world, 3);
    const { polls } = world;
    for (const tab of world.tabs) tab.hide();
    for (let hour = 0; hour < 8; hour++) {
      await world.clock.pass(3_600_000 - 1_000);
      if (hour % 3 === 1) world.isOffline = !world.isOffline;
      await emitted(world, 5);
    }
    expect(world.polls - polls).toBeLessThan(2 * 8 * 60);
    world.isOffline = false;
    for (const tab of world.tabs) tab.show();
    world.emit();
    await world.clock.pass(300);
    expect(allSaw(world)).toBe(true);
    expect(faults(world)).toEqual([]);
    expect(world.registrations).toBe(1);
  });

  test("are requested at once if another tab is shown while the leader waits to retry", async () => {
    const world = new World(seeded(8));
    const [first, second] = [world.open(), world.open()];
    await emitted(world, 3);
    const other = world.locks.holder === first ? second : first;
    world.isOffline = true;
    world.endQueue();
    await world.clock.pass(3_600_000);
    world.isOffline = false;
    world.emit();
    other.page.tell("shown");
    await world.clock.pass(300);
    expect(allSaw(world)).toBe(true);
  });

  test("resume after a network outage and report the link's state, including a logout", async () => {
    const world = new World(seeded(6));
    const [first, second] = [world.open(), world.open()];
    await emitted(world, 3);
    world.isOffline = true;
    world.endQueue();
    await world.clock.pass(120_000);
    expect([first.links.at(-1), second.links.at(-1)]).toEqual(["failing", "failing"]);
    world.isOffline = false;
    for (const tab of world.tabs) tab.page.tell("online");
    await emitted(world, 1);
    expect([first.links.at(-1), second.links.at(-1)]).toEqual(["live", "live"]);
    expect(allSaw(world)).toBe(true);
    world.isLoggedOut = true;
    world.endQueue();
    await world.clock.pass(90_000);
    expect([first.links.at(-1), second.links.at(-1)]).toEqual(["logged-out", "logged-out"]);
  });

  test("start at once in a tab with a new login, without a report of the ended session", async () => {
    const world = new World(seeded(11));
    const first = world.open();
    await emitted(world, 3);
    world.isLoggedOut = true;
    await emitted(world, 1);
    expect(first.links.at(-1)).toBe("logged-out");
    world.isLoggedOut = false;
    world.isQuiet = true;
    world.log.clear();
    const second = world.open();
    await world.clock.pass(2_000);
    expect(second.links).not.toContain("logged-out");
    expect([first.links.at(-1), allSaw(world)]).toEqual(["live", true]);
    // Once more without an ended session, because the log still belongs to the former one.
    world.log.clear();
    world.open();
    await world.clock.pass(2_000);
    expect([allSaw(world), faults(world)]).toEqual([true, []]);
  });

  test("report the logged-out state to a tab opened after the logout", async () => {
    const world = new World(seeded(12));
    world.open();
    await emitted(world, 3);
    world.isLoggedOut = true;
    await emitted(world, 1);
    const second = world.open();
    await world.clock.pass(2_000);
    expect(second.links.at(-1)).toBe("logged-out");
  });

  test.for(Array.from({ length: 60 }, (_, seed) => seed))(
    "survive closed, frozen and new tabs, failing requests, and late or repeated messages (%i)",
    async (seed) => {
      const random = seeded(seed + 100);
      const world = new World(random);
      world.trouble = [0.02, 0.1, 0.3][seed % 3] ?? 0;
      for (let i = 0; i < 3; i++) world.open();
      for (let step = 0; step < 150; step++) {
        const tab = world.tabs[Math.floor(random() * world.tabs.length)];
        const what = random();
        if (what < 0.6) for (let i = random() * 5; i > 0; i--) world.emit();
        else if (what < 0.66) tab?.close();
        else if (what < 0.74 && world.tabs.length < 6) world.open();
        else if (what < 0.8) tab?.freeze(random() < 0.5);
        else if (what < 0.9 && tab?.clock.isStopped) tab.thaw();
        else if (what < 0.91) world.endQueue();
        else if (what < 0.93) world.isOffline = !world.isOffline;
        else if (what < 0.95) world.log.trim();
        else if (what < 0.97) world.clock.jump((random() - 0.5) * 7_200_000);
        await world.clock.pass(random() * (random() < 0.1 ? 100_000 : 400));
      }
      world.trouble = 0;
      world.isOffline = false;
      if (world.tabs.length === 0) world.open();
      for (const tab of world.tabs) if (tab.clock.isStopped) tab.thaw();
      // Nothing else reveals the missed events.
      world.isQuiet = true;
      for (const tab of world.tabs) tab.page.tell("online");
      await world.clock.pass(60_000);
      expect(faults(world)).toEqual([]);
      expect(world.tabs.map((tab) => tab.seen.length)).toEqual(world.tabs.map(() => world.emitted.length));
    },
  );
});
