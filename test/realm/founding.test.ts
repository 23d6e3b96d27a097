import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { organizationId } from "../../src/features/server/organization-setup/organization-id.ts";
import { withEnv } from "../support/object.ts";
import { OWNER_PASSWORD, organization } from "../support/organization.ts";
import { Person } from "../support/person.ts";

async function found(subdomain: string, fields: Record<string, string> = {}) {
  const account = { email: "iris@example.com", full_name: "Iris Owner", password: OWNER_PASSWORD };
  const body = new URLSearchParams({ name: "Test", subdomain, database: "DB", ...account, ...fields });
  const response = await exports.default.fetch("http://localhost/api/v1/organizations", { method: "POST", body });
  // biome-ignore lint/suspicious/noExplicitAny: a reply, as JSON
  return { status: response.status, body: (await response.json()) as any };
}

const name = () => `f-${crypto.randomUUID().slice(0, 8)}`;

/** Creates D1 rows of an organization whose own database was lost. */
async function lostOrganization(
  subdomain: string,
  id = 2_000_000 - Math.floor(Math.random() * 500_000),
): Promise<number> {
  const columns = `realm, id, email, delivery_email, email_visibility, full_name, role, is_active, avatar_source,
    avatar_version, avatar_hash, timezone, date_joined`;
  await env.DB.batch([
    env.DB.prepare("INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, 0)").bind(id, subdomain),
    env.DB.prepare(
      `INSERT INTO users (key, ${columns}) VALUES (?1 * 4294967296 + 3, ?1, 3, 'a', 'a', 1, 'Old', 100, 1, 'G', 1, '', '', 0)`,
    ).bind(id),
  ]);
  return id;
}

test("a new organization never gets an id with leftover rows in D1, even if no organization uses that id", async () => {
  const random = () => 1 + Math.floor(Math.random() * 1_000_000);
  const lost = name();
  const id = await lostOrganization(lost, random());
  await env.DB.prepare("DELETE FROM organizations WHERE subdomain = ?1").bind(lost).run();
  const drawn = [id];
  const bytes = () => {
    const next = new Uint8Array(4);
    new DataView(next.buffer).setUint32(0, (drawn.shift() ?? random()) - 1);
    return next;
  };
  expect(await organizationId([{ name: "DB", database: env.DB }], { subdomain: name() }, { bytes })).toMatchObject({
    isUsed: false,
  });
});

test("an organization is not created if D1 has rows of an earlier one", async () => {
  const subdomain = name();
  const id = await lostOrganization(subdomain);
  const { status, body } = await found(subdomain);
  expect([status, body.code]).toEqual([409, "ORGANIZATION_LOST"]);
  expect(body.msg).toContain(String(id));
  const { body: settings } = await new Person(`${subdomain}.localhost`, "", "").get("/server_settings");
  expect(settings.realm_name).toBeUndefined();
});

test("an organization created with begin_anew gets another id, and the old rows stay", async () => {
  const subdomain = name();
  const id = await lostOrganization(subdomain);
  const { status, body } = await found(subdomain, { begin_anew: "true" });
  expect(status).toBe(200);
  expect(body.realm_id).not.toBe(id);
  const old = env.DB.prepare("SELECT full_name FROM users WHERE realm = ?1").bind(id);
  expect(await old.first("full_name")).toBe("Old");
});

test("begin_anew doesn't replace an existing organization", async () => {
  const { owner, reply } = await organization();
  const subdomain = owner.host.replace(".localhost", "");
  await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "Hello" }));
  await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
  for (const fields of [undefined, { begin_anew: "true" }]) {
    expect((await found(subdomain, fields)).body.msg).toBe("This organization exists already.");
  }
  const taken = env.DB.prepare("SELECT id FROM organizations WHERE subdomain = ?1").bind(subdomain);
  expect(await taken.first("id")).toBe(reply.realm_id);
});

test("begin_anew requires the setup token, like creating an organization", async () => {
  const subdomain = name();
  await lostOrganization(subdomain);
  await withEnv({ SETUP_TOKEN: "a long random text" }, async () => {
    expect((await found(subdomain, { begin_anew: "true" })).status).toBe(401);
    expect((await found(subdomain, { begin_anew: "true", setup_token: "a long random text" })).status).toBe(200);
  });
});

test("an organization can be created after a failed attempt that already claimed an id", async () => {
  const subdomain = name();
  await env.DB.prepare("INSERT INTO organizations (id, subdomain, created_at) VALUES (?1, ?2, 0)")
    .bind(1_900_000 + Math.floor(Math.random() * 99_999), subdomain)
    .run();
  expect((await found(subdomain)).status).toBe(200);
});
