import { isLoopback } from "../config/loopback.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { ApiError, notFound } from "../protocol/errors.ts";
import type { HttpContext } from "./http-context.ts";
import { isForeign } from "./session.ts";

const refused = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 403 });

/**
 * Refuses endpoints that do not exist on a server of this configuration, or that need TEST_HOOKS where it was started
 * without; and requests for endpoints that are for this machine's own users (`loopbackOnly`) where a page of another site
 * makes them: the browser of whoever runs the server would send them. A host name other than one of this machine's own is
 * refused too, since DNS rebinding makes a page of another site look like one of this site.
 */
export function checkMachine({ loopbackOnly, existsWhere, needsTestHooks }: Endpoint, context: HttpContext): void {
  const { request, host, config } = context;
  if (existsWhere?.(config) === false) throw notFound("Not found");
  if (needsTestHooks && !config.testHooks) throw notFound("Not found");
  if (loopbackOnly?.(config) !== true) return;
  // Pages of other sites do not read the refusal either.
  context.isCrossOrigin = false;
  if (isForeign(request, host)) throw refused("This server does that for no pages of other sites.");
  if (!config.unsafeExposed && !isLoopback(host)) {
    throw refused("This server does that only where it is asked by a name of its own machine, such as localhost.");
  }
}
