import { expect, test } from "vitest";
import { fetchPage } from "../../../support/files.ts";
import { freshly } from "../../../support/freshly.ts";
import { advanceClock, tablesOf, withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";
import { feed, fetchFeed, tokenOf } from "./feeds.ts";

const REFUSED = [
  [undefined, 401, "not_authed"],
  ["Bearer wrong", 401, "invalid_auth"],
  ["Basic bm9ib2R5Om5vdGhpbmc=", 403, "not_allowed_token_type"],
] as const;

test("[security 18.8] an audit token can only read the log, and no other key or token can read it there", async () => {
  const { iris, mona, host } = await realm();
  const token = await tokenOf(iris);
  expect((await feed(host, "logs", token)).entries.length).toBeGreaterThan(0);
  for (const path of ["logs", "checkpoint", "proof/inclusion?id=1", "proof/consistency?from=1"]) {
    for (const [authorization, status, error] of REFUSED) {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
      const response = await fetchPage(host, `/audit/v1/${path}`, { headers });
      expect([response.status, await response.json()]).toEqual([status, { ok: false, error }]);
    }
    expect((await fetchPage(host, `/audit/v1/${path}`, { as: mona })).status).toBe(403);
    expect((await fetchFeed(host, path, mona.key)).status).toBe(401);
  }
  const bearer = { Authorization: `Bearer ${token}` };
  for (const path of ["/audit_log", "/users/me", "/audit_log/tokens", "/audit_log/export"]) {
    const { status } = await fetchPage(host, `/api/v1${path}`, { headers: bearer });
    expect([400, 401]).toContain(status);
  }
});

test("audit tokens are limited to three, shown once, and stored only as hashes", async () => {
  const { iris } = await realm();
  const made = [];
  for (const name of ["one", "two", "three"]) made.push(await tokenOf(iris, name));
  expect((await freshly(iris).post("/audit_log/tokens", { name: "four" })).status).toBe(400);
  const { tokens } = await iris.ok(iris.get("/audit_log/tokens"));
  expect(
    tokens.map(({ name, user_id, last_used_at }: Record<string, unknown>) => [name, user_id, last_used_at]),
  ).toEqual([
    ["one", iris.id, null],
    ["two", iris.id, null],
    ["three", iris.id, null],
  ]);
  const stored = JSON.stringify([tokens, await tablesOf(iris)]);
  for (const token of made) expect(stored).not.toContain(token.slice("parley-audit-".length));
  await iris.ok(iris.delete(`/audit_log/tokens/${tokens[0].id}`));
  expect((await iris.delete(`/audit_log/tokens/${tokens[0].id}`)).status).toBe(404);
  await tokenOf(iris, "four");
  for (const name of ["", "  ", "x".repeat(101)]) {
    expect((await freshly(iris).post("/audit_log/tokens", { name })).status).toBe(400);
  }
});

test("[security 18.8] an audit token is valid until it is revoked, or its creator is no longer an owner", async () => {
  const { iris, omar, host } = await realm();
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  const [ofIris, ofOmar] = [await tokenOf(iris), await tokenOf(omar)];
  const errorFor = async (token: string) => (await fetchFeed(host, "logs", token)).json();
  await feed(host, "logs", ofOmar);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 200 }));
  expect(await errorFor(ofOmar)).toEqual({ ok: false, error: "account_inactive" });
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  await feed(host, "logs", ofOmar);
  await iris.ok(iris.delete(`/users/${omar.id}`));
  expect(await errorFor(ofOmar)).toEqual({ ok: false, error: "account_inactive" });
  const { tokens } = await iris.ok(iris.get("/audit_log/tokens"));
  await iris.ok(iris.delete(`/audit_log/tokens/${tokens[0].id}`));
  expect(await errorFor(ofIris)).toEqual({ ok: false, error: "invalid_auth" });
});

