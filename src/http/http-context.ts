import { type Config, readConfig } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { originFor, subdomainOf } from "../config/host.ts";
import { withFaults } from "../database/faults.ts";
import { browserMark } from "../html-pages/cookies.ts";
import { Log } from "../logging/log.ts";
import type { RequestTrail } from "../logging/request-lines.ts";
import { clientName } from "../protocol/client-name.ts";
import { limits } from "../protocol/limit-table.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineClock } from "../util/clock.ts";
import { entryOf } from "../util/collections.ts";
import { callerAddress, ipOf } from "./caller-address.ts";

/**
 * First half of the ids this Worker instance generates. Set on first use, because Workers can't generate random values
 * at startup.
 */
let instance: string | undefined;
let idCount = 0;

/**
 * Returns Cloudflare's own id of a request, so that Cloudflare's log lines and ours can be joined. Elsewhere, generates
 * a UUID-shaped id that ends in a counter, which is faster than generating each id randomly.
 */
function requestIdOf(request: Request): string {
  const ray = request.headers.get("cf-ray");
  if (ray !== null && /^[\w-]{8,40}$/.test(ray)) return ray;
  instance ??= crypto.randomUUID().slice(0, 24);
  idCount += 1;
  return instance + idCount.toString(16).padStart(12, "0");
}

interface Deployment {
  readonly config: Config;
  readonly env: Env;
}

/** Parsed configurations by bindings, which are the same object for all requests of an isolate. */
export const deployments = new WeakMap<Env, Deployment>();

export const deploymentOf = (bindings: Env): Deployment =>
  entryOf(deployments, bindings, () => {
    const config = readConfig(bindings);
    const { loginProvidersProblem: problem } = config;
    if (problem !== null) new Log().warnOnce("login_providers_unreadable", { problem });
    return { config, env: withFaults(bindings, config) };
  });

/** An HTTP request on its way through the router, with facts that handlers add for later handlers. */
export class HttpContext {
  readonly startedAt = machineClock.milliseconds();
  readonly method: string;
  /** Path, normalized because some clients join its parts with two slashes (clients.md 1). */
  readonly path: string;
  readonly location: URL;
  readonly host: string;
  /** Undefined if the host has no organization. */
  readonly subdomain: string | undefined;
  /** URL of the organization that the client should continue with. */
  readonly origin: string;
  readonly config: Config;
  readonly env: Env;
  /** Facts about the request for log lines, added while the request is served. */
  readonly trail: RequestTrail;
  readonly log: Log;
  /** Whether pages of other sites can read the response, because they send an API key or need none. */
  isCrossOrigin = false;
  /** How the request could have been authenticated, for `WWW-Authenticate`. */
  scheme: "Basic" | "Session" = "Session";

  constructor(
    readonly request: Request,
    bindings: Env,
    readonly execution: Pick<ExecutionContext, "waitUntil">,
  ) {
    this.method = request.method;
    this.location = new URL(request.url);
    this.path = this.location.pathname.replace(/\/{2,}/g, "/");
    this.host = request.headers.get("host") ?? this.location.host;
    const { config, env } = deploymentOf(bindings);
    this.config = config;
    this.env = env;
    this.subdomain = subdomainOf(this.host, config);
    this.origin = originFor(this.subdomain ?? "", { host: this.host, protocol: this.location.protocol }, config);
    this.trail = { request: requestIdOf(request), method: request.method, route: "none" };
    this.log = new Log(this.trail);
  }

  /** The caller's address, if the server administrator wants it logged. */
  get loggedAddress(): string | undefined {
    return this.config.logAddresses ? callerAddress(this.request.headers, this.config) : undefined;
  }

  /** URL for the router. Excludes the query, whose fields are parsed elsewhere. */
  get url(): string {
    return this.location.origin + this.path;
  }
}

/** Maximum length of an address: IPv6 with an embedded IPv4 address and an interface name. */
const MAX_ADDRESS_LENGTH = 64;

/** @param client the client's name, as given in the request */
export function factsOf(context: HttpContext, client: string | undefined): RequestFacts {
  const { config, origin, trail } = context;
  const { headers } = context.request;
  // The user agent is sent with every call to the realm, and some clients make it very long.
  const userAgent = (headers.get("user-agent") ?? "").slice(0, limits.request.user_agent_characters);
  const ip = ipOf(headers, config);
  const browser = browserMark(headers.get("cookie"), origin);
  return {
    id: trail.request,
    origin,
    ...(browser !== undefined && { browser }),
    address: callerAddress(headers, config),
    ...(ip !== undefined && { ip: ip.slice(0, MAX_ADDRESS_LENGTH) }),
    userAgent,
    client: clientName(client, userAgent),
  };
}
