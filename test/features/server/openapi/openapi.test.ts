import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { organization } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { checkReplyForm } from "../../../support/reply-form.ts";

const { owner } = await organization();
const document: Json = (await owner.get("/openapi.json")).body;
const endpoints = features
  .filter(({ name }) => !["testing", "openapi"].includes(name))
  .flatMap(({ endpoints: some = [] }) => some)
  .filter(({ internal }) => !internal);

test("/openapi.json is an OpenAPI 3.1 document", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.title).toBe("Parley");
});

test("the stream endpoint is described as a WebSocket, with the form of its frames", () => {
  const { responses } = document.paths["/events/stream"].get;
  expect(Object.keys(responses)).toEqual(["101", "default"]);
  expect(responses[101].content["application/json"].schema.properties).toHaveProperty("events");
});

describe("every endpoint is described", () => {
  test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", (route, { params, by, file }) => {
    const [method = "", path = ""] = route.split(" ", 2);
    const operation = document.paths[path.replace(/:([a-z_]+)\+?/g, "{$1}")]?.[method.toLowerCase()];
    expect(operation, route).toBeDefined();
    const { content, required: isNeeded } = operation.requestBody ?? {};
    const form = content?.["multipart/form-data"]?.schema;
    const described = [...operation.parameters.map((one: Json) => one.name), ...Object.keys(form?.properties ?? {})];
    expect(described.sort()).toEqual([...Object.keys(params), ...(file === undefined ? [] : ["file"])].sort());
    expect(form === undefined || isNeeded === form.required?.length > 0).toBe(true);
    const required = [
      ...operation.parameters.filter((one: Json) => one.required).map((one: Json) => one.name),
      ...(form?.required ?? []),
    ];
    const expected = Object.entries(params)
      .filter(([name, parameter]) => parameter.required || path.includes(`:${name}`))
      .map(([name]) => name);
    expect(required.sort()).toEqual([...expected, ...(file === "required" ? ["file"] : [])].sort());
    expect(operation.security?.length === 0).toBe(by === "anyone");
    expect(operation.security?.some((one: Json) => Object.keys(one).length === 0) ?? false).toBe(by === "spectator");
  });
});

test("a file is described as part of a multipart form, and an upload also as the whole body, with a name in the query", () => {
  const body = (path: string) => document.paths[path].post.requestBody;
  expect(Object.keys(body("/user_uploads").content)).toEqual(["multipart/form-data", "application/octet-stream"]);
  expect(document.paths["/user_uploads"].post.parameters).toMatchObject([{ name: "filename", in: "query" }]);
  expect(body("/user_uploads").content["multipart/form-data"].schema).toMatchObject({
    properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
    required: ["file"],
  });
  expect(body("/bots").content["multipart/form-data"].schema.properties.file).toBeDefined();
  expect(body("/bots").content["application/x-www-form-urlencoded"].schema.properties.file).toBeUndefined();
  expect(body("/messages").content["multipart/form-data"].schema.properties.file).toBeUndefined();
});

test("every default is a value that can be sent", () => {
  const { properties } = document.paths["/register"].post.requestBody.content["multipart/form-data"].schema;
  expect([properties.presence_history_limit_days.default, properties.client_capabilities.default]).toEqual([
    14,
    undefined,
  ]);
  const untrue = endpoints.flatMap(({ route, params }) => {
    const [method = "", path = ""] = route.split(" ", 2);
    const { parameters, requestBody } = document.paths[path.replace(/:([a-z_]+)\+?/g, "{$1}")][method.toLowerCase()];
    const form = requestBody?.content["multipart/form-data"]?.schema.properties ?? {};
    const described = Object.fromEntries(parameters.map((one: Json) => [one.name, one.schema]));
    return Object.entries(params).flatMap(([name, { schema }]) => {
      const { default: value } = form[name] ?? described[name] ?? {};
      return value === undefined || v.is(schema, value) ? [] : [`${route} ${name}`];
    });
  });
  expect(untrue).toEqual([]);
});

