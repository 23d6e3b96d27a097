import * as v from "valibot";
import type { Env } from "../../env.ts";

/** As many as the store removes at once. */
const AT_ONCE = 1000;
const payloadSchema = v.object({ keys: v.array(v.string()) });

export async function discardExport({ env }: { env: Env }, payload: unknown): Promise<void> {
  const { keys } = v.parse(payloadSchema, payload);
  for (let from = 0; from < keys.length; from += AT_ONCE) await env.UPLOADS.delete(keys.slice(from, from + AT_ONCE));
}
