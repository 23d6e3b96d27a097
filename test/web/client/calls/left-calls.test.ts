import { afterEach, expect, test, vi } from "vitest";
import { considerLeft, isElsewhere } from "../../../../src/web/client/calls/left-calls.ts";
import { LiveState } from "../../../../src/web/client/live-state.ts";
import type { Call } from "../../../../src/web/model/state.ts";
import { IRIS, OMAR, sampleState } from "../../support/sample-state.ts";

afterEach(() => void vi.useRealTimers());

test("a call that this tab left is shown as joined elsewhere only after the events about leaving have arrived", () => {
  vi.useFakeTimers();
  const live = new LiveState(sampleState({ user_id: IRIS }));
  const isSeenElsewhere = () => live.now.calls?.some((call) => isElsewhere(live.now, call)) === true;
  const membersBecome = (...member_ids: number[]) =>
    live.applyEvents([{ type: "call", op: "update", call_id: "1", member_ids }]);

  // Left before any event about the call arrived.
  considerLeft(live, "1");
  live.applyEvents([{ type: "call", op: "start", call: { call_id: "1", member_ids: [] } as unknown as Call }]);
  membersBecome(OMAR);
  membersBecome(OMAR, IRIS);
  expect(isSeenElsewhere()).toBe(false);
  membersBecome(OMAR);
  membersBecome(OMAR, IRIS);
  expect(isSeenElsewhere()).toBe(true);

  // Left while the user was known to be in it.
  considerLeft(live, "1");
  expect(isSeenElsewhere()).toBe(false);
  membersBecome(IRIS);
  expect(isSeenElsewhere()).toBe(false);
  membersBecome();
  membersBecome(IRIS);
  expect(isSeenElsewhere()).toBe(true);

  // Joining and leaving were reported together.
  membersBecome();
  considerLeft(live, "1");
  vi.runAllTimers();
  membersBecome(IRIS);
  expect(isSeenElsewhere()).toBe(true);
});
