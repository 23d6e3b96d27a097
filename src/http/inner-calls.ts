import type { Endpoint } from "../api/endpoint.ts";
import { EndpointTable } from "../api/endpoint-table.ts";
import type { Feature } from "../feature.ts";
import { failure, notFoundFailure } from "../protocol/envelope.ts";
import { failureOf } from "../rpc/failure-of.ts";
import type { CallEndpoint, CallingRealm, InnerCaller } from "../rpc/inner-caller.ts";
import { serveEndpoint } from "./serve-endpoint.ts";

/** The table is created on the first call, because most organizations never make one. */
function tableOf(features: readonly Feature[]): EndpointTable<Endpoint> {
  const endpoints = new EndpointTable<Endpoint>();
  for (const endpoint of features.flatMap((feature) => feature.endpoints ?? []))
    endpoints.add(endpoint.route, endpoint);
  return endpoints;
}

/** Calls aren't counted against any address, since they don't come from the network. */
const NO_ADDRESS = "program";

/**
 * Serves endpoints to the organization's own jobs, with the same steps as for a request from outside. The object is
 * called through its stub, as by a Worker, so that these calls take their turn among all others. Only the first of a
 * caller's calls counts against the account's rate limit.
 */
export function innerCalls(features: readonly Feature[]) {
  let known: EndpointTable<Endpoint> | undefined;

  return ({ env, config, log, subdomain, url }: CallingRealm) =>
    ({ credentials, client }: InnerCaller): CallEndpoint => {
      const id = crypto.randomUUID();
      const facts = { id, origin: url, address: NO_ADDRESS, userAgent: "", client };
      let isCounted = false;
      return async (route, fields = {}) => {
        const [method = "", path = ""] = route.split(" ", 2);
        known ??= tableOf(features);
        const match = known.find(method, path);
        if (match === undefined || "allowed" in match) return notFoundFailure();
        const { found: endpoint, variables } = match;
        const trail = { request: id, method, route: endpoint.route, subdomain };
        const counted = isCounted ? { admission: { limit: null } } : {};
        isCounted = true;
        const text = new Map([...Object.entries(fields), ...Object.entries(variables)]);
        const sent = { text, files: [], parts: null };
        const context = { config, env, log: log.with(trail), trail };
        try {
          return await serveEndpoint({
            ...{ context, endpoint, facts, subdomain, upgrades: false, ...counted },
            ...{ fields: sent, credentials: () => credentials },
          });
        } catch (error) {
          return failure(failureOf(error, context.log, undefined));
        }
      };
    };
}
