import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { features } from "../../../../src/features.ts";
import { createRouter } from "../../../../src/http/router.ts";
import { withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";

const fields: Readonly<Record<string, Record<string, string>>> = {
  "POST /testing/clock": { advance_ms: "1" },
  "POST /testing/database": { mode: "refuse" },
  "POST /testing/files": { mode: "refuse" },
  "POST /testing/storage": { error: "disk I/O error: SQLITE_IOERR" },
  "POST /testing/states": {},
  "POST /testing/objects": { what: "nothing" },
  "GET /testing/object": {},
  "GET /testing/work": {},
  "GET /testing/differences": {},
  "POST /testing/users": { users: '[{"email":"nina@example.org","full_name":"Nina"}]' },
  "POST /testing/messages": { messages: "[]" },
  "GET /testing/statement": {},
  "POST /testing/failures": { step: "run" },
  "GET /testing/failures": {},
};

test("a server without TEST_HOOKS responds with 404 to every testing endpoint, even for owners", async () => {
  const { iris } = await realm();
  const routes = features.flatMap(({ name, endpoints = [] }) => (name === "testing" ? endpoints : []));
  expect(routes.map(({ route }) => route).sort()).toEqual(Object.keys(fields).sort());
  const serve = createRouter(features);
  const deployed = { ...env, TEST_HOOKS: "" };
  const Authorization = `Basic ${btoa(`${iris.email}:${iris.key}`)}`;
  await withConfig(iris, { testHooks: false }, async () => {
    for (const { route } of routes) {
      const [method = "", path = ""] = route.split(" ");
      const body = new URLSearchParams(fields[route]);
      const request = new Request(`http://${iris.host}/api/v1${path}`, {
        method,
        headers: { Host: iris.host, Authorization },
        ...(method === "POST" && { body }),
      });
      const answer = await serve(request, deployed, createExecutionContext());
      expect([answer.status, await answer.json()], route).toMatchObject([404, { msg: "Not found" }]);
    }
  });
});
