import { Log } from "../logging/log.ts";
import type { Caller } from "../realm/realm.ts";
import type { RealmCall } from "../rpc/realm-call.ts";
import type { LimitState } from "../util/rate-limiter.ts";

export interface ServedCall {
  /** Facts about the call, for log lines. */
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
  /** Remaining calls of the caller, set once the call is counted. */
  limit: LimitState | null;
}

export function servedCall(
  { facts, subdomain, credentials }: Pick<RealmCall, "facts" | "subdomain" | "credentials">,
  { route, step }: { readonly route: string; readonly step: string },
  realm: number | undefined,
): ServedCall {
  const about = { request: facts.id, subdomain, realm, route, step, user: undefined };
  // A run's credentials are only valid for this call, so they aren't kept.
  const login = credentials?.by === "run" ? null : credentials;
  const caller = { facts, actor: null, credentials: login, isOperator: false };
  return { about, log: new Log(about), caller, limit: null };
}
