import { describe, expect, test } from "vitest";
import { NameIndex } from "../../../../src/web/model/search/name-index.ts";
import {
  nearnessOf,
  type PaletteIndex,
  paletteQuery,
  paletteTargets,
  type RankingFactors,
} from "../../../../src/web/model/search/palette.ts";
import {
  type Habits,
  keyOfTarget,
  type PaletteTarget,
  weightAt,
  withUse,
} from "../../../../src/web/model/search/palette-target.ts";

const channels = new Map([
  [1, "general"],
  [2, "design"],
]);
const people = new Map([
  [10, "Ada Lovelace"],
  [11, "Dora Design"],
  [12, "Omar Nowak"],
]);

const indexOf = (targets: readonly PaletteTarget[]) =>
  new NameIndex(targets, (target) => {
    switch (target.kind) {
      case "person":
        return { name: people.get(target.user) ?? "" };
      case "group":
        return { name: target.users.map((id) => people.get(id)).join(", ") };
      case "channel":
        return { name: channels.get(target.channel) ?? "" };
      case "topic":
        return { name: target.topic, more: channels.get(target.channel) ?? "" };
      case "action":
        return { name: target.action };
      case "organization":
        return { name: target.origin };
    }
  });

const index: PaletteIndex = {
  people: indexOf([...people.keys()].map((user) => ({ kind: "person", user }))),
  groups: indexOf([{ kind: "group", users: [10, 12] }]),
  channels: indexOf([...channels.keys()].map((channel) => ({ kind: "channel", channel }))),
  topics: indexOf([
    { kind: "topic", channel: 1, topic: "lunch" },
    { kind: "topic", channel: 2, topic: "logo" },
    { kind: "topic", channel: 1, topic: "logo" },
  ]),
  actions: indexOf([
    { kind: "action", action: "inbox" },
    { kind: "action", action: "settings" },
  ]),
};

const find = (typed: string, near: readonly string[] = []) =>
  paletteTargets(paletteQuery(typed), index, {
    limit: 4,
    nearness: (target) => (near.includes(keyOfTarget(target)) ? 100 : 0),
  }).map(keyOfTarget);

describe("the command palette", () => {
  test.each([
    ["design", ["#2", "@11", "#2>logo"]],
    ["@design", ["@11"]],
    ["#design", ["#2", "#2>logo"]],
    [">design", ["#2>logo"]],
    ["#des>lo", ["#2>logo"]],
    ["logo gen", ["#1>logo"]],
    ["/set", ["/settings"]],
    ["omar ada", ["@10,12"]],
    ["nowhere", []],
  ])("finds %s", (typed, keys) => {
    expect(find(typed)).toEqual(keys);
  });

  test("lists nearby results first, and at most the requested number", () => {
    expect(find("o").length).toBe(4);
    expect(find("logo")).toEqual(["#2>logo", "#1>logo"]);
    expect(find("logo", ["#1>logo"])).toEqual(["#1>logo", "#2>logo"]);
  });
});

const plain: RankingFactors = {
  ...{ habit: 0, unread: 0, recency: undefined },
  ...{ isMuted: false, isFaraway: false, isAction: false },
};

test.each<[string, Partial<RankingFactors>, Partial<RankingFactors>]>([
  ["a place visited often is nearer than one visited once", { habit: 4 }, { habit: 1 }],
  ["a visited place is nearer than a new one", { habit: 1 }, { recency: 0 }],
  ["a place with a new message is nearer than one with an old message", { recency: 2 }, { recency: 200 }],
  ["an unread place is nearer than a read one", { unread: 3 }, {}],
  ["a muted place is further away even with unread messages", {}, { isMuted: true, unread: 5 }],
  ["an action is further away than a place", {}, { isAction: true }],
  ["a place without the user is further away", {}, { isFaraway: true }],
])("nearnessOf: %s", (_, near, far) => {
  expect(nearnessOf({ ...plain, ...near })).toBeGreaterThan(nearnessOf({ ...plain, ...far }));
});

describe("palette habits", () => {
  const day = 24 * 3_600_000;

  test("gain one per use, and lose half after each week", () => {
    let habits: Habits = withUse(new Map(), "a", 0);
    habits = withUse(habits, "a", 7 * day);
    const habit = habits.get("a") ?? { at: 0, weight: 0 };
    expect(habit).toEqual({ at: 7 * day, weight: 1.5 });
    expect(weightAt(habit, 14 * day)).toBe(0.75);
  });

  test("keep the order of use, and drop the oldest", () => {
    let habits: Habits = new Map();
    for (let n = 0; n < 310; n += 1) habits = withUse(habits, `place ${n}`, n);
    habits = withUse(habits, "place 20", 400);
    expect(habits.size).toBe(300);
    expect([...habits.keys()].at(-1)).toBe("place 20");
    expect([...habits.keys()][0]).toBe("place 10");
  });
});
