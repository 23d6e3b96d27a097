import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";

/** Something at the host's root that is not part of the API: a page, a file, the health answer. */
export interface Page {
  readonly route: string;
  readonly respond: (context: PageContext) => Response | Promise<Response>;
  /** Whether programs of other sites may read it: what is there for people and their forms is not for them. */
  readonly crossOrigin?: boolean;
  /** False for what may be asked as often as anybody likes. */
  readonly limited?: false;
}

export interface PageContext {
  readonly request: Request;
  readonly url: URL;
  readonly variables: Readonly<Record<string, string>>;
  readonly facts: RequestFacts;
  readonly config: Config;
  readonly env: Env;
  /** Calls an endpoint of the API, as the same caller would. */
  readonly call: (route: string, fields?: Record<string, string>) => Promise<Response>;
  /** What such a call answers; undefined where it is refused. */
  readonly ask: (route: string, fields?: Record<string, string>) => Promise<Record<string, unknown> | undefined>;
}

type Traits = Omit<Page, "route" | "respond">;

export const page = (route: string, respond: Page["respond"], traits: Traits = {}): Page => ({
  route,
  respond,
  ...traits,
});