test("a value that can be a list or an object is described as JSON", () => {
  const bodies = Object.values<Json>(document.paths).flatMap((methods) =>
    Object.values<Json>(methods).flatMap(({ requestBody }) => requestBody?.content["multipart/form-data"] ?? []),
  );
  const hasParts = ({ type, anyOf = [] }: Json): boolean => ["array", "object"].includes(type) || anyOf.some(hasParts);
  const unmarked = bodies.flatMap(({ schema, encoding }) =>
    Object.entries<Json>(schema.properties).flatMap(([name, one]) =>
      hasParts(one) && encoding[name]?.contentType !== "application/json" ? [name] : [],
    ),
  );
  expect(unmarked).toEqual([]);
});

test("a response that lacks a described field, or has one that isn't described, is detected", () => {
  const check = (request: string, fields: Json) => () =>
    checkReplyForm(request, { result: "success", msg: "", ...fields });
  expect(check("GET /get_stream_id", { stream_id: 1 })).not.toThrow();
  for (const fields of [{}, { stream_id: "1" }, { stream_id: 1, name: "quay" }])
    expect(check("GET /get_stream_id", fields)).toThrow("GET /get_stream_id answers what");
  const token = { id: 1, name: "", user_id: 1, created_at: 0, last_used_at: null, token: "" };
  expect(check("GET /audit_log/tokens", { tokens: [token] })).toThrow(".tokens[].token");
});

test("internal endpoints are neither described nor served", async () => {
  expect(Object.keys(document.paths).filter((path) => /^\/avatar|temporary/.test(path))).toEqual([]);
  expect((await owner.get(`/avatar/${owner.id}`)).status).toBe(404);
});

test("endpoints of the tus protocol are listed too", () => {
  expect(Object.keys(document.paths["/tus"])).toEqual(["options", "post"]);
  expect(Object.keys(document.paths["/tus/{token}"])).toContain("patch");
});

test("testing endpoints are not described", () => {
  expect(Object.keys(document.paths).filter((path) => path.startsWith("/testing"))).toEqual([]);
});

test("operation ids are unique", () => {
  const ids = Object.values(document.paths).flatMap((methods: Json) =>
    Object.values(methods).map((one: Json) => one.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("every limit is listed, and every string parameter has a maximum length", () => {
  expect(document["x-limits"]).toEqual(JSON.parse(JSON.stringify(limits)));
  const unlimited: string[] = [];
  const look = (schema: Json, place: string): void => {
    // A limit on the whole value limits its parts too.
    if (SIZED.test(place)) return;
    if (schema.type === "string" && schema.contentMediaType === undefined && !("enum" in schema || "const" in schema)) {
      if (schema.maxLength === undefined) unlimited.push(place);
    }
    if (schema.type === "array" && schema.prefixItems === undefined && schema.maxItems === undefined) {
      unlimited.push(place);
    }
    for (const [key, value] of Object.entries<Json>(schema)) {
      if (typeof value === "object" && value !== null) look(value, `${place} ${key}`);
    }
  };
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, { parameters, requestBody }] of Object.entries<Json>(methods)) {
      const query = parameters.filter((each: Json) => each.in === "query");
      for (const { name, schema, content } of query) {
        look(schema ?? content["application/json"].schema, `${method} ${path} ${name}`);
      }
      for (const { schema } of Object.values<Json>(requestBody?.content ?? {})) {
        for (const [name, each] of Object.entries<Json>(schema.properties ?? {}))
          look(each, `${method} ${path} ${name}`);
      }
    }
  }
  expect(unlimited).toEqual([]);
});

/** Parameters with their own schema whose size is limited as a whole. */
const SIZED = / (?:narrow|widget_content|field_data|storage|settings|value|subscription_data)\b/;
