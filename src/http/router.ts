import { Router } from "itty-router/Router";
import type { Endpoint } from "../api/endpoint.ts";
import { EndpointTable } from "../api/endpoint-table.ts";
import type { Page } from "../api/page.ts";
import type { Env } from "../config/env.ts";
import { BulkSchema } from "../database/bulk-schema.ts";
import { databasesOf } from "../database/databases.ts";
import type { Feature } from "../feature.ts";
import { failure } from "../protocol/envelope.ts";
import { ApiError } from "../protocol/errors.ts";
import { failureOf } from "../rpc/failure-of.ts";
import { finishResponse } from "./finish.ts";
import { HttpContext } from "./http-context.ts";
import { releaseMemory } from "./release-memory.ts";
import { serveApi } from "./serve-api.ts";
import { servePages } from "./serve-pages.ts";

/**
 * The Worker's routes. A request is served by the first route that matches and responds; the steps before and after are
 * common to all.
 *
 * Below them are tables of endpoints and pages (EndpointTable), because itty-router depends on the order of its routes
 * and has no 405. Its `cors` isn't used, because each endpoint declares whether other sites can read it.
 */
export function createRouter(features: readonly Feature[]) {
  const { endpoints, internal, pages, pagesOfApi } = tablesOf(features);
  const bulkSchema = new BulkSchema();
  const servePageOfApi = servePages(pagesOfApi, internal);
  const pageBelow = (context: HttpContext) =>
    pagesOfApi.find(context.method, context.path) === undefined ? undefined : servePageOfApi(context);
  const router = Router<HttpContext>({
    before: [checkGate, (context: HttpContext) => checkSchema(bulkSchema, context)],
    catch: refuse,
    finally: [finishResponse],
  })
    .all("/api/v1/*", pageBelow, serveApi(endpoints, "/api/v1"))
    .all("/json/*", pageBelow, serveApi(endpoints, "/json"))
    .all("*", servePages(pages, internal));

  return async (request: Request, bindings: Env, execution: ExecutionContext): Promise<Response> =>
    releaseMemory(request, bindings) ?? router.fetch(new HttpContext(request, bindings, execution));
}

/**
 * The library's type only declares its own request, but this handler gets the arguments of `fetch`, as all handlers do.
 */
function refuse(error: unknown, given: unknown): Response {
  const context = given as HttpContext;
  return failure(failureOf(error, context.log, context.loggedAddress));
}

const notByGate = () => new ApiError({ code: "BAD_REQUEST", msg: "This is not the port of the server.", status: 403 });

/**
 * Rejects connections that bypass the gate, because only the gate enforces its limits and forwards the caller's
 * address.
 */
function checkGate({ config: { gateMark }, request }: HttpContext): void {
  if (gateMark !== null && !request.headers.has(gateMark)) throw notByGate();
}

/**
 * Rejects all requests if D1 has a newer program's schema. The first request starts the check without waiting for it.
 */
function checkSchema(schema: BulkSchema, { env, execution, startedAt }: HttpContext): void {
  if (schema.isDue(startedAt)) execution.waitUntil(schema.look(databasesOf(env), startedAt));
  schema.check();
}

/** Builds the tables: endpoints of the API; all endpoints, including those that only pages call; and pages. */
function tablesOf(features: readonly Feature[]) {
  const endpoints = new EndpointTable<Endpoint>();
  const internal = new EndpointTable<Endpoint>();
  const pages = new EndpointTable<Page>();
  for (const endpoint of features.flatMap((feature) => feature.endpoints ?? [])) {
    for (const route of [endpoint.route, ...endpoint.aliases]) {
      internal.add(route, endpoint);
      if (!endpoint.internal) endpoints.add(route, endpoint);
    }
  }
  // Pages below the API's path speak a different protocol from its endpoints, but call them.
  const pagesOfApi = new EndpointTable<Page>();
  for (const page of features.flatMap((feature) => feature.pages ?? []))
    (/^\w+ \/(?:api|json)\//.test(page.route) ? pagesOfApi : pages).add(page.route, page);
  return { endpoints, internal, pages, pagesOfApi };
}
