import { describe, expect, test } from "vitest";
import type { ChannelMessage, Message } from "../../../src/web/model/message.ts";
import { feedRows, type Row } from "../../../src/web/views/feed/rows.ts";
import { grown, MAX_ROWS, rangeAround, sameRange } from "../../../src/web/views/feed/shown-range.ts";
import { message as sample } from "../support/sample-state.ts";

const ME = 7;
const BOT = 9;
const NOON = new Date(2026, 10, 21, 12).getTime() / 1000;

const message = (id: number, fields: Partial<ChannelMessage> = {}) =>
  sample(id, { sender_id: 8, timestamp: NOON + id, ...fields });

const rows = (messages: readonly Message[], more: Partial<Parameters<typeof feedRows>[0]> = {}) =>
  feedRows({
    messages,
    pending: [],
    firstNew: undefined,
    me: ME,
    notifier: BOT,
    isMixed: false,
    serverTime: (time) => time,
    ...more,
  });

/**
 * D: a day starts; M: moved messages start; N: the line above new messages; O: another conversation; H: the sender is
 * named.
 */
const marks = (of: readonly Row[]) =>
  of.map(({ day, isFirstNew, isOther, movedAt, hasHeader }) =>
    [day !== undefined && "D", movedAt !== undefined && "M", isFirstNew && "N", isOther && "O", hasHeader && "H"]
      .filter(Boolean)
      .join(""),
  );

describe("feed rows", () => {
  test("name a sender again after a pause, and after another sender", () => {
    const messages = [message(1), message(2), message(3, { sender_id: ME }), message(4), message(605)];
    expect(marks(rows(messages))).toEqual(["DH", "", "H", "H", "H"]);
  });

  test("name the sender of a /me message, and of the message after it", () => {
    expect(marks(rows([message(1), message(2, { is_me_message: true }), message(3)]))).toEqual(["DH", "H", "H"]);
  });

  test("have a line for each day, and one before new messages", () => {
    const messages = [message(1), message(2), message(3, { timestamp: NOON + 86_400 })];
    expect(marks(rows(messages, { firstNew: 2 }))).toEqual(["DH", "NH", "DH"]);
  });

  test("keep the line before new messages if the first new one is deleted, unless new messages start outside the feed", () => {
    const messages = [message(1), message(3), message(4)];
    expect(marks(rows(messages, { firstNew: 2 }))).toEqual(["DH", "NH", ""]);
    expect(marks(rows(messages.slice(1), { firstNew: 2 }))).toEqual(["DH", ""]);
    expect(marks(rows(messages, { firstNew: 5 }))).toEqual(["DH", "", ""]);
  });

  test("have one line for messages that were moved together, unless a notification reports the move", () => {
    const last_moved_timestamp = NOON + 100;
    const messages = [1, 2, 3].map((id) => message(id, { last_moved_timestamp }));
    expect(marks(rows([...messages, message(4)]))).toEqual(["DMH", "", "", ""]);
    expect(marks(rows(messages, { isMixed: true }))).toEqual(["DOH", "", ""]);
    const notice = message(101, { sender_id: BOT, timestamp: NOON + 101 });
    expect(marks(rows([...messages, notice]))).toEqual(["DH", "", "", "H"]);
  });

  test("contain a sent message only once if it has already arrived", () => {
    const one = {
      to: { kind: "topic", channel: 1, topic: "a" },
      content: "x",
      writtenAt: 1,
      status: "sending",
    } as const;
    const pending = [
      { ...one, localId: "a", id: 2 },
      { ...one, localId: "b", id: 3 },
      { ...one, localId: "c" },
    ];
    expect(rows([message(1), message(2)], { pending }).map(({ key }) => key)).toEqual(["1", "2", "b", "c"]);
  });

  test("name the conversations of a feed with several, regardless of the topic's case", () => {
    const messages = [message(1, { subject: "a" }), message(2, { subject: "A" }), message(3, { subject: "b" })];
    expect(marks(rows(messages, { isMixed: true }))).toEqual(["DOH", "", "OH"]);
  });

  test("end with messages that are not sent yet", () => {
    const pending = {
      localId: "5",
      to: { kind: "topic", channel: 1, topic: "a" },
      content: "x",
      writtenAt: (NOON + 3) * 1000,
      status: "sending",
    } as const;
    for (const secondsAhead of [0, 86_400, -86_400]) {
      const written = { ...pending, writtenAt: pending.writtenAt + secondsAhead * 1000 };
      const found = rows([message(1, { sender_id: ME })], {
        pending: [written],
        serverTime: (time) => time - secondsAhead,
      });
      expect([marks(found), found[1]?.key]).toEqual([["DH", ""], "5"]);
    }
  });
});

