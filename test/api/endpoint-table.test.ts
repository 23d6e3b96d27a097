import { describe, expect, test } from "vitest";
import { EndpointTable } from "../../src/api/endpoint-table.ts";
import { features } from "../../src/features.ts";

const table = new EndpointTable<string>();
for (const route of [
  "GET /users",
  "GET /users/me",
  "GET /users/:user_id",
  "GET /users/:email",
  "GET /users/:user_id/status",
  "GET /users/me/:stream_id/topics",
  "POST /messages",
  "GET /messages/:message_id",
  "PATCH /messages/:message_id",
  "POST /messages/flags",
  "POST /messages/flags/narrow",
  "GET /files/:realm_id/:path+",
]) {
  table.add(route, route);
}
const found = (method: string, path: string) => {
  const match = table.find(method, path);
  if (match === undefined) return undefined;
  return "allowed" in match ? match.allowed : [match.found, match.variables];
};

describe("EndpointTable", () => {
  test.each([
    ["GET", "/users", ["GET /users", {}]],
    ["GET", "/users/me", ["GET /users/me", {}]],
    ["GET", "/users/7", ["GET /users/:user_id", { user_id: "7" }]],
    ["GET", "/users/a%40b.c", ["GET /users/:email", { email: "a@b.c" }]],
    ["GET", "/users/7/status", ["GET /users/:user_id/status", { user_id: "7" }]],
    ["GET", "/users/me/12/topics", ["GET /users/me/:stream_id/topics", { stream_id: "12" }]],
    ["POST", "/messages/flags", ["POST /messages/flags", {}]],
    ["POST", "/messages/flags/narrow", ["POST /messages/flags/narrow", {}]],
    ["DELETE", "/messages/7", ["GET", "PATCH"]],
    ["GET", "/messages/flags", ["POST"]],
    ["GET", "/messages/abc", undefined],
    ["GET", "/nothing", undefined],
    ["GET", "/", undefined],
    ["HEAD", "/users/me", ["GET /users/me", {}]],
    ["GET", "/users//me/", ["GET /users/me", {}]],
    ["GET", "/files/2/a/b%20c/d.png", ["GET /files/:realm_id/:path+", { realm_id: "2", path: "a/b c/d.png" }]],
    ["GET", "/users/%E0%A4%A", ["GET /users/:email", { email: "%E0%A4%A" }]],
  ])("matches the most specific route for %s %s", (method, path, expected) =>
    expect(found(method, path)).toEqual(expected),
  );

  test("refuses a second endpoint with the same route", () =>
    expect(() => table.add("GET /users", "again")).toThrow("two endpoints"));
});

test("every endpoint is matched by a path built from its route", () => {
  const all = new EndpointTable<string>();
  const endpoints = features.flatMap(({ endpoints: some = [] }) => some);
  for (const { route } of endpoints) all.add(route, route);
  for (const { route } of endpoints) {
    const [method = "", path = ""] = route.split(" ", 2);
    const sample = path
      .replace(/:[a-z_]+_id\b/g, "7")
      .replace(/:email/, "a@b.c")
      .replace(/:[a-z_]+\+?/g, "x");
    expect(all.find(method, sample), `${method} ${sample}`).toMatchObject({ found: route });
  }
});
