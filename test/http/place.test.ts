import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import type { Env } from "../../src/config/env.ts";
import { withEnv } from "../support/object.ts";

/**
 * Namespaces that record the objects requested from them, by jurisdiction, name and region. Of the organizations only
 * this one's, because objects of earlier tests have the same bindings.
 */
function noting(subdomain: string) {
  const noted = (objects: DurableObjectNamespace, asked: string[][], only?: string) => {
    const namespace = (jurisdiction: string) => ({
      jurisdiction: namespace,
      idFromName: (name: string) => objects.idFromName(name),
      get(id: DurableObjectId, { locationHint = "" }: { locationHint?: string } = {}) {
        if (only === undefined || id.name === only) asked.push([jurisdiction, id.name ?? "", locationHint]);
        return objects.get(id);
      },
    });
    return namespace("");
  };
  const asked: string[][] = [];
  const hashers: string[][] = [];
  const bindings = { REALM: noted(env.REALM, asked, subdomain), HASHER: noted(env.HASHER, hashers) };
  return { asked, hashers, bindings };
}

async function found(subdomain: string, fields: Record<string, string> = {}) {
  const account = { email: "iris@example.com", full_name: "Iris Owner", password: "correct horse" };
  const body = new URLSearchParams({ name: "Test", subdomain, ...account, ...fields });
  const response = await exports.default.fetch("http://localhost/api/v1/organizations", { method: "POST", body });
  return { status: response.status, body: await response.json<{ msg: string }>() };
}

const name = () => `p-${crypto.randomUUID().slice(0, 8)}`;

test("an organization is created in the region that its founder chose", async () => {
  const subdomain = name();
  const { asked, bindings } = noting(subdomain);
  await withEnv(bindings, async () => expect(await found(subdomain, { region: "oc" })).toMatchObject({ status: 200 }));
  expect(asked).toEqual([["", subdomain, "oc"]]);
});

test("objects are created in the deployment's region by default, no matter who calls first", async () => {
  const subdomain = name();
  const { asked, bindings } = noting(subdomain);
  await withEnv({ ...bindings, REGION: "weur" }, async () => {
    await exports.default.fetch(`http://${subdomain}.localhost/api/v1/server_settings`);
    expect((await found(subdomain, { region: "apac" })).status).toBe(200);
  });
  expect(asked).toEqual([
    ["", subdomain, "weur"],
    ["", subdomain, "apac"],
  ]);
});

test("an unknown region is rejected, and nothing is created", async () => {
  const subdomain = name();
  const { asked, bindings } = noting(subdomain);
  await withEnv(bindings, async () => {
    const { status, body } = await found(subdomain, { region: "atlantis" });
    expect([status, body.msg]).toEqual([400, expect.stringContaining("region")]);
  });
  expect(asked).toEqual([]);
});

test("every object of a deployment with a jurisdiction is in that jurisdiction", async () => {
  const subdomain = name();
  const { asked, hashers, bindings } = noting(subdomain);
  await withEnv({ ...bindings, JURISDICTION: "eu" }, async () => {
    expect((await found(subdomain)).status).toBe(200);
    expect((await exports.default.fetch(`http://${subdomain}.localhost/api/v1/server_settings`)).status).toBe(200);
  });
  expect(asked).toEqual([
    ["eu", subdomain, ""],
    ["eu", subdomain, ""],
  ]);
  expect(hashers).toContainEqual(["eu", expect.stringMatching(/^\d+$/), ""]);
  expect(new Set(hashers.map(([jurisdiction]) => jurisdiction))).toEqual(new Set(["eu"]));
});

test("on Cloudflare, email is enabled only with a sender address that is allowed to send", () => {
  const mail = (settings: object) => readConfig({ EMAIL: {}, ...settings } as unknown as Env).mail;
  expect([mail({}), mail({ ROOT_DOMAIN: "parley.account.workers.dev" })]).toEqual(["none", "none"]);
  expect(mail({ ROOT_DOMAIN: "example.org" })).toBe("platform");
  expect(mail({ ROOT_DOMAIN: "parley.account.workers.dev", MAIL_FROM: "chat@example.org" })).toBe("platform");
});
