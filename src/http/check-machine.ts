import type { Endpoint } from "../api/endpoint.ts";
import { isLoopback } from "../config/loopback.ts";
import { ApiError, notFound } from "../protocol/errors.ts";
import type { HttpContext } from "./http-context.ts";
import { isForeign } from "./session.ts";

const refused = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 403 });

/**
 * Throws for endpoints that don't exist with this server's configuration, or that need TEST_HOOKS if the server runs
 * without it. Endpoints for this machine's own users (`loopbackOnly`) also reject requests from other sites' pages in
 * the administrator's browser. Unless `unsafeExposed` is set, they reject host names other than this machine's own,
 * too: with DNS rebinding, another site's page looks like one of this site.
 */
export function checkMachine({ loopbackOnly, existsWhere, needsTestHooks }: Endpoint, context: HttpContext): void {
  const { request, host, config } = context;
  if (existsWhere?.(config) === false) throw notFound("Not found");
  if (needsTestHooks && !config.testHooks) throw notFound("Not found");
  if (loopbackOnly?.(config) !== true) return;
  // Pages of other sites can't read the error either.
  context.isCrossOrigin = false;
  if (isForeign(request, host)) throw refused("This server does that for no pages of other sites.");
  if (!config.unsafeExposed && !isLoopback(host)) {
    throw refused("This server does that only where it is asked by a name of its own machine, such as localhost.");
  }
}
