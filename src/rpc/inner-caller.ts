import type { RunCredentials } from "./credentials.ts";

/** Calls an endpoint, and answers as a request for it would be answered. */
export type CallEndpoint = (route: string, fields?: Readonly<Record<string, string>>) => Promise<Response>;

/** A caller of endpoints from within the server, with the name of the client that it is shown as. */
export interface InnerCaller {
  readonly credentials: RunCredentials;
  readonly client: string;
}
