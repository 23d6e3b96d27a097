import type { Config } from "../config/config.ts";
import { originFor } from "../config/host.ts";
import { clientName } from "../protocol/client-name.ts";
import { limits } from "../protocol/limit-table.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { addressOf } from "./caller-address.ts";

export const hostOf = (request: Request, url: URL) => request.headers.get("host") ?? url.host;

interface Named extends Pick<RequestFacts, "id"> {
  readonly subdomain: string | undefined;
  /** What the request says of itself in a parameter. */
  readonly client: string | undefined;
}

/** What is known of a request before it is read. */
export function factsOf(request: Request, url: URL, { id, subdomain, client }: Named, config: Config): RequestFacts {
  const { headers } = request;
  // It goes along with every call to the realm; some write all that they are into it.
  const userAgent = (headers.get("user-agent") ?? "").slice(0, limits.request.user_agent_characters);
  return {
    id,
    origin: originFor(subdomain ?? "", { host: hostOf(request, url), protocol: url.protocol }, config),
    address: addressOf(headers, config),
    userAgent,
    client: clientName(client, userAgent),
  };
}
