import * as v from "valibot";
import type { By, Endpoint } from "../../../api/endpoint.ts";
import { jsonSchema } from "../../../api/json-schema.ts";
import type { Parameter } from "../../../api/parameter.ts";
import type { Feature } from "../../../feature.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";

type JsonObject = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the given features, generated from the schemas that validate their requests. */
export function openApiDocument(features: readonly Feature[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { name, tag = name, endpoints = [] } of features) {
    for (const endpoint of endpoints.filter(({ internal }) => !internal)) {
      const [method = "", route = ""] = endpoint.route.split(" ", 2);
      const path = route.replace(/:([a-z_]+)\+?/g, "{$1}");
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(tag, endpoint, method, path) };
    }
  }
  for (const page of features.flatMap(({ pages = [] }) => pages)) {
    const [, method, route] = /^(\w+) \/api\/v1(\/.*)$/.exec(page.route) ?? [];
    if (method === undefined || route === undefined || page.described === undefined) continue;
    const path = route.replace(/:([a-z_]+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: ofOtherProtocol(page.described, method, path) };
  }
  const events = features.flatMap(({ events: some = [] }) => some.map(({ kind }) => jsonSchema(kind.wire)));
  return {
    openapi: "3.1.0",
    info: { title: "Parley", version: PARLEY_VERSION, description: "The Team Chat HTTP API." },
    servers: [{ url: "/api/v1" }],
    security: [{ basic: [] }],
    "x-limits": limits,
    paths,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "An account's email and its API key." },
        address: { type: "apiKey", in: "query", name: "api_key", description: "An account's API key, for webhooks." },
      },
      schemas: { Event: { anyOf: events }, Error: ERROR },
    },
  };
}

function operation(tag: string, endpoint: Endpoint, method: string, path: string): JsonObject {
  const entries = Object.entries(endpoint.params);
  const inPath = entries.filter(([name]) => path.includes(`{${name}}`));
  const others = entries.filter((entry) => !inPath.includes(entry));
  const readsQuery = method === "GET" || endpoint.takesDeliveries === true || endpoint.streams === true;
  const inQuery = readsQuery ? others : [];
  const inBody = readsQuery ? [] : others;
  return {
    operationId: idOf(method, path),
    tags: [tag],
    ...withoutLogin[endpoint.by],
    ...(endpoint.takesDeliveries ? { security: [{ basic: [] }, { address: [] }] } : {}),
    parameters: [
      ...inPath.map(([name, parameter]) => ({ name, in: "path", required: true, ...described(parameter, false) })),
      ...inQuery.map(([name, parameter]) => ({
        name,
        in: "query",
        required: parameter.required,
        ...described(parameter, isJson(parameter)),
      })),
    ],
    ...(inBody.length > 0 || endpoint.file !== undefined ? { requestBody: requestBody(inBody, endpoint) } : {}),
    ...(endpoint.takesDeliveries && method !== "GET" ? { requestBody: DELIVERED } : {}),
    responses: {
      ...success(endpoint),
      default: { description: "Error", ...jsonContent({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

/** Security requirements of operations that anyone can use, and of those that spectators can use if admitted. */
const withoutLogin: Partial<Record<By, JsonObject>> = {
  anyone: { security: [] },
  spectator: { security: [{ basic: [] }, {}] },
};

/** Returns the entry of an endpoint that uses another protocol. It has no details. */
const ofOtherProtocol = (description: string, method: string, path: string): JsonObject => ({
  operationId: idOf(method, path),
  description,
  parameters: [...path.matchAll(/{(\w+)}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", maxLength: limits.text.id },
  })),
  responses: { default: { description: "As that protocol has it" } },
});

const idOf = (method: string, path: string): string =>
  `${method} ${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");

const success = (endpoint: Endpoint): JsonObject =>
  endpoint.kind === "stream"
    ? { 101: { description: "A WebSocket. Its frames have this form.", ...jsonContent(replySchema(endpoint)) } }
    : { 200: { description: "Success", ...jsonContent(replySchema(endpoint)) } };

const DELIVERED = {
  content: { "*/*": { schema: { properties: {} } } },
};

/** True if a parameter can be an array or an object, which is sent as JSON in one field. */
function isJson({ coding, schema }: Parameter<unknown>): boolean {
  const described = jsonSchema(schema);
  return coding === "json" ? !isScalar(described) : coding === "either" && hasParts(described);
}

const isScalar = ({ type }: JsonObject) => type === "integer" || type === "number" || type === "boolean";
const hasParts = ({ type, anyOf = [] }: JsonObject): boolean =>
  type === "array" || type === "object" || (anyOf as JsonObject[]).some(hasParts);

const described = (parameter: Parameter<unknown>, asJson: boolean) =>
  asJson
    ? { content: { "application/json": { schema: parameterSchema(parameter) } } }
    : { schema: parameterSchema(parameter) };

function parameterSchema({ schema, fallback }: Parameter<unknown>): JsonObject {
  const described = jsonSchema(schema);
  // Some defaults aren't valid input, because the schema converts what is sent or rejects an empty value.
  return fallback === undefined || !v.is(schema, fallback) ? described : { ...described, default: fallback };
}

/** The form part with the file. The part can have any name, and the document calls it `file`. */
const FILE = { type: "string", contentMediaType: "application/octet-stream", description: "The file itself." };

function requestBody(
  parameters: readonly [string, Parameter<unknown>][],
  { file, streams }: Pick<Endpoint, "file" | "streams">,
): JsonObject {
  const required = parameters.filter(([, parameter]) => parameter.required).map(([name]) => name);
  const asJson = parameters.filter(([, parameter]) => isJson(parameter)).map(([name]) => name);
  const properties = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameterSchema(parameter)]));
  const form = (more: JsonObject, needed: readonly string[]) => ({
    schema: {
      type: "object",
      properties: { ...properties, ...more },
      ...(needed.length > 0 ? { required: needed } : {}),
    },
    encoding: Object.fromEntries(asJson.map((name) => [name, { contentType: "application/json" }])),
  });
  const plain = form({}, required);
  const withFile = form({ file: FILE }, file === "required" ? [...required, "file"] : required);
  return {
    required: required.length > 0 || file === "required",
    content: {
      ...(file === "required" ? {} : { "application/x-www-form-urlencoded": plain }),
      "multipart/form-data": file === undefined ? plain : withFile,
      ...(streams ? { "application/octet-stream": { schema: FILE } } : {}),
    },
  };
}

const ENVELOPE = {
  result: v.literal("success"),
  msg: v.string(),
  ignored_parameters_unsupported: v.optional(v.array(v.string())),
};
const replySchema = ({ reply }: Endpoint) => jsonSchema(v.looseObject({ ...ENVELOPE, ...reply }));
const jsonContent = (schema: JsonObject) => ({ content: { "application/json": { schema } } });

const ERROR = {
  type: "object",
  properties: { result: { const: "error" }, msg: { type: "string" }, code: { type: "string" } },
  required: ["result", "msg", "code"],
};
