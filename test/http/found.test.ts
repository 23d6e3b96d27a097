import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { withEnv } from "../support/object.ts";
import type { Json } from "../support/person.ts";

async function found(host: string): Promise<[number, Json]> {
  const subdomain = `f${crypto.randomUUID().slice(0, 8)}`;
  const body = new URLSearchParams({
    ...{ name: "Yard", subdomain, full_name: "Iris Owner", email: "iris@example.com" },
    ...{ password: "correct horse", setup_token: "known to the operator" },
  });
  const response = await exports.default.fetch(`https://${host}/api/v1/organizations`, { method: "POST", body });
  return [response.status, await response.json()];
}

test("a publicly reachable server without a configured name creates no organization", async () => {
  await withEnv({ SETUP_TOKEN: "known to the operator" }, async () => {
    for (const host of ["parley.account.workers.dev", "192.0.2.7:8787"]) {
      const [status, { code, msg }] = await found(host);
      expect([status, code]).toEqual([400, "BAD_REQUEST"]);
      expect(msg).toContain(`write root_domain = "${host}" into parley.toml`);
    }
    for (const host of ["localhost:8787", "127.0.0.1", "[::1]:9991"]) expect((await found(host))[0]).toBe(200);
  });
});

test("a server with a configured domain or URL creates an organization, and returns its URL", async () => {
  await withEnv({ SETUP_TOKEN: "known to the operator", SITE_URL: "http://192.0.2.7:9991" }, async () => {
    expect((await found("192.0.2.7:9991"))[0]).toBe(200);
  });
  await withEnv({ SETUP_TOKEN: "known to the operator", ROOT_DOMAIN: "chat.example" }, async () => {
    const [status, { realm_url }] = await found("chat.example");
    expect([status, realm_url]).toEqual([200, expect.stringMatching(/^https:\/\/f\w+\.chat\.example$/)]);
  });
});
