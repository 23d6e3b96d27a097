import type { Endpoint } from "../api/endpoint.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { HttpContext } from "./http-context.ts";
import type { Fields } from "./request-values.ts";

/** A request to an endpoint, before its parameters are parsed. */
export interface ApiRequest {
  readonly context: Pick<HttpContext, "config" | "env" | "log" | "trail">;
  readonly endpoint: Endpoint;
  readonly fields: Fields;
  /** Parses the credentials. Throws if they are malformed. */
  readonly credentials: () => Credentials | RunCredentials | null;
  readonly facts: RequestFacts;
  readonly subdomain: string;
  /** True for a request to open a WebSocket. */
  readonly upgrades: boolean;
  /** Cloudflare's code of the continent that the caller is on. */
  readonly continent?: string | undefined;
  /** The realm's admission, if it was requested before. In that case, the request has already been counted. */
  readonly admission?: Admission;
}

/** Permission to make a call, with the number of calls left. */
export interface Admission {
  readonly limit: LimitState | null;
}
