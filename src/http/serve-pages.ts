import type { Endpoint } from "../api/endpoint.ts";
import type { EndpointTable } from "../api/endpoint-table.ts";
import type { Page, PageContext } from "../api/page.ts";
import { withFailurePage } from "../html-pages/failure-page.ts";
import { wantedLanguage } from "../html-pages/wanted-language.ts";
import { failure, methodNotAllowed, notFoundFailure, preflight } from "../protocol/envelope.ts";
import { nonexistentSubdomain } from "../protocol/errors.ts";
import { failureOf } from "../rpc/failure-of.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Admission } from "./api-request.ts";
import { checkMachine } from "./check-machine.ts";
import { factsOf, type HttpContext } from "./http-context.ts";
import { readKey } from "./read-key.ts";
import { countAtFront, serveEndpoint } from "./serve-endpoint.ts";
import { originDoubt, readSession } from "./session.ts";

/** Serves pages and files at the host's root, next to the API. They call the API's endpoints. */
export function servePages(pages: EndpointTable<Page>, endpoints: EndpointTable<Endpoint>) {
  return async (context: HttpContext): Promise<Response> => {
    const { request, method, log } = context;
    const match = pages.find(method, context.path);
    if (match === undefined) return withFailurePage(request, notFoundFailure());
    if ("allowed" in match) {
      return method === "OPTIONS"
        ? preflight(match.allowed)
        : withFailurePage(request, methodNotAllowed(match.allowed));
    }
    const { found: page, variables } = match;
    context.isCrossOrigin = page.crossOrigin === true;
    context.trail.route = page.route;
    try {
      return await withFailurePage(request, await respond(page, pageContext(context, { page, variables, endpoints })));
    } catch (error) {
      return withFailurePage(request, failure(failureOf(error, log, context.loggedAddress)));
    }
  };
}

function respond(page: Page, context: PageContext): Response | Promise<Response> {
  if (page.limited !== false) countAtFront("page", context.facts, context.config);
  return page.respond(context);
}

const isUnlimited = (endpoints: EndpointTable<Endpoint>, route: string): boolean => {
  const [method = "", path = ""] = route.split(" ", 2);
  const match = endpoints.find(method, path);
  return match !== undefined && "found" in match && match.found.limited === false;
};

interface PageRequest {
  readonly page: Page;
  readonly variables: PageContext["variables"];
  readonly endpoints: EndpointTable<Endpoint>;
}

function pageContext(context: HttpContext, { page, variables, endpoints }: PageRequest): PageContext {
  const { request, location: url, subdomain, config, env, log } = context;
  const facts = factsOf(context, undefined);
  let isCounted = false;
  const call = async (route: string, fields: Record<string, string> = {}) => {
    const admission = isCounted ? { admission: { limit: null } } : {};
    if (page.countsOnce === true && !isUnlimited(endpoints, route)) isCounted = true;
    try {
      return await callEndpoint(context, { page, endpoints, route, fields, facts, subdomain, ...admission });
    } catch (error) {
      return failure(failureOf(error, log, context.loggedAddress));
    }
  };
  const ask = async (route: string, fields?: Record<string, string>) => {
    const response = await call(route, fields);
    return response.ok ? await response.json<Record<string, unknown>>() : undefined;
  };
  const outlives = (work: Promise<unknown>) => context.execution.waitUntil(work);
  return { request, url, variables, facts, language: wantedLanguage(request), config, env, log, call, outlives, ask };
}

interface Call {
  readonly page: Page;
  readonly endpoints: EndpointTable<Endpoint>;
  readonly route: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly facts: RequestFacts;
  readonly subdomain: string | undefined;
  readonly admission?: Admission;
}

async function callEndpoint(context: HttpContext, asked: Call) {
  const { page, endpoints, route, fields, facts, subdomain, admission } = asked;
  const [method = "", path = ""] = route.split(" ", 2);
  const match = endpoints.find(method, path);
  if (match === undefined || "allowed" in match) return notFoundFailure();
  if (subdomain === undefined) throw nonexistentSubdomain();
  const { found: endpoint, variables } = match;
  checkMachine(endpoint, context);
  context.trail.subdomain = subdomain;
  const { request } = context;
  const authorization = request.headers.get("authorization");
  const credentials = () => {
    // Operators send the same header in a different format than accounts do.
    if (endpoint.by === "anyone") return null;
    if (page.credentials !== undefined) return page.credentials(request);
    if (authorization !== null) return readKey(authorization);
    const session = readSession(request, facts.origin, fields["csrfmiddlewaretoken"], context.config);
    if (page.byOrigin !== true || session === null || session.doubt === null) return session;
    return { ...session, doubt: originDoubt(request, facts.origin, context.config) };
  };
  const text = new Map([...Object.entries(fields), ...Object.entries(variables)]);
  const sent = { text, files: [], parts: null };
  const counted = admission && { admission };
  return serveEndpoint({ context, endpoint, fields: sent, credentials, facts, subdomain, upgrades: false, ...counted });
}
