import { expect, test, vi } from "vitest";
import { LiveState } from "../../../src/web/client/live-state.ts";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import { OMAR, sampleState } from "../support/sample-state.ts";

test("LiveState continues after an event that cannot be applied", () => {
  const told: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => told.push(error));
  const live = new LiveState(sampleState());
  const rename = { type: "realm_user", op: "update", person: { user_id: OMAR, full_name: "Omar Khan" } };
  live.applyEvents([{ type: "realm_user", op: "update" }, rename] as unknown as AnyEvent[]);
  vi.unstubAllGlobals();
  expect(live.now.realm_users.find(({ user_id }) => user_id === OMAR)?.full_name).toBe("Omar Khan");
  expect(told).toHaveLength(1);
});
