import type { Endpoint } from "../api/endpoint.ts";
import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import type { Log } from "../logging/log.ts";
import { ApiError } from "../protocol/errors.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** A query's reply that the realm built instead of the Worker. */
export class OwnAnswer {
  constructor(readonly reply: unknown) {}
}

/**
 * `inRealm` has the values for the endpoint's step in the realm. The step that normally runs in the Worker also gets
 * the other fields.
 */
interface Query {
  readonly inRealm: Record<string, unknown> & { readonly plan: unknown };
  readonly own: BulkReader;
  readonly request: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
}

/**
 * Answers a query from the realm's own rows. Returns undefined if the answer might be incomplete. The step that
 * normally runs in the Worker runs here and reads only these rows, so nothing can change between the plan and its
 * reads.
 */
export async function answerOwn(
  { withoutBulk, shape }: Endpoint,
  { inRealm, own, ...more }: Query,
): Promise<OwnAnswer | undefined> {
  const plan = withoutBulk?.(inRealm);
  if (plan === undefined) return undefined;
  const { params } = inRealm;
  try {
    return new OwnAnswer(await shape?.({ params, ...more, bulk: own, files: [], parts: null, plan }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return undefined;
    throw error;
  }
}
