import { Log } from "../logging/log.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { LimitState } from "../util/rate-limiter.ts";

/** What is known of a call from the Worker, and what the realm learns while it serves it. */
export interface ServedCall {
  readonly about: {
    readonly request: string;
    readonly subdomain: string;
    realm: number | undefined;
    readonly route: string;
    readonly step: string;
    user: number | undefined;
  };
  /** Its lines say all of that. */
  readonly log: Log;
  limit: LimitState | null;
}

export function servedCall(
  { facts, subdomain }: { readonly facts: Pick<RequestFacts, "id">; readonly subdomain: string },
  { route, step }: { readonly route: string; readonly step: string },
  realm: number | undefined,
): ServedCall {
  const about = { request: facts.id, subdomain, realm, route, step, user: undefined };
  return { about, log: new Log(about), limit: null };
}
