import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Log } from "../logging/log.ts";
import type { Language } from "../protocol/language.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** A resource at the host's root besides the API: an HTML page, a file, `/health`. */
export interface Page {
  readonly route: string;
  readonly respond: (context: PageContext) => Response | Promise<Response>;
  /** Whether pages of other sites may read it (CORS); HTML pages with forms are not for them. */
  readonly crossOrigin?: boolean;
  /** False for no rate limit. */
  readonly limited?: false;
  /** The purpose of a page below the API, which the OpenAPI document says. */
  readonly described?: string;
  /**
   * Whether a browser with a session proves by its Origin header that a page of this site asks, where it sends no CSRF
   * token: for programs of others that run here and know of none.
   */
  readonly byOrigin?: true;
  /** Whether of the calls that one request of it makes, only the first counts against the caller's rate limit. */
  readonly countsOnce?: true;
  /** Reads the credentials with which it calls endpoints, where they are no API key and no session: then neither counts. */
  readonly credentials?: (request: Request) => Credentials | null;
}

export interface PageContext {
  readonly request: Request;
  readonly url: URL;
  readonly variables: Readonly<Record<string, string>>;
  readonly facts: RequestFacts;
  /** The language that whoever reads the page prefers. */
  readonly language: Language;
  readonly config: Config;
  readonly env: Env;
  /** Calls an endpoint with the credentials of the page's request. */
  readonly call: (route: string, fields?: Record<string, string>) => Promise<Response>;
  /** For what operators should know; errors that are thrown are logged anyway. */
  readonly log: Log;
  /** Lets some work go on to its end, though whoever has asked for the page is gone. */
  readonly outlives: (work: Promise<unknown>) => void;
  /** The reply of such a call; undefined where it is refused. */
  readonly ask: (route: string, fields?: Record<string, string>) => Promise<Record<string, unknown> | undefined>;
}

type Traits = Omit<Page, "route" | "respond">;

export const page = (route: string, respond: Page["respond"], traits: Traits = {}): Page => ({
  route,
  respond,
  ...traits,
});
