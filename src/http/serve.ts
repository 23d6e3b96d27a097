import { type Config, readConfig } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { subdomainOf } from "../config/host.ts";
import { BulkSchema } from "../database/bulk-schema.ts";
import { faultyEnv } from "../database/faults.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { type Found, type Match, Router } from "../endpoints/endpoint-table.ts";
import type { Page } from "../endpoints/page.ts";
import type { Feature } from "../feature.ts";
import { Log } from "../logging/log.ts";
import { requestIdOf } from "../logging/request-id.ts";
import { logRequest, type RequestTrail } from "../logging/request-lines.ts";
import {
  addCors,
  addLimitHeaders,
  failure,
  methodNotAllowed,
  notFoundFailure,
  preflight,
} from "../protocol/envelope.ts";
import { ApiError, nonexistentSubdomain } from "../protocol/errors.ts";
import { limits } from "../protocol/limit-table.ts";
import { failureOf } from "../rpc/failure-of.ts";
import { machineClock } from "../util/clock.ts";
import type { ApiRequest } from "./api-request.ts";
import { compress } from "./compress.ts";
import { forPeople } from "./failure-page.ts";
import { countAtFront } from "./front-limits.ts";
import { checkNearby } from "./nearby.ts";
import { factsOf, hostOf } from "./read-facts.ts";
import { readKey } from "./read-key.ts";
import { tooLarge } from "./request-body.ts";
import { beginFields, type Fields, formLimit, streamedFields } from "./request-values.ts";
import { askAdmission, serveEndpoint } from "./serve-endpoint.ts";
import { isForeign, readSession } from "./session.ts";

/** The API below /api/v1 is for keys, the same below /json for the sessions of browsers (conventions.md 1). */
const API = /^\/+(?:api\/+v1|(json))(?=\/|$)/;
const MIB = 1_048_576;
const OVERRIDES = new Set(["PATCH", "PUT", "DELETE"]);

/** The Worker's whole work for a list of features: from a request to its answer. */
export function server(features: readonly Feature[]) {
  const endpoints = new Router<Endpoint>();
  /** Those too that only pages call. */
  const everything = new Router<Endpoint>();
  const pages = new Router<Page>();
  for (const { endpoints: some = [], pages: more = [] } of features) {
    for (const endpoint of some) {
      for (const route of [endpoint.route, ...endpoint.aliases]) {
        everything.add(route, endpoint);
        if (!endpoint.internal) endpoints.add(route, endpoint);
      }
    }
    for (const page of more) pages.add(page.route, page);
  }

  const bulkSchema = new BulkSchema();

  return async function serve(request: Request, bindings: Env, context: ExecutionContext): Promise<Response> {
    const started = machineClock.milliseconds();
    const url = new URL(request.url);
    const config = readConfig(bindings);
    const env = faultyEnv(bindings, config);
    const trail: RequestTrail = { request: requestIdOf(request), method: request.method, route: "none" };
    const log = new Log(trail);
    let response: Response;
    context.waitUntil(bulkSchema.look(bindings.DB, started));
    try {
      bulkSchema.check();
      response = await answer(request, url, env, config, trail, log);
    } catch (error) {
      response = failure(failureOf(error, log));
    }
    if (response.webSocket === null) {
      guard(response, request, url, isCrossOrigin(request.method, url, config));
      response.headers.set("X-Request-Id", trail.request);
      compress(response, request, config);
    }
    logRequest(trail, { status: response.status, ms: machineClock.milliseconds() - started }, config, context);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };

  /** Whether programs of other sites may read an answer: they bring the API key themselves. */
  function isCrossOrigin(method: string, { pathname }: URL, config: Config): boolean {
    const [api = "", inBrowser] = API.exec(pathname) ?? [];
    if (inBrowser !== undefined) return false;
    const match = api === "" ? pages.find(method, pathname) : endpoints.find(method, pathname.slice(api.length));
    if (match === undefined || "allowed" in match) return api !== "";
    return "kind" in match.found ? match.found.nearby?.(config) !== true : match.found.crossOrigin === true;
  }

  async function answer(
    request: Request,
    url: URL,
    env: Env,
    config: Config,
    trail: RequestTrail,
    log: Log,
  ): Promise<Response> {
    const api = API.exec(url.pathname);
    if (api === null) return servePage(request, url, env, config, trail, log);

    const path = url.pathname.slice(api[0].length);
    const direct = endpoints.find(request.method, path);
    if (direct === undefined) return notFoundFailure();
    const refusal = refusalOf(direct, request.method);
    if (refusal !== undefined) return refusal;
    const asking = { request, url, inBrowser: api[1] !== undefined, env, config, trail, log };
    if ("found" in direct && direct.found.streams) {
      const fields = streamedFields(request, url, config.maxUploadMib * MIB + limits.request.upload_form_bytes);
      return serveEndpoint(asked(direct, fields, asking));
    }

    const { fields, rest } = await beginFields(request, url);
    const override = request.method === "POST" ? (fields.text.get("method") ?? "").toUpperCase() : "";
    const match = OVERRIDES.has(override) ? endpoints.find(override, path) : direct;
    if (match === undefined) return notFoundFailure();
    if ("allowed" in match) return methodNotAllowed(match.allowed);
    const early = asked(match, fields, asking);
    if (rest === null) return serveEndpoint(early);
    // A stated length that is too large needs no answer of the realm.
    const most = formLimit(match.found);
    if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge();
    const admission = await askAdmission(early);
    if (admission instanceof Response) return admission;
    try {
      return await serveEndpoint({ ...asked(match, await rest(most), asking), admission });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const response = failure(error.toShape());
      addLimitHeaders(response, admission.limit);
      return response;
    }
  }

  async function servePage(
    request: Request,
    url: URL,
    env: Env,
    config: Config,
    trail: RequestTrail,
    log: Log,
  ): Promise<Response> {
    const match = pages.find(request.method, url.pathname);
    if (match === undefined) return forPeople(request, notFoundFailure());
    if ("allowed" in match)
      return request.method === "OPTIONS"
        ? preflight(match.allowed)
        : forPeople(request, methodNotAllowed(match.allowed));
    const { found, variables } = match;
    trail.route = found.route;
    const subdomain = subdomainOf(hostOf(request, url), config);
    const facts = factsOf(request, url, { id: trail.request, subdomain, client: undefined }, config);
    const call = async (route: string, fields: Record<string, string> = {}) => {
      const match = everything.find(...(route.split(" ", 2) as [string, string]));
      if (match === undefined || "allowed" in match) return notFoundFailure();
      const text = new Map([...Object.entries(fields), ...Object.entries(match.variables)]);
      const authorization = request.headers.get("authorization");
      const credentials = () =>
        authorization === null
          ? readSession(request, facts.origin, fields.csrfmiddlewaretoken)
          : readKey(authorization);
      try {
        if (subdomain === undefined) throw nonexistentSubdomain();
        checkNearby(match.found, request, hostOf(request, url), config);
        trail.subdomain = subdomain;
        const asked: Fields = { text, files: [], parts: null };
        return await serveEndpoint({
          endpoint: match.found,
          fields: asked,
          credentials,
          facts,
          subdomain,
          env,
          config,
          trail,
          log,
        });
      } catch (error) {
        return failure(failureOf(error, log));
      }
    };
    const ask = async (route: string, fields?: Record<string, string>) => {
      const response = await call(route, fields);
      return response.ok ? await response.json<Record<string, unknown>>() : undefined;
    };
    const respond = async () => {
      if (found.limited !== false) countAtFront("page", facts, config);
      return found.respond({ request, url, variables, facts, config, env, call, ask });
    };
    return forPeople(request, await respond().catch((error: unknown) => failure(failureOf(error, log))));
  }
}

