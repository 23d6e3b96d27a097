import type { Env } from "../config/env.ts";

/** With `--expose-gc` (src/cli/workerd/workerd.ts). Cloudflare doesn't have it. */
interface WithCollector {
  readonly gc?: (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;
}

/**
 * Returns unused memory to the system if the server's own process asks for it. V8 would keep the garbage of a busy time,
 * because no task of it runs while a Worker is idle. Takes a tenth of a second.
 */
export function releaseMemory({ headers }: Request, { GATE_MARK }: Env): Response | undefined {
  if (!GATE_MARK || headers.get(GATE_MARK) !== "release-memory") return undefined;
  (globalThis as WithCollector).gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return new Response(null, { status: 204 });
}
