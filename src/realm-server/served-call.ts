import { Log } from "../logging/log.ts";
import type { Caller } from "../realm/realm.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { LimitState } from "../util/rate-limiter.ts";

/** A call from the Worker while the realm serves it. */
export interface ServedCall {
  /** The facts about the call for the log's lines. */
  readonly about: {
    readonly request: string;
    readonly subdomain: string;
    realm: number | undefined;
    readonly route: string;
    readonly step: string;
    user: number | undefined;
  };
  readonly log: Log;
  readonly caller: Caller;
  /** The number of calls that the caller has left, once the call is counted. */
  limit: LimitState | null;
}

export function servedCall(
  {
    facts,
    subdomain,
    credentials,
  }: {
    readonly facts: RequestFacts;
    readonly subdomain: string;
    readonly credentials: Credentials | RunCredentials | null;
  },
  { route, step }: { readonly route: string; readonly step: string },
  realm: number | undefined,
): ServedCall {
  const about = { request: facts.id, subdomain, realm, route, step, user: undefined };
  // A run's are good for no more than the call.
  const login = credentials?.by === "run" ? null : credentials;
  const caller = { facts, actor: null, credentials: login, isOperator: false };
  return { about, log: new Log(about), caller, limit: null };
}