/** What a path without an endpoint for the method answers, where no form can name another method either. */
function refusalOf(match: Match<Endpoint>, method: string): Response | undefined {
  if (!("allowed" in match)) return undefined;
  if (method === "OPTIONS") return preflight(match.allowed);
  const overridable = method === "POST" && match.allowed.some((allowed) => OVERRIDES.has(allowed));
  return overridable ? undefined : methodNotAllowed(match.allowed);
}

/** What is the same for all requests that one request turns out to be while it arrives. */
interface Asking {
  readonly request: Request;
  readonly url: URL;
  readonly inBrowser: boolean;
  readonly env: Env;
  readonly config: Config;
  readonly trail: RequestTrail;
  readonly log: Log;
}

/** A request for an endpoint, with the fields that have arrived of it. */
function asked(match: Found<Endpoint>, fields: Fields, asking: Asking): ApiRequest {
  const { found: endpoint, variables } = match;
  const { request, url, inBrowser, env, config, trail, log } = asking;
  checkNearby(endpoint, request, hostOf(request, url), config);
  trail.route = endpoint.route;
  if (endpoint.background) trail.background = true;
  const subdomain = subdomainOf(hostOf(request, url), config);
  if (subdomain === undefined) throw nonexistentSubdomain();
  trail.subdomain = subdomain;
  const all: Fields = { ...fields, text: new Map([...fields.text, ...Object.entries(variables)]) };
  const client = all.text.get("client") ?? (inBrowser ? "website" : undefined);
  const facts = factsOf(request, url, { id: trail.request, subdomain, client }, config);
  const credentials = inBrowser
    ? () => readSession(request, facts.origin, all.text.get("csrfmiddlewaretoken"))
    : () => readKey(request.headers.get("authorization"));
  return { endpoint, fields: all, credentials, facts, subdomain, env, config, trail, log };
}

/** What browsers may do with an answer: nothing of a session is for other sites, which cannot log anybody in either. */
function guard(response: Response, request: Request, url: URL, crossOrigin: boolean): void {
  const [api, inBrowser] = API.exec(url.pathname) ?? [];
  if (crossOrigin) addCors(response);
  // A browser that a page refuses with "Basic" would ask its user for a password in a window of its own.
  const scheme = api !== undefined && inBrowser === undefined ? "Basic" : "Session";
  if (response.status === 401) response.headers.set("WWW-Authenticate", `${scheme} realm="zulip"`);
  if (isForeign(request, hostOf(request, url))) response.headers.delete("set-cookie");
}
