import { expect, test } from "vitest";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { advanceClock, changeRealm, withEnv } from "../../../support/object.ts";
import { OWNER_PASSWORD, organization, realm } from "../../../support/organization.ts";
import { asOwner, connect, Directory } from "./directory.ts";

test("[security 20.1] an owner connects a directory, and sees its token once", async () => {
  const { iris, omar } = await realm();
  const reply = await succeeds(asOwner(iris, "POST", "/scim/connections", { name: "Okta", kind: "okta" }));
  expect(reply).toMatchObject({ token: expect.stringMatching(/^parley_scim_[\w-]{43}$/) });
  expect(reply.address).toMatch(/\/scim\/v2$/);
  const listed = await iris.ok(iris.get("/scim/connections"));
  expect(listed.connections).toMatchObject([
    { name: "Okta", kind: "okta", tokens: [{ id: reply.token_id, last_used_at: null }] },
  ]);
  expect(JSON.stringify(listed)).not.toContain(reply.token);
  await changeRealm(iris, ({ sql }) => {
    const stored = JSON.stringify(sql.exec("SELECT * FROM scim_tokens").toArray());
    expect(stored).not.toContain(reply.token);
  });
  expect((await omar.get("/scim/connections")).status).toBe(400);
  await new Directory(iris.host, reply.token).ok(new Directory(iris.host, reply.token).get("/Users"));
  const used = await iris.ok(iris.get("/scim/connections"));
  expect(used.connections[0].tokens[0].last_used_at).toEqual(expect.any(Number));
});

test("[security 20.1] an owner without a recent login can't change a directory connection", async () => {
  const { iris, host } = await realm();
  const directory = await connect(iris);
  const tokens = `/scim/connections/${directory.id}/tokens`;
  const { token_id } = await succeeds(asOwner(iris, "POST", tokens));
  const acts = [
    ["POST", "/scim/connections", { name: "Entra" }],
    ["PATCH", `/scim/connections/${directory.id}`, { rules: { may_set_owner: true } }],
    ["POST", tokens, {}],
    ["DELETE", `${tokens}/${token_id}`, {}],
    ["DELETE", `/scim/connections/${directory.id}`, {}],
  ] as const;
  const former = await logIn(host, iris.email, OWNER_PASSWORD);
  await advanceClock(iris, 16 * 60_000);
  const { connections } = await iris.ok(iris.get("/scim/connections"));
  for (const [method, path, fields] of acts) {
    const { status, body } = await former.ask(method, path, fields);
    expect([status, body.code], `${method} ${path}`).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  }
  // An API key doesn't show when its user last logged in.
  expect((await iris.post("/scim/connections", { name: "Entra" })).body.code).toBe("FRESH_LOGIN_REQUIRED");
  expect((await iris.ok(iris.get("/scim/connections"))).connections).toEqual(connections);
});

test("an organization can have at most three connections, with two tokens each", async () => {
  const { owner } = await organization();
  const directory = await connect(owner);
  await connect(owner, { name: "Entra", kind: "entra" });
  await connect(owner, { name: "Other", kind: "other" });
  expect((await asOwner(owner, "POST", "/scim/connections", { name: "Fourth" })).body.msg).toContain("more than 3");
  const { token, token_id } = await succeeds(asOwner(owner, "POST", `/scim/connections/${directory.id}/tokens`));
  expect((await asOwner(owner, "POST", `/scim/connections/${directory.id}/tokens`)).body.msg).toContain("more than 2");
  const { connections } = await owner.ok(owner.get("/scim/connections"));
  const [first] = connections[0].tokens;
  await succeeds(asOwner(owner, "DELETE", `/scim/connections/${directory.id}/tokens/${first.id}`));
  expect((await directory.get("/Users")).status).toBe(401);
  expect((await new Directory(owner.host, token).get("/Users")).status).toBe(200);
  // A token of another connection isn't found here.
  expect((await asOwner(owner, "DELETE", `/scim/connections/${connections[1].id}/tokens/${token_id}`)).status).toBe(
    400,
  );
});

