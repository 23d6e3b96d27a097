import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ArchiveWriter, tarOf } from "../../src/archive-format/members.ts";
import type { TableName } from "../../src/archive-format/tables.ts";
import { gathered } from "../support/gathered.ts";
import { memorySpool } from "../support/memory-spool.ts";
import { compareTexts } from "../torture/deploy/compare-texts.ts";
import { Violation } from "../torture/frame/part.ts";
import { checkTakeover } from "../torture/frame/servers.ts";
import { readWhole } from "../torture/import/read-whole.ts";
import { checkSame } from "../torture/import/tell.ts";
import { differences } from "../torture/load/clients.ts";
import { Ledger, NONE } from "../torture/load/ledger.ts";
import { isLinearizable, type Operation, shortest } from "../torture/race/linearize.ts";
import { checkGrowth } from "../torture/soak/growth.ts";
import { type Bounds, checkBounds, type Observed } from "../torture/weight/bounds.ts";
import { expectAnswer } from "../torture/weight/extreme.ts";
import { watch } from "../torture/weight/watch.ts";
import { portOf } from "./support/port-of.ts";
import { freshData } from "./support/server.ts";

const FILE = { name: "x", content_type: "text/plain", size: 1, sha256: "0".repeat(64) };

// The checks of `npm run torture` must be able to fail.

type Register = Operation<number>;
const write = (value: number, invoked: number, returned: number): Register => ({
  ...{ label: `write ${value}`, invoked, returned, answer: "", isRead: false },
  step: () => value,
});
const read = (value: number, invoked: number, returned: number): Register => ({
  ...{ label: `read ${value}`, invoked, returned, answer: "", isRead: true },
  step: (state) => (state === value ? state : undefined),
});
/** A compare-and-swap, and whether it succeeded. */
const swap = (from: number, to: number, has: boolean, invoked: number, returned: number): Register => ({
  ...{ label: `swap ${from} for ${to}: ${has}`, invoked, returned, answer: "", isRead: false },
  step: (state) => ((state === from) === has ? (has ? to : state) : undefined),
});

describe("the linearizability search", () => {
  test.each<[string, Register[]]>([
    ["an empty history", []],
    ["sequential operations", [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7)]],
    ["a read that overlaps a write and precedes it", [write(1, 0, 9), read(0, 1, 2)]],
    ["a read that overlaps a write and follows it", [write(1, 0, 9), read(1, 1, 2)]],
    [
      "two concurrent writes, and two readers that agree on the last",
      [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7), read(1, 8, 9)],
    ],
    ["two swaps, one of which succeeds", [swap(0, 1, true, 0, 9), swap(0, 2, false, 0, 9), read(1, 10, 11)]],
    [
      "many concurrent operations",
      Array.from({ length: 12 }, (_, index) => write(index, 0, 10)).concat(read(7, 11, 12)),
    ],
  ])("finds an order for %s", (_, history) => {
    expect(isLinearizable(0, history)).toBe(true);
  });

  test.each<[string, Register[]]>([
    ["a lost write", [write(1, 0, 1), read(0, 2, 3)]],
    ["a read of a value that was never written", [write(1, 0, 1), read(2, 2, 3)]],
    ["a value that reappears", [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7), read(1, 8, 9)]],
    ["two readers that disagree", [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
    [
      "two concurrent writes, and two readers that disagree on the last",
      [write(1, 0, 5), write(2, 0, 5), read(1, 6, 7), read(2, 8, 9)],
    ],
    ["two successful swaps of one value", [swap(0, 1, true, 0, 9), swap(0, 2, true, 0, 9)]],
    ["a swap refused without a reason", [swap(0, 1, false, 0, 1)]],
  ])("finds no order for %s", (_, history) => {
    expect(isLinearizable(0, history)).toBe(false);
  });

  test("reduces an invalid history to the operations that show the error", () => {
    const history = [read(0, 0, 1), write(1, 2, 3), read(1, 4, 5), read(0, 6, 7), read(0, 8, 9)];
    expect(shortest(0, history).map(({ label }) => label)).toEqual(["write 1", "read 0"]);
  });
});

