import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { BulkReader } from "../database/bulk-reader.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Log } from "../logging/log.ts";
import { ApiError } from "../protocol/errors.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** The reply to a query that the realm has made itself. */
export class OwnAnswer {
  constructor(readonly reply: unknown) {}
}

/** The values that the step in the realm had, and those that the step in the Worker has besides. */
interface Query {
  readonly inRealm: Record<string, unknown> & { readonly plan: unknown };
  readonly own: BulkReader;
  readonly request: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
}

/**
 * Answers a query from the realm's own rows; undefined where the answer might lack something. The step that runs in the
 * Worker otherwise reads nothing here but these rows, so that nothing comes between what it reads and what the plan says.
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
