import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Log } from "../logging/log.ts";
import type { RequestTrail } from "../logging/request-lines.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { LimitState } from "../util/rate-limiter.ts";
import type { Fields } from "./request-values.ts";

/** A request for an endpoint, before its parameters are read. */
export interface ApiRequest {
  readonly endpoint: Endpoint;
  readonly fields: Fields;
  readonly credentials: () => Credentials | null;
  readonly facts: RequestFacts;
  readonly subdomain: string;
  readonly env: Env;
  readonly config: Config;
  /** What is known of the request, for its lines in the log: it learns who asks, and of which organization. */
  readonly trail: RequestTrail;
  readonly log: Log;
  /** Where the realm has admitted the caller already, before all of the request had arrived. */
  readonly admission?: Admission;
}

/** That a caller may call, and how often yet. */
export interface Admission {
  readonly limit: LimitState | null;
}
