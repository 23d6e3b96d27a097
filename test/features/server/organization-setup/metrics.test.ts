import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../../src/config/env.ts";
import { features } from "../../../../src/features.ts";
import { createRouter } from "../../../../src/http/router.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { readPrometheusText } from "../../../support/prometheus-text.ts";

const TOKEN = "known-to-the-operator";

test("[security 14.8] GET /metrics requires the setup token", async () => {
  const { host, iris } = await realm();
  const ask = (authorization?: string) =>
    exports.default.fetch(`http://${host}/metrics`, {
      headers: { Host: host, ...(authorization && { authorization }) },
    });
  await withEnv({ SETUP_TOKEN: TOKEN }, () =>
    withConfig(iris, { setupToken: TOKEN }, async () => {
      const key = `Basic ${btoa(`${iris.email}:${iris.key}`)}`;
      for (const other of [undefined, key, "Bearer guessed"]) expect((await ask(other)).status).toBe(401);
      const families = readPrometheusText(await (await ask(`Bearer ${TOKEN}`)).text());
      // Some of the many organizations of other tests are among the hundred listed.
      const told = [...(families.get("parley_organization_info")?.samples.keys() ?? [])];
      expect(told[0]).toMatch(/organization="[^"]+"/);
    }),
  );
});

test("scrapes wake no organization's object", async () => {
  await realm();
  const asked = new Set<string>();
  const get = (target: DurableObjectNamespace, key: string) => {
    if (key === "idFromName") {
      return (name: string) => {
        asked.add(name);
        return target.idFromName(name);
      };
    }
    const value: unknown = Reflect.get(target, key);
    return typeof value === "function" ? value.bind(target) : value;
  };
  const watched = { ...env, SETUP_TOKEN: TOKEN, REALM: new Proxy(env.REALM, { get: get as never }) } as Env;
  const serve = createRouter(features);
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (let count = 0; count < 50; count += 1) {
    const response = await serve(
      new Request("http://localhost/metrics", { headers }),
      watched,
      createExecutionContext(),
    );
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  // The object that counts attempts at the setup token isn't an organization's, and is called once a minute.
  asked.delete("setup token");
  expect([...asked]).toEqual([]);
});
