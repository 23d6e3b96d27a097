import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { HttpContext } from "./http-context.ts";
import type { Fields } from "./request-values.ts";

/** A request for an endpoint, before its parameters are read. */
export interface ApiRequest {
  readonly context: Pick<HttpContext, "config" | "env" | "log" | "trail">;
  readonly endpoint: Endpoint;
  readonly fields: Fields;
  /** Reads who asks; refuses what cannot be read. */
  readonly credentials: () => Credentials | RunCredentials | null;
  readonly facts: RequestFacts;
  readonly subdomain: string;
  /** Whether it asks for a WebSocket. */
  readonly upgrades: boolean;
  /** The continent that it comes from, by Cloudflare's code. */
  readonly continent?: string | undefined;
  /** The realm's admission of the caller, where it was asked before: the request is counted then. */
  readonly admission?: Admission;
}

/** That a caller may call, and how many calls are left. */
export interface Admission {
  readonly limit: LimitState | null;
}
