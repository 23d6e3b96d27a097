import type { Env } from "../config/env.ts";
import { BulkSchema } from "../database/bulk-schema.ts";
import { databasesOf } from "../database/databases.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { EndpointTable } from "../endpoints/endpoint-table.ts";
import type { Page } from "../endpoints/page.ts";
import type { Feature } from "../feature.ts";
import { failure } from "../protocol/envelope.ts";
import { failureOf } from "../rpc/failure-of.ts";
import { finish } from "./finish.ts";
import { HttpContext } from "./http-context.ts";
import { serveApi } from "./serve-api.ts";
import { servePages } from "./serve-pages.ts";

/**
 * The Worker's routes: by its path, a request is for the API or for a page, and is looked up in a table of endpoints or
 * pages (EndpointTable). What happens before and after is the same for all.
 */
export function createRouter(features: readonly Feature[]) {
  const { endpoints, internal, pages, pagesOfApi } = tablesOf(features);
  const bulkSchema = new BulkSchema();
  const ways = [
    { below: "/api/v1", serve: serveApi(endpoints, "/api/v1") },
    { below: "/json", serve: serveApi(endpoints, "/json") },
  ] as const;
  const servePage = servePages(pages, internal);
  const servePageOfApi = servePages(pagesOfApi, internal);

  const serve = async (context: HttpContext): Promise<Response> => {
    checkSchema(bulkSchema, context);
    const { path, method } = context;
    const api = ways.find(
      ({ below }) => path.startsWith(below) && (path.length === below.length || path[below.length] === "/"),
    );
    if (api === undefined) return servePage(context);
    return pagesOfApi.find(method, path) === undefined ? api.serve(context) : servePageOfApi(context);
  };

  return async (request: Request, bindings: Env, execution: ExecutionContext): Promise<Response> => {
    const context = new HttpContext(request, bindings, execution);
    const response = await serve(context).catch((error: unknown) => failure(failureOf(error, context.log)));
    return finish(response, context);
  };
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
