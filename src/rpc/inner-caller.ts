import type { RunCredentials } from "./credentials.ts";

/** Calls an endpoint. The response is the same as for a request. */
export type CallEndpoint = (route: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;

/** Code within the server that calls endpoints. `client` is the client name shown for it. */
export interface InnerCaller {
  readonly credentials: RunCredentials;
  readonly client: string;
}
