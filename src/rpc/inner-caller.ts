import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Log } from "../logging/log.ts";
import type { RunCredentials } from "./credentials.ts";

/** An organization whose own jobs call endpoints. */
export interface CallingRealm {
  readonly env: Env;
  readonly config: Config;
  readonly log: Log;
  readonly subdomain: string;
  readonly url: string;
}

/** Calls an endpoint. The response is the same as for a request. */
export type CallEndpoint = (route: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;

/** Code within the server that calls endpoints. `client` is the client name shown for it. */
export interface InnerCaller {
  readonly credentials: RunCredentials;
  readonly client: string;
}