test("rules must refer to existing fields and channels", async () => {
  const { owner } = await organization();
  const directory = await connect(owner);
  const change = (rules: object) => asOwner(owner, "PATCH", `/scim/connections/${directory.id}`, { rules });
  expect((await change({ attributes: { title: 99 } })).body.msg).toContain("99");
  expect((await change({ group_channels: [{ group: "Tea", channels: [99] }] })).body.msg).toContain("99");
  expect((await change({ group_roles: [{ group: "Tea", role: "owner" }] })).status).toBe(400);
  await succeeds(change({ may_set_owner: true, group_roles: [{ group: "Tea", role: "owner" }] }));
  expect((await owner.ok(owner.get("/scim/connections"))).connections[0].rules).toMatchObject({ may_set_owner: true });
});

test("[security 20.2] a token works only in its own organization, and stops working when its connection is deleted", async () => {
  const [one, other] = [await organization(), await organization()];
  const directory = await connect(one.owner);
  await connect(other.owner);
  expect((await new Directory(other.host, directory.token).get("/Users")).status).toBe(401);
  await succeeds(asOwner(one.owner, "DELETE", `/scim/connections/${directory.id}`));
  expect((await directory.get("/Users")).status).toBe(401);
  for (const token of ["", "x", `${directory.token}x`, one.owner.key])
    expect((await new Directory(one.host, token).get("/Users")).status).toBe(401);
});

test("users can manage a connection's accounts and groups again after it ends", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  const user = await directory.user({ userName: noah.email, name: { formatted: "Noah Tea" } });
  const group = await directory.group("Tea", user.id);
  expect((await iris.patch(`/user_groups/${group.id}`, { name: "Coffee" })).body.msg).toBe(
    "This group is managed by the directory",
  );
  expect((await noah.patch("/settings", { full_name: "Noah" })).body.msg).toBe(
    "Your account is managed by the directory",
  );
  await succeeds(asOwner(iris, "DELETE", `/scim/connections/${directory.id}`));
  await noah.ok(noah.patch("/settings", { full_name: "Noah" }));
  await iris.ok(iris.patch(`/user_groups/${group.id}`, { name: "Coffee" }));
});

test("[security 20.12] a directory can call only from the networks that owners configured for it", () =>
  withEnv({ ADDRESS_HEADER: "X-Real-IP" }, async () => {
    const { owner } = await organization();
    const office = { network: "192.0.2.77/24", label: "Office" };
    const directory = await connect(owner, { networks: [office, { network: "2001:DB8::/32", label: "" }] });
    const from = async (ip: string) => {
      const { status, body } = await directory.send("GET", "/Users?count=1", undefined, { "X-Real-IP": ip });
      return [status, body.detail];
    };
    for (const ip of ["192.0.2.1", "::ffff:192.0.2.255", "2001:db8:1::1"]) expect((await from(ip))[0], ip).toBe(200);
    const refused = [403, expect.stringContaining("network")];
    for (const ip of ["192.0.3.1", "::1", "2001:db9::1", "somebody", ""]) expect(await from(ip), ip).toEqual(refused);
    // Also applies to what the Worker answers itself, and to changes.
    const elsewhere = { "X-Real-IP": "192.0.3.1" };
    expect((await directory.send("GET", "/ServiceProviderConfig", undefined, elsewhere)).status).toBe(403);
    expect((await directory.send("POST", "/Users", { userName: "a@example.com" }, elsewhere)).status).toBe(403);
    const { connections } = await owner.ok(owner.get("/scim/connections"));
    const list = [
      { network: "192.0.2.0/24", label: "Office" },
      { network: "2001:db8::/32", label: "" },
    ];
    expect(connections[0].networks).toEqual(list);

    const change = (fields: object) => asOwner(owner, "PATCH", `/scim/connections/${directory.id}`, { ...fields });
    for (const network of ["192.0.2.0/33", "x", ""])
      expect((await change({ networks: [{ network, label: "" }] })).body.msg).toContain("Invalid network");
    await succeeds(change({ name: "Other" }));
    expect(await from("192.0.3.1")).toEqual(refused);
    await succeeds(change({ networks: [] }));
    expect((await from("192.0.3.1"))[0]).toBe(200);
    const { entries } = await owner.ok(owner.get("/audit_log", { action: ["scim.connection_changed"] }));
    const networks = list.map(({ network }) => network);
    expect(entries[0].details).toMatchObject({ networks_before: networks, networks: [] });
  }));
