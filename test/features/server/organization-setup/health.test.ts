import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const TOKEN = "known to the operator";

test("[security 14.3] GET /health shows the overall status to everyone, and details only with the token", async () => {
  const { host, iris } = await realm();
  const ask = async (authorization?: string) => {
    const headers = { Host: host, ...(authorization !== undefined && { Authorization: authorization }) };
    const response = await exports.default.fetch(`http://${host}/health`, { headers });
    return { status: response.status, body: await response.json<Json>() };
  };
  await withEnv({ SETUP_TOKEN: TOKEN }, () =>
    withConfig(iris, { setupToken: TOKEN }, async () => {
      const key = `Basic ${btoa(`${iris.email}:${iris.key}`)}`;
      for (const other of [undefined, key, "Bearer ", `Basic ${TOKEN}`]) {
        expect(await ask(other)).toEqual({ status: 200, body: { result: "success", msg: "", status: "ok" } });
      }
      const { body } = await ask(`Bearer ${TOKEN.replaceAll(" ", "")}`);
      expect(body).toEqual({ result: "error", code: "UNAUTHORIZED", msg: "Invalid setup token" });
    }),
  );
  await withEnv({ SETUP_TOKEN: "one-word" }, () =>
    withConfig(iris, { setupToken: "one-word" }, async () => {
      const { status, body } = await ask("Bearer one-word");
      expect([status, body.status, body.organization, body.bulk_store.database]).toEqual([200, "ok", true, "DB"]);
      expect(await ask()).toEqual({ status: 200, body: { result: "success", msg: "", status: "ok" } });
      await iris.ok(iris.post("/testing/storage", { error: "database or disk is full: SQLITE_FULL" }));
      expect((await iris.patch("/realm", { name: "Changed" })).status).toBe(503);
      const failing = await ask();
      const told = await ask("Bearer one-word");
      await iris.ok(iris.post("/testing/storage"));
      expect([failing.status, failing.body.status, Object.keys(failing.body)]).toEqual([
        503,
        "failing",
        ["result", "msg", "status"],
      ]);
      expect([told.status, told.body.reason]).toEqual([503, expect.stringMatching(/full/)]);
    }),
  );
});

test("only administrators see the health of their organization", async () => {
  const { host, iris, omar, noah, gus } = await realm();
  for (const person of [iris, omar]) {
    expect(await person.ok(person.get("/health"))).toMatchObject({ status: "ok", bulk_store: { database: "DB" } });
  }
  for (const person of [noah, gus]) expect((await person.get("/health")).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
  expect((await new Person(host, "", "").get("/health")).status).toBe(401);
});
