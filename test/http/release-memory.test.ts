import { expect, onTestFinished, test, vi } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { releaseMemory } from "../../src/http/release-memory.ts";

test("the Worker runs garbage collection only for a request with the gate's secret header", () => {
  const gc = vi.fn();
  vi.stubGlobal("gc", gc);
  onTestFinished(() => void vi.unstubAllGlobals());
  const ask = (headers: Record<string, string>, mark?: string) =>
    releaseMemory(new Request("http://localhost/", { headers }), { GATE_MARK: mark } as Env)?.status;
  expect(ask({ "x-mark": "1" }, "x-mark")).toBeUndefined();
  expect(ask({ "x-other": "release-memory" }, "x-mark")).toBeUndefined();
  expect(ask({ "x-mark": "release-memory" })).toBeUndefined();
  expect(gc).not.toHaveBeenCalled();
  expect(ask({ "x-mark": "release-memory" }, "x-mark")).toBe(204);
  expect(gc).toHaveBeenCalledOnce();
});