describe("rendered rows", () => {
  const many = (from: number, to: number) =>
    rows(Array.from({ length: to - from }, (_, index) => message(from + index)));

  test("are initially a few around a position", () => {
    const none = { from: 0, to: 0 };
    expect(rangeAround(100, 200, none)).toEqual({ from: 88, to: 112 });
    expect(rangeAround(0, 200, none)).toEqual({ from: 0, to: 24 });
    expect(rangeAround(200, 200, none)).toEqual({ from: 176, to: 200 });
    expect(rangeAround(3, 10, none)).toEqual({ from: 0, to: 10 });
  });

  test("stay the same around a position that has enough rows around it", () => {
    const drawn = { from: 60, to: 120 };
    expect(rangeAround(100, 200, drawn)).toBe(drawn);
    expect(rangeAround(110, 200, drawn)).toEqual({ from: 98, to: 122 });
    expect(rangeAround(120, 120, drawn)).toBe(drawn);
  });

  test("grow on the side that the user approaches, and shrink on the other if there are too many", () => {
    expect(grown({ from: 100, to: 200 }, "older", { count: 1000 })).toEqual({ from: 80, to: 200 });
    expect(grown({ from: 100, to: 400 }, "older", { count: 1000 })).toEqual({ from: 80, to: 80 + MAX_ROWS });
    expect(grown({ from: 100, to: 400 }, "newer", { count: 420 })).toEqual({ from: 120, to: 420 });
    expect(grown({ from: 100, to: 200 }, "newer", { count: 1000 })).toEqual({ from: 100, to: 220 });
  });

  test("are kept while they have the focus or selected text", () => {
    expect(grown({ from: 100, to: 400 }, "older", { count: 1000, held: { from: 390, to: 391 } }).to).toBe(391);
    expect(grown({ from: 100, to: 400 }, "newer", { count: 1000, held: { from: 110, to: 111 } }).from).toBe(110);
  });

  test("stay the same after rows before them are added or removed", () => {
    const before = many(100, 200);
    const change = { before, after: many(50, 200), isAtEnd: false };
    expect(sameRange({ from: 10, to: 60 }, change)).toEqual({ from: 60, to: 110 });
    const without = before.filter((_, index) => index !== 10 && index !== 30);
    expect(sameRange({ from: 10, to: 60 }, { ...change, after: without })).toEqual({ from: 10, to: 58 });
    expect(sameRange({ from: 10, to: 60 }, { ...change, after: many(500, 520) })).toEqual({ from: 0, to: 0 });
  });

  test("follow new messages if they included the last row, and drop the oldest", () => {
    const before = many(0, 300);
    const after = many(0, 320);
    expect(sameRange({ from: 250, to: 300 }, { before, after, isAtEnd: true })).toEqual({ from: 250, to: 320 });
    expect(sameRange({ from: 250, to: 299 }, { before, after, isAtEnd: true })).toEqual({ from: 250, to: 299 });
    expect(sameRange({ from: 0, to: 300 }, { before, after, isAtEnd: true })).toEqual({ from: 20, to: 320 });
    expect(sameRange({ from: 0, to: 300 }, { before, after, isAtEnd: false })).toEqual({ from: 0, to: 300 });
  });
});
