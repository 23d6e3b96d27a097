import * as v from "valibot";
import { edgeEndpoint } from "../../../api/endpoint.ts";
import { type Feature, feature } from "../../../feature.ts";
import { openApiDocument } from "./openapi-document.ts";

/** GET /api/v1/openapi.json: the OpenAPI document of the given features. */
export function openapiFeature(features: readonly Feature[]): Feature {
  let document: Record<string, unknown> | undefined;
  const getOpenApiEndpoint = edgeEndpoint({
    route: "GET /openapi.json",
    reply: { openapi: v.string(), paths: v.record(v.string(), v.unknown()) },
    answer() {
      document ??= openApiDocument(features);
      return document as { openapi: string; paths: Record<string, unknown> };
    },
  });
  return feature({ name: "openapi", endpoints: [getOpenApiEndpoint] });
}
