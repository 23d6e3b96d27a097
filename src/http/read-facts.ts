import { originFor } from "../config/host.ts";
import { browserMark } from "../html-pages/cookies.ts";
import { clientName } from "../protocol/client-name.ts";
import { limits } from "../protocol/limit-table.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { callerAddress, ipOf } from "./caller-address.ts";
import type { HttpContext } from "./http-context.ts";

/** An IPv6 address with an embedded IPv4 address and an interface name. */
const MAX_ADDRESS_LENGTH = 64;

interface RequestHints {
  readonly subdomain: string | undefined;
  readonly client: string | undefined;
}

export function factsOf(context: HttpContext, { subdomain, client }: RequestHints): RequestFacts {
  const { config, host, location, trail } = context;
  const { headers } = context.request;
  // The user agent is sent with every call to the realm, and some clients make it very long.
  const userAgent = (headers.get("user-agent") ?? "").slice(0, limits.request.user_agent_characters);
  const origin = originFor(subdomain ?? "", { host, protocol: location.protocol }, config);
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
