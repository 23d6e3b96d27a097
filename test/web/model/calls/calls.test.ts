import { expect, onTestFinished, test, vi } from "vitest";
import { apply } from "../../../../src/web/model/apply.ts";
import { callById, callIn, callsWithin, conversationOfCall } from "../../../../src/web/model/calls/calls.ts";
import { ringingOf, ringsIn } from "../../../../src/web/model/calls/ringing.ts";
import { directKey, topicKey } from "../../../../src/web/model/routes/conversation.ts";
import { followClock } from "../../../../src/web/model/server-time.ts";
import type { Call } from "../../../../src/web/model/state.ts";
import { IRIS, MONA, OMAR, sampleState, subscription } from "../../support/sample-state.ts";

const call = (call_id: string, more: Partial<Call> = {}): Call => ({
  call_id,
  message_id: 5,
  type: "stream",
  stream_id: 10,
  topic: "Talk",
  user_ids: [],
  starter_id: OMAR,
  video: false,
  started_at: 1_700_000_000,
  locked: false,
  encrypted: false,
  room: false,
  ringing_until: null,
  member_ids: [OMAR],
  ...more,
});
const inDirects: Partial<Call> = { type: "direct", stream_id: null, topic: null, user_ids: [IRIS, MONA, OMAR] };

test("a call is found by its conversation until it ends, and moves with its topic", () => {
  const state = sampleState({ user_id: IRIS });
  expect(apply(state, { type: "call", op: "start", call: call("1") })).toEqual(["calls"]);
  apply(state, { type: "call", op: "start", call: call("2", inDirects) });
  expect(callIn(state, topicKey(10, "talk"))?.call_id).toBe("1");
  expect(callIn(state, directKey([OMAR, MONA]))?.call_id).toBe("2");
  expect(callsWithin(state, 10).map(({ call_id }) => call_id)).toEqual(["1"]);
  expect(callsWithin(state, directKey([OMAR, MONA])).map(({ call_id }) => call_id)).toEqual(["2"]);
  expect(callsWithin(state, topicKey(10, "elsewhere"))).toEqual([]);

  apply(state, { type: "call", op: "update", call_id: "1", member_ids: [OMAR, IRIS] });
  expect(callById(state, "1")?.member_ids).toEqual([OMAR, IRIS]);
  const moved = { type: "stream" as const, stream_id: 10, topic: "elsewhere", user_ids: [] };
  apply(state, { type: "call", op: "update", call_id: "1", conversation: moved });
  expect(callIn(state, topicKey(10, "talk"))).toBeUndefined();
  expect(callIn(state, topicKey(10, "elsewhere"))?.member_ids).toEqual([OMAR, IRIS]);

  apply(state, { type: "call", op: "update", call_id: "1", member_ids: [] });
  // It can still be joined, but is no longer announced.
  expect(callIn(state, topicKey(10, "elsewhere"))?.call_id).toBe("1");
  expect(callsWithin(state, 10)).toEqual([]);
  apply(state, { type: "call", op: "update", call_id: "2", member_ids: [] });
  expect(callsWithin(state, directKey([OMAR, MONA]))).toEqual([]);

  const ended = { message_id: 5, ended_at: 1_700_000_060, seconds: 60, user_ids: [OMAR, IRIS] };
  apply(state, { type: "call", op: "end", call_id: "1", ...ended });
  expect(callById(state, "1")).toBeUndefined();
});

test("a call is removed when the user loses access to its channel", () => {
  const closed = subscription(4, "closed", { invite_only: true });
  const state = sampleState({ subscriptions: [subscription(1, "general"), closed] });
  state.calls = [call("1", { stream_id: 1 }), call("4", { stream_id: 4 }), call("2", inDirects)];
  const left = { type: "subscription", op: "remove", subscriptions: [{ stream_id: 1, name: "general" }] } as const;
  expect(apply(state, left)).not.toContain("calls");
  expect(apply(state, { ...left, subscriptions: [{ stream_id: 4, name: "closed" }] })).toContain("calls");
  expect(state.calls.map(({ call_id }) => call_id)).toEqual(["1", "2"]);
  apply(state, { type: "stream", op: "delete", stream_ids: [1], streams: [] });
  expect(state.calls.map(({ call_id }) => call_id)).toEqual(["2"]);
});

test("a call is removed when the user loses its message, such as by a move to a hidden channel", () => {
  const state = sampleState({ user_id: IRIS });
  state.calls = [call("1"), call("2", { ...inDirects, message_id: 6 })];
  const deleted = { type: "delete_message", message_type: "stream", stream_id: 10, topic: "Talk" } as const;
  expect(apply(state, { ...deleted, message_ids: [7] })).not.toContain("calls");
  expect(apply(state, { ...deleted, message_ids: [5, 7] })).toContain("calls");
  expect(state.calls.map(({ call_id }) => call_id)).toEqual(["2"]);
});

test("conversationOfCall returns the other users of a direct call", () => {
  expect(conversationOfCall(call("2", inDirects), IRIS)).toEqual({ kind: "direct", users: [OMAR, MONA].sort() });
});

test("a call rings for the callee until it is answered", () => {
  const state = sampleState({ user_id: IRIS });
  const ring = { call_id: "2", by: OMAR, video: false, expires_at: 1_700_000_030 };
  expect(apply(state, { type: "call", op: "ring", ...ring })).toEqual(["calls"]);
  apply(state, { type: "call", op: "start", call: call("2", { ...inDirects, ringing_until: 1_700_000_030 }) });
  expect([ringsIn(state), ringingOf(state, "2")]).toEqual([[expect.objectContaining(ring)], undefined]);
  apply(state, { type: "call", op: "ring_end", call_id: "2", user_id: IRIS, why: "answered" });
  expect(ringsIn(state)).toEqual([]);
});

test("a call that rang before the page was opened keeps ringing until its end by the server's clock", () => {
  vi.useFakeTimers({ now: 1_700_003_610_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = [call("2", { ...inDirects, ringing_until: 1_700_000_030 })];
  followClock({ seconds_ahead: 3600 });
  onTestFinished(() => followClock({}));
  expect(ringsIn(sampleState({ calls }))).toHaveLength(1);
  followClock({ seconds_ahead: 3500 });
  expect(ringsIn(sampleState({ calls }))).toEqual([]);
});

test("a call that began while this device slept rings, although no event reported it", () => {
  vi.useFakeTimers({ now: 4_000_000_000_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const began = { started_at: 3_999_999_995, ringing_until: 4_000_000_025 };
  const state = sampleState({ user_id: IRIS, calls: [call("2", { ...inDirects, ...began })] });
  expect(ringsIn(state)).toEqual([{ call_id: "2", by: OMAR, video: false, expires_at: 4_000_000_025 }]);
});

test.each(["declined", "missed"] as const)(
  "a caller sees that the call rings, and that the last callee %s it",
  (why) => {
    const state = sampleState({ user_id: OMAR });
    apply(state, { type: "call", op: "start", call: call("2", { ...inDirects, ringing_until: 1_700_000_030 }) });
    apply(state, { type: "call", op: "ring_end", call_id: "2", user_id: MONA, why: "declined" });
    expect([ringsIn(state), ringingOf(state, "2")]).toEqual([[], "ringing"]);
    apply(state, { type: "call", op: "ring_end", call_id: "2", user_id: IRIS, why });
    apply(state, { type: "call", op: "update", call_id: "2", ringing_until: null });
    expect(ringingOf(state, "2")).toBe(why);
  },
);
