import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Language } from "../protocol/language.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** What is served at the host's root besides the API: an HTML page, a file, `/health`. */
export interface Page {
  readonly route: string;
  readonly respond: (context: PageContext) => Response | Promise<Response>;
  /** Whether pages of other sites may read it (CORS); HTML pages with forms are not for them. */
  readonly crossOrigin?: boolean;
  /** False for no rate limit. */
  readonly limited?: false;
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
  /** The reply of such a call; undefined where it is refused. */
  readonly ask: (route: string, fields?: Record<string, string>) => Promise<Record<string, unknown> | undefined>;
}

type Traits = Omit<Page, "route" | "respond">;

export const page = (route: string, respond: Page["respond"], traits: Traits = {}): Page => ({
  route,
  respond,
  ...traits,
});
