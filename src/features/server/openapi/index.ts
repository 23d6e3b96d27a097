import * as v from "valibot";
import { edgeEndpoint } from "../../../api/endpoint.ts";
import { type Feature, feature } from "../../../feature.ts";
import { openApiDocument } from "./openapi-document.ts";

const part = v.record(v.string(), v.unknown());
const reply = {
  openapi: v.string(),
  info: part,
  servers: v.array(part),
  security: v.array(part),
  "x-limits": part,
  paths: part,
  components: part,
};
const documentSchema = v.object(reply);

/** GET /api/v1/openapi.json: the OpenAPI document of the given features. */
export function openapiFeature(features: readonly Feature[]): Feature {
  let document: v.InferOutput<typeof documentSchema> | undefined;
  const getOpenApiEndpoint = edgeEndpoint({
    route: "GET /openapi.json",
    reply,
    answer() {
      document ??= v.parse(documentSchema, openApiDocument(features));
      return document;
    },
  });
  return feature({ name: "openapi", endpoints: [getOpenApiEndpoint] });
}
