import type { Env } from "../config/env.ts";

/** The global object with `--expose-gc` (src/cli/workerd/workerd.ts). On Cloudflare, `gc` is undefined. */
interface WithCollector {
  readonly gc?: (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;
}

/**
 * Collects garbage, and returns the memory to the system, if the server's own process requests it. V8 runs none of its
 * own collection tasks while a Worker is idle. Takes a tenth of a second.
 */
export function releaseMemory({ headers }: Request, { GATE_MARK }: Env): Response | undefined {
  if (!GATE_MARK || headers.get(GATE_MARK) !== "release-memory") return undefined;
  (globalThis as WithCollector).gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return new Response(null, { status: 204 });
}
