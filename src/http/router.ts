import { Router } from "itty-router/Router";
import type { Env } from "../config/env.ts";
import { BulkSchema } from "../database/bulk-schema.ts";
import { databasesOf } from "../database/databases.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { EndpointTable } from "../endpoints/endpoint-table.ts";
import type { Page } from "../endpoints/page.ts";
import type { Feature } from "../feature.ts";
import { failure } from "../protocol/envelope.ts";
import { ApiError } from "../protocol/errors.ts";
import { failureOf } from "../rpc/failure-of.ts";
import { finish } from "./finish.ts";
import { HttpContext } from "./http-context.ts";
import { serveApi } from "./serve-api.ts";
import { servePages } from "./serve-pages.ts";

/**
 * The Worker's routes: the first that fits a request and answers it serves it. What happens before and after is the same
 * for all.
 *
 * Below them stand tables of the endpoints and pages (EndpointTable): itty-router, which takes the first of its routes
 * that fits, knows no 405 and asks for an order. Its `cors` is not used: here each endpoint says whether other sites may
 * read it.
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
    finally: [finish],
  })
    .all("/api/v1/*", pageBelow, serveApi(endpoints, "/api/v1"))
    .all("/json/*", pageBelow, serveApi(endpoints, "/json"))
    .all("*", servePages(pages, internal));

  return (request: Request, bindings: Env, execution: ExecutionContext): Promise<Response> =>
    router.fetch(new HttpContext(request, bindings, execution));
}

/** The type of the library names only its own request; the handler gets what `fetch` was given, as the others do. */
function refuse(error: unknown, given: unknown): Response {
  const context = given as HttpContext;
  return failure(failureOf(error, context.log, context.loggedAddress));
}

const notByGate = () => new ApiError({ code: "BAD_REQUEST", msg: "This is not the port of the server.", status: 403 });

/** Refuses whoever connects to the runtime itself: the gate's limits, and the address that it tells, hold for all others. */
function checkGate({ config: { gateMark }, request }: HttpContext): void {
  if (gateMark !== null && !request.headers.has(gateMark)) throw notByGate();
}

/** Refuses all requests where D1 is of a newer program. The first one asks it, without waiting for the answer. */
function checkSchema(schema: BulkSchema, { env, execution, startedAt }: HttpContext): void {
  if (schema.isDue(startedAt)) execution.waitUntil(schema.look(databasesOf(env), startedAt));
  schema.check();
}

/** The endpoints of the API, the same with those that only pages call, and the pages. */
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
  // Pages below the API speak another protocol than its endpoints, and ask these.
  const pagesOfApi = new EndpointTable<Page>();
  for (const page of features.flatMap((feature) => feature.pages ?? []))
    (/^\w+ \/(?:api|json)\//.test(page.route) ? pagesOfApi : pages).add(page.route, page);
  return { endpoints, internal, pages, pagesOfApi };
}
