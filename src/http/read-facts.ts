import { originFor } from "../config/host.ts";
import { browserMark } from "../pages/cookies.ts";
import { clientName } from "../protocol/client-name.ts";
import { limits } from "../protocol/limit-table.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { addressOf, ipOf } from "./caller-address.ts";
import type { HttpContext } from "./http-context.ts";

/** That of an IPv6 address with an IPv4 one in it and the name of an interface. */
const MAX_ADDRESS_LENGTH = 64;

interface RequestHints {
  readonly subdomain: string | undefined;
  /** The name that the request gives its client in a parameter. */
  readonly client: string | undefined;
}

/** The facts that are known of a request before its parameters are read. */
export function factsOf(context: HttpContext, { subdomain, client }: RequestHints): RequestFacts {
  const { config, host, location, trail } = context;
  const { headers } = context.request;
  // It goes along with every call to the realm; some write all that they are into it.
  const userAgent = (headers.get("user-agent") ?? "").slice(0, limits.request.user_agent_characters);
  const origin = originFor(subdomain ?? "", { host, protocol: location.protocol }, config);
  const ip = ipOf(headers, config);
  const browser = browserMark(headers.get("cookie"), origin);
  return {
    id: trail.request,
    origin,
    ...(browser !== undefined && { browser }),
    address: addressOf(headers, config),
    ...(ip !== undefined && { ip: ip.slice(0, MAX_ADDRESS_LENGTH) }),
    userAgent,
    client: clientName(client, userAgent),
  };
}