describe("the ledger check", () => {
  const acknowledged = (ledger: Ledger, value: string) => ledger.begin("x", { fact: value }).acknowledge();
  const check = (ledger: Ledger, value: string) => () => ledger.check(new Map(value === NONE ? [] : [["fact", value]]));

  test("fails if an acknowledged write is missing", () => {
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

  test("accepts an unacknowledged write with or without effect", () => {
    const ledger = new Ledger();
    acknowledged(ledger, "a");
    ledger.begin("x", { fact: "b" });
    for (const value of ["a", "b"]) expect(check(ledger, value)).not.toThrow();
    expect(check(ledger, "c")).toThrow(Violation);
  });

  test("accepts either of two concurrent writes as the last", () => {
    const ledger = new Ledger();
    const [one, other] = [ledger.begin("x", { fact: "a" }), ledger.begin("y", { fact: "b" })];
    one.acknowledge();
    other.acknowledge();
    for (const value of ["a", "b"]) expect(check(ledger, value)).not.toThrow();
    expect(check(ledger, NONE)).toThrow(Violation);
  });

  test("fails if a refused write took effect", () => {
    const ledger = new Ledger();
    ledger.begin("x", { fact: "a" }).refuse();
    expect(check(ledger, "a")).toThrow(Violation);
    expect(check(ledger, NONE)).not.toThrow();
  });
});

test("differences finds changes between two states at every depth", () => {
  const state = { list: [{ id: 1, names: ["a"] }], deep: { er: 1 } };
  expect(differences(state, structuredClone(state))).toEqual([]);
  expect(differences(state, { list: [{ id: 1, names: ["b"] }], deep: {} })).toEqual([
    '.list.0.names.0: known "a", registered "b"',
    ".deep.er: known 1, registered undefined",
  ]);
});

test("checkGrowth distinguishes a size that grows every week from one that varies", () => {
  const weeks = Array.from({ length: 16 }, (_, week) => ({ steady: 5 + (week % 3), growing: week * 2 }));
  expect(() => checkGrowth(weeks.map(({ steady }) => ({ steady })))).not.toThrow();
  expect(() => checkGrowth(weeks)).toThrow("more and more room");
});

describe("the check of a start after node was killed", () => {
  test.each<[string, { left: number[]; expected: number[]; now: number[] }]>([
    ["ends the workerd that was left behind", { left: [7], expected: [7], now: [9] }],
    ["has none to end because workerd was killed too", { left: [], expected: [], now: [9] }],
  ])("passes if it %s", (_, { left, expected, now }) => {
    expect(() => checkTakeover(left, expected, now)).not.toThrow();
  });

  test.each<[string, { left: number[]; expected: number[]; now: number[] }]>([
    ["that ended together with its node", { left: [], expected: [7], now: [9] }],
    ["that should have been killed", { left: [7], expected: [], now: [9] }],
    ["that keeps running alone", { left: [7], expected: [7], now: [7] }],
    ["that keeps running next to the new one", { left: [7], expected: [7], now: [7, 9] }],
    ["without a successor", { left: [7], expected: [7], now: [] }],
    ["with two successors", { left: [7], expected: [7], now: [9, 11] }],
  ])("fails for a workerd %s", (_, { left, expected, now }) => {
    expect(() => checkTakeover(left, expected, now)).toThrow(Violation);
  });
});

describe("the archive check", () => {
  const archiveOf = async (rows: Record<string, readonly object[]>) => {
    const writer = new ArchiveWriter(memorySpool);
    for (const [table, list] of Object.entries(rows)) {
      for (const row of list) await writer.row(table as TableName, row as never);
    }
    const facts = { program: "parley", version: "1", exported_at: 1, scope: "whole", secrets: false } as const;
    const file = join(freshData(), "archive.tar");
    writeFileSync(file, await gathered(tarOf(await writer.finish(facts), 0)).then(Buffer.concat));
    return file;
  };
  const ada = { id: 1, delivery_email: "a@example.com", full_name: "Ada", role: 400, is_active: true, date_joined: 1 };
  const note = { id: 5, sender_id: 1, members: [1], content: "x", sent_at: 1 };
  const smile = { message_id: 5, user_id: 1, emoji_name: "x", emoji_code: "1f642", reaction_type: "unicode_emoji" };

  test("passes and names the content if every row exists once", async () => {
    const { tables } = await readWhole(await archiveOf({ users: [ada], messages: [note], reactions: [smile] }));
    expect(tables.messages).toHaveLength(1);
  });

  test.each<[string, Record<string, readonly object[]>, string]>([
    ["a duplicate row", { users: [ada], messages: [note], reactions: [smile, smile] }, "is there twice"],
    ["a missing sender", { users: [], messages: [note] }, "names users 1"],
    ["a missing message", { users: [ada], reactions: [smile] }, "names messages 5"],
    ["a missing file", { files: [{ ...FILE, id: 1, member: "files/x" }] }, "there is no file files/x"],
  ])("fails for %s", async (_, rows, what) => {
    const file = await archiveOf(rows);
    await expect(readWhole(file)).rejects.toMatchObject({
      history: expect.arrayContaining([expect.stringContaining(what)]),
    });
  });

  test("finds a single value that differs from another server", () => {
    const told = { archive: { users: [{ name: "Ada" }] }, seen: {}, stored: { uploads: 2 } };
    expect(() => checkSame("differs", told, structuredClone(told))).not.toThrow();
    expect(() => checkSame("differs", told, { ...told, stored: { uploads: 3 } })).toThrow("differs");
  });
});

describe("the check for too much impact on other users", () => {
  const MB = 2 ** 20;
  const bounds: Bounds = { healthMs: 500, sendMs: 1000, medianMs: 50, growthBytes: 200 * MB, keptBytes: 400 * MB };
  const light = { health: [5, 9], sends: Array.from({ length: 20 }, () => 8), peakBytes: 150 * MB, faults: [] };
  const observed: Observed = { seen: light, quiet: light, baseBytes: 100 * MB, startBytes: 120 * MB };

  test.each<[string, Partial<Observed["seen"]>, string]>([
    ["a server that does not answer for a while", { health: [5, 900] }, "GET /health waits 900 ms"],
    ["a slow message", { sends: [8, 1200] }, "a colleague's message takes 1200 ms"],
    ["slow messages throughout", { sends: light.sends.map(() => 100) }, "half of a colleague's messages"],
    ["memory that grows", { peakBytes: 350 * MB }, "230 MB more than before"],
    ["memory that is not released", { peakBytes: 520 * MB }, "420 MB more than before anything"],
    ["a server error", { faults: ["GET /health answers 503"] }, "answers 503"],
  ])("finds %s", (_, planted, what) => {
    expect(() => checkBounds("a case", observed, bounds)).not.toThrow();
    expect(() => checkBounds("a case", { ...observed, seen: { ...light, ...planted } }, bounds)).toThrow(what);
  });

  test("reports impact seen by the measuring thread", async () => {
    let wait = 0;
    const server = createServer(async (request, response) => {
      await pause(wait);
      if (request.url !== "/health") response.statusCode = 500;
      response.end("{}");
    });
    const url = `http://127.0.0.1:${await portOf(server)}`;
    const colleague = { url, host: "localhost", email: "cole@example.com", key: "key", id: 1 };
    const seenWith = async (ms: number) => {
      wait = ms;
      return watch({ colleague, channel: 1, pid: process.pid })();
    };
    const quick = await seenWith(0);
    expect(quick.peakBytes).toBeGreaterThan(MB);
    expect(quick.faults).toContain("a colleague's message answers 500");
    expect(Math.min(...(await seenWith(600)).health)).toBeGreaterThan(590);
  });

  test("fails for an unexpected status", () => {
    const answer = (status: number, result: string) => {
      return { status, text: JSON.stringify({ result, msg: "", code: "BAD_REQUEST" }), ms: 1 };
    };
    expect(() => expectAnswer("a call", answer(400, "error"), [400])).not.toThrow();
    for (const wrong of [answer(500, "error"), answer(503, "error"), answer(200, "success"), answer(0, "error")]) {
      expect(() => expectAnswer("a call", wrong, [400])).toThrow(Violation);
    }
  });
});

test("compareTexts reports missing, duplicate and unknown texts, but accepts any order", () => {
  expect(() => compareTexts("somebody gets", ["b", "a"], ["a", "b"])).not.toThrow();
  for (const [found, which] of [
    [["a"], "lost: 1, such as b"],
    [["a", "b", "a"], "twice: 1, such as a"],
    [["a", "b", "c"], "others: 1, such as c"],
  ] as const) {
    const wrong = { message: "somebody gets not each message once", history: [which] };
    expect(() => compareTexts("somebody gets", found, ["a", "b"])).toThrow(expect.objectContaining(wrong));
  }
});
