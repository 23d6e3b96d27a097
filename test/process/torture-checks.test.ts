import { describe, expect, test } from "vitest";
import { Violation } from "../torture/frame/part.ts";
import { Ledger, NONE } from "../torture/load/ledger.ts";
import { differences } from "../torture/load/watcher.ts";
import { isLinearizable, type Operation, shortest } from "../torture/race/linearize.ts";
import { checkGrowth } from "../torture/soak/growth.ts";

// What finds a broken promise must itself be able to fail.

type Register = Operation<number>;
const write = (value: number, invoked: number, returned: number): Register => ({
  ...{ label: `write ${value}`, invoked, returned, answer: "", isRead: false },
  step: () => value,
});
const read = (value: number, invoked: number, returned: number): Register => ({
  ...{ label: `read ${value}`, invoked, returned, answer: "", isRead: true },
  step: (state) => (state === value ? state : undefined),
});
/** Writes if it finds what it expects, and says whether it has. */
const swap = (from: number, to: number, has: boolean, invoked: number, returned: number): Register => ({
  ...{ label: `swap ${from} for ${to}: ${has}`, invoked, returned, answer: "", isRead: false },
  step: (state) => ((state === from) === has ? (has ? to : state) : undefined),
});

describe("the search for an order", () => {
  test.each<[string, Register[]]>([
    ["nothing at all", []],
    ["one after the other", [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7)]],
    ["a read that overlaps a write, before it", [write(1, 0, 9), read(0, 1, 2)]],
    ["a read that overlaps a write, after it", [write(1, 0, 9), read(1, 1, 2)]],
    [
      "two writes at once, and two who agree on the last",
      [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7), read(1, 8, 9)],
    ],
    ["one of two swaps", [swap(0, 1, true, 0, 9), swap(0, 2, false, 0, 9), read(1, 10, 11)]],
    ["many at once", Array.from({ length: 12 }, (_, index) => write(index, 0, 10)).concat(read(7, 11, 12))],
  ])("finds one of %s", (_, history) => {
    expect(isLinearizable(0, history)).toBe(true);
  });

  test.each<[string, Register[]]>([
    ["a write that is lost", [write(1, 0, 1), read(0, 2, 3)]],
    ["a read of what nobody wrote", [write(1, 0, 1), read(2, 2, 3)]],
    ["a value that comes back", [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7), read(1, 8, 9)]],
    ["two who do not agree", [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
    [
      "two writes at once, and two who do not agree on the last",
      [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7), read(2, 8, 9)],
    ],
    ["two swaps of one value", [swap(0, 1, true, 0, 9), swap(0, 2, true, 0, 9)]],
    ["a swap that is refused for nothing", [swap(0, 1, false, 0, 1)]],
  ])("finds none of %s", (_, history) => {
    expect(isLinearizable(0, history)).toBe(false);
  });

  test("leaves out the reads that a wrong history does not need", () => {
    const history = [read(0, 0, 1), write(1, 2, 3), read(1, 4, 5), read(0, 6, 7), read(0, 8, 9)];
    expect(shortest(0, history).map(({ label }) => label)).toEqual(["write 1", "read 0"]);
  });
});

describe("the ledger", () => {
  const acknowledged = (ledger: Ledger, value: string) => ledger.begin("x", { fact: value }).acknowledge();
  const check = (ledger: Ledger, value: string) => () => ledger.check(new Map(value === NONE ? [] : [["fact", value]]));

  test("misses what was acknowledged", () => {
    const ledger = new Ledger();
    acknowledged(ledger, "a");
    expect(check(ledger, "a")).not.toThrow();
    expect(check(ledger, NONE)).toThrow(Violation);
    acknowledged(ledger, "b");
    expect(check(ledger, "a")).toThrow(Violation);
    acknowledged(ledger, NONE);
    expect(check(ledger, "b")).toThrow(Violation);
    expect(check(ledger, NONE)).not.toThrow();
  });

  test("lets what nobody has answered be or not be", () => {
    const ledger = new Ledger();
    acknowledged(ledger, "a");
    ledger.begin("x", { fact: "b" });
    for (const value of ["a", "b"]) expect(check(ledger, value)).not.toThrow();
    expect(check(ledger, "c")).toThrow(Violation);
  });

  test("lets either of two at once be the last", () => {
    const ledger = new Ledger();
    const [one, other] = [ledger.begin("x", { fact: "a" }), ledger.begin("y", { fact: "b" })];
    one.acknowledge();
    other.acknowledge();
    for (const value of ["a", "b"]) expect(check(ledger, value)).not.toThrow();
    expect(check(ledger, NONE)).toThrow(Violation);
  });

  test("does not expect what was refused", () => {
    const ledger = new Ledger();
    ledger.begin("x", { fact: "a" }).refuse();
    expect(check(ledger, "a")).toThrow(Violation);
    expect(check(ledger, NONE)).not.toThrow();
  });
});

test("what a client knows and does not is found wherever it is", () => {
  const state = { list: [{ id: 1, names: ["a"] }], deep: { er: 1 } };
  expect(differences(state, structuredClone(state))).toEqual([]);
  expect(differences(state, { list: [{ id: 1, names: ["b"] }], deep: {} })).toEqual([
    '.list.0.names.0: known "a", told "b"',
    ".deep.er: known 1, told undefined",
  ]);
});

test("what grows with every lap is told from what goes up and down", () => {
  const laps = Array.from({ length: 16 }, (_, lap) => ({ steady: 5 + (lap % 3), growing: lap * 2 }));
  expect(() => checkGrowth(laps.map(({ steady }) => ({ steady })))).not.toThrow();
  expect(() => checkGrowth(laps)).toThrow("more and more room");
});
