import { describe, expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { organization } from "../support/organization.ts";
import type { Json } from "../support/person.ts";

const { owner } = await organization();
const document: Json = (await owner.get("/openapi.json")).body;
const endpoints = features
  .filter(({ name }) => !["testing", "reference"].includes(name))
  .flatMap(({ endpoints: some = [] }) => some);

test("it is an OpenAPI 3.1 document", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.title).toBe("Parley");
});

describe("every endpoint is described", () => {
  test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", (route, { params, by }) => {
    const [method = "", path = ""] = route.split(" ", 2);
    const operation = document.paths[path.replace(/:([a-z_]+)\+?/g, "{$1}")]?.[method.toLowerCase()];
    expect(operation, route).toBeDefined();
    const form = operation.requestBody?.content["application/x-www-form-urlencoded"].schema;
    const described = [...operation.parameters.map((one: Json) => one.name), ...Object.keys(form?.properties ?? {})];
    expect(described.sort()).toEqual(Object.keys(params).sort());
    const required = [
      ...operation.parameters.filter((one: Json) => one.required).map((one: Json) => one.name),
      ...(form?.required ?? []),
    ];
    expect(required.sort()).toEqual(
      Object.entries(params)
        .filter(([name, parameter]) => parameter.required || path.includes(`:${name}`))
        .map(([name]) => name)
        .sort(),
    );
    expect(operation.security?.length === 0).toBe(by === "anyone");
  });
});

test("test hooks are nobody's interface", () => {
  expect(Object.keys(document.paths).filter((path) => path.startsWith("/testing"))).toEqual([]);
});

test("operation ids are unique", () => {
  const ids = Object.values(document.paths).flatMap((methods: Json) =>
    Object.values(methods).map((one: Json) => one.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
