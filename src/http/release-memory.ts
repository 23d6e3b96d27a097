import type { Env } from "../config/env.ts";

/**
 * Collects garbage, and returns the memory to the system, if the server's own process requests it. V8 runs none of its
 * own collection tasks while a Worker is idle. Takes a tenth of a second. `gc` exists with `--expose-gc`
 * (src/cli/workerd/workerd.ts), but not on Cloudflare.
 */
export function releaseMemory({ headers }: Request, { GATE_MARK }: Env): Response | undefined {
  if (!GATE_MARK || headers.get(GATE_MARK) !== "release-memory") return undefined;
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return new Response(null, { status: 204 });
}
