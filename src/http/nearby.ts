import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/host.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { ApiError } from "../protocol/errors.ts";
import { isForeign } from "./session.ts";

const refused = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 403 });

/**
 * What a server that is open for development does for everybody, it does for no page of another site: the browser of
 * whoever runs it would carry that page's requests to it. By a name that is not this machine's own, a page of another
 * site may pass for one of this.
 */
export function checkNearby({ nearby }: Endpoint, request: Request, host: string, config: Config): void {
  if (nearby?.(config) !== true) return;
  if (isForeign(request, host)) throw refused("This server does that for no pages of other sites.");
  if (!config.unsafeExposed && !isLoopback(host)) {
    throw refused("This server does that only where it is asked by a name of its own machine, such as localhost.");
  }
}