test("[security 18.8] an audit token is refused if its owner cannot read the log", async () => {
  const { iris, omar, host } = await realm();
  const token = await tokenOf(iris);
  await feed(host, "logs", token);
  const value = { new: { direct_members: [omar.id], direct_subgroups: [] } };
  await iris.ok(iris.patch("/realm", { can_read_audit_log_group: value }));
  expect((await fetchFeed(host, "logs", token)).status).toBe(401);
  expect((await freshly(iris).post("/audit_log/tokens", { name: "more" })).status).toBe(400);
});

test("[security 18.8] an audit token works only from networks that owners can use", () =>
  withEnv({ ADDRESS_HEADER: "X-Real-IP" }, async () => {
    const { iris, host } = await realm();
    const token = await tokenOf(iris);
    const networks = [{ network: "192.0.2.0/24", label: "SIEM", roles: null }];
    const fields = { networks: JSON.stringify(networks) };
    const set = await freshly(iris).send("PATCH", "/realm/allowed_networks", fields, { "X-Real-IP": "192.0.2.7" });
    expect(set.status).toBe(200);
    const from = (ip: string) =>
      fetchPage(host, "/audit/v1/logs", { headers: { Authorization: `Bearer ${token}`, "X-Real-IP": ip } });
    expect((await from("192.0.2.8")).status).toBe(200);
    const refused = await from("203.0.113.9");
    expect([refused.status, await refused.json()]).toEqual([403, { ok: false, error: "accesslimited" }]);
  }));

test("creating and revoking audit tokens is recorded, and their use is recorded at most once an hour", async () => {
  const { iris, host } = await realm();
  const token = await tokenOf(iris, "Cortex");
  for (const path of ["logs", "logs", "checkpoint"]) await fetchFeed(host, path, token);
  const { tokens } = await iris.ok(iris.get("/audit_log/tokens"));
  expect(tokens[0].last_used_at).toBeGreaterThan(0);
  await advanceClock(iris, 3_600_000);
  await fetchFeed(host, "logs", token);
  const later = await iris.ok(iris.get("/audit_log/tokens"));
  expect(later.tokens[0].last_used_at - tokens[0].last_used_at).toBeGreaterThanOrEqual(3600);
  await iris.ok(iris.delete(`/audit_log/tokens/${tokens[0].id}`));
  const { entries } = await iris.ok(
    iris.get("/audit_log", { action: ["audit.token_created", "audit.token_ended", "audit.read"] }),
  );
  const details = { token_id: tokens[0].id, name: "Cortex" };
  expect(entries.slice(0, 5)).toMatchObject([
    // Reading the log in this test is recorded too.
    { action: "audit.read", details: {} },
    { action: "audit.token_ended", details, actor: { id: iris.id } },
    { action: "audit.read", details, actor: { id: iris.id } },
    { action: "audit.read", details, actor: { id: iris.id } },
    { action: "audit.token_created", details, actor: { id: iris.id } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test("all audit tokens of an organization share 50 requests a minute", async () => {
  const { iris, noah, host } = await realm();
  const tokens = [await tokenOf(iris, "one"), await tokenOf(iris, "two")];
  await withConfig(iris, { rateLimits: true }, async () => {
    for (let call = 0; call < 50; call += 1) await feed(host, "logs?limit=1", tokens[call % 2]);
    const refused = await fetchFeed(host, "logs?limit=1", tokens[0]);
    expect([refused.status, await refused.json()]).toEqual([429, { ok: false, error: "ratelimited" }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await fetchFeed(host, "logs", "wrong")).status).toBe(401);
    // Refused after its name was written, which clears what the organization has in memory.
    const refusedChange = { full_name: "Noah New", new_email: iris.email };
    expect((await iris.patch(`/users/${noah.id}`, refusedChange)).status).toBe(400);
    expect((await fetchFeed(host, "logs?limit=1", tokens[1])).status).toBe(429);
    await advanceClock(iris, 61_000);
    await until(() => feed(host, "logs?limit=1", tokens[0]));
  });
});
