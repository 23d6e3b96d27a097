import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { identityOf, untilShipped, withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const operator = new Person("localhost", "", "");

async function listed(fields: Record<string, string> = {}): Promise<Json[]> {
  const all: Json[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page: Json = await operator.ok(operator.post("/organizations/list", { ...fields, ...(after && { after }) }));
    all.push(...page["organizations"]);
    after = page["next"];
  }
  return all;
}

test("the list has all organizations of all databases, but no retired organization numbers", async () => {
  const { iris } = await realm();
  await untilShipped(iris);
  const { id, subdomain } = await identityOf(iris);
  const name = `x${crypto.randomUUID().slice(0, 8)}`;
  const add = "INSERT INTO organizations (subdomain, created_at) VALUES (?1, 1)";
  await env.DB2.prepare(add).bind(name).run();
  await env.DB2.prepare(add).bind(`${subdomain}~7`).run();
  const all = await listed();
  const about = (one: string) => all.filter((found) => found["subdomain"].startsWith(one));
  expect(about(subdomain)).toEqual([{ subdomain, number: id, is_used: true }]);
  expect(about(name)).toEqual([{ subdomain: name, number: expect.any(Number), is_used: false }]);
  expect(all.map((one) => one["subdomain"])).toEqual(all.map((one) => one["subdomain"]).sort());
});

test("the list is refused to everyone but the server administrator", async () => {
  await withEnv({ SETUP_TOKEN: "the token" }, async () => {
    expect((await operator.post("/organizations/list")).status).toBe(401);
    expect((await operator.post("/organizations/list", { setup_token: "x" })).status).toBe(401);
    expect(await listed({ setup_token: "the token" })).not.toHaveLength(0);
  });
});

test("[security 2.9] a correct token isn't counted again for a minute; too many guesses lock out even the correct one", async () => {
  const { iris } = await realm();
  const { subdomain } = await identityOf(iris);
  const ask = async (from: string, setup_token: string) => {
    const answer = await exports.default.fetch("http://localhost/api/v1/organizations/stores", {
      method: "POST",
      headers: { Host: "localhost", "X-Real-IP": from },
      body: new URLSearchParams({ subdomain, setup_token }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  await withEnv({ SETUP_TOKEN: "the token", ADDRESS_HEADER: "X-Real-IP" }, () =>
    withConfig(iris, { setupToken: "the token" }, async () => {
      // Attempts are counted for the whole server, so no other test may have these addresses.
      for (let count = 0; count < 150; count += 1) expect(await ask("203.0.113.61", "the token")).toBe(200);
      for (let count = 0; count < 100; count += 1) expect(await ask("203.0.113.62", `guess ${count}`)).toBe(401);
      expect(await ask("203.0.113.62", "the token")).toBe(429);
    }),
  );
});
