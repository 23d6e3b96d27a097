import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Log } from "../logging/log.ts";
import type { Language } from "../protocol/language.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** A resource outside the API: an HTML page, a file, `/health`. */
export interface Page {
  readonly route: string;
  readonly respond: (context: PageContext) => Response | Promise<Response>;
  /** Whether other sites' pages can read it (CORS). Not for HTML pages with forms. */
  readonly crossOrigin?: boolean;
  readonly limited?: false;
  /** Description in the OpenAPI document, for a page under the API. */
  readonly described?: string;
  /**
   * Whether the Origin header can replace the CSRF token of a browser session. For third-party programs hosted here,
   * which don't have the token.
   */
  readonly byOrigin?: true;
  /** Whether only the first endpoint call of a request counts against the caller's rate limit. */
  readonly countsOnce?: true;
  /**
   * Reads credentials from the request, other than an API key or a session. If present, API keys and sessions are
   * ignored.
   */
  readonly credentials?: (request: Request) => Credentials | null;
}

export interface PageContext {
  readonly request: Request;
  readonly url: URL;
  readonly variables: Readonly<Record<string, string>>;
  readonly facts: RequestFacts;
  readonly language: Language;
  readonly config: Config;
  readonly env: Env;
  /** Calls an endpoint with the credentials of the page's request. */
  readonly call: (route: string, fields?: Record<string, string>) => Promise<Response>;
  /** Log for the operators. Thrown errors are logged anyway. */
  readonly log: Log;
  /** Keeps a promise running after the client disconnects (`waitUntil`). */
  readonly outlives: (work: Promise<unknown>) => void;
  /** Calls an endpoint like `call`. Returns its reply, or undefined if the call is refused. */
  readonly ask: (route: string, fields?: Record<string, string>) => Promise<Record<string, unknown> | undefined>;
}

type Traits = Omit<Page, "route" | "respond">;

export const page = (route: string, respond: Page["respond"], traits: Traits = {}): Page => ({
  route,
  respond,
  ...traits,
});
