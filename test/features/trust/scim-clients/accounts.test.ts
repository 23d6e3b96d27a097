import { expect, test } from "vitest";
import { askForStream, streamOf } from "../../../support/event-stream.ts";
import { logIn } from "../../../support/log-in.ts";
import { OWNER_PASSWORD, PASSWORD } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { idsOf, refusal, resource, URN } from "./scim-client.ts";
import { accountOf, personOf, scimStand } from "./stand.ts";

const ACCOUNT = { schemas: [URN.user], userName: "new@example.com", name: { givenName: "New", familyName: "Person" } };
const INACTIVE = { op: "replace", value: { active: false } };

test("a deactivation ends a waiting poll, a stream, a session and a key at once", async () => {
  const { scim, noah, host, bot } = await scimStand();
  const browser = await logIn(host, noah.email, PASSWORD);
  const helper = await bot(noah);
  const [queue, streamed] = [await noah.queue(), await noah.queue()];
  const polled = noah.get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id });
  const stream = await streamOf(streamed);
  // Requests are answered in order, so by now the poll is waiting.
  await noah.ok(noah.get("/users/me"));
  await resource(scim.patch(`/Users/${noah.id}`, INACTIVE));
  await polled;
  await stream.closed;
  const key = await noah.get("/users/me");
  expect([key.status, key.body.code]).toEqual([401, "USER_DEACTIVATED"]);
  expect((await noah.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true })).status).toBe(401);
  expect((await askForStream(noah, { queue_id: streamed.id, last_event_id: -1 })).status).toBe(401);
  expect((await browser.ask("GET", "/users/me")).status).toBe(401);
  expect((await helper.get("/users/me")).status).toBe(401);
  expect((await noah.post("/fetch_api_key", { username: noah.email, password: PASSWORD })).status).toBe(401);
  await resource(scim.patch(`/Users/${noah.id}`, { op: "replace", value: { active: true } }));
  expect((await browser.ask("GET", "/users/me")).status).toBe(401);
  expect((await noah.get("/users/me")).status).toBe(401);
});

test.each(["PATCH", "PUT", "DELETE"])(
  "the last owner can't be deactivated by %s, and gets an email about it",
  async (method) => {
    const { scim, iris, omar } = await scimStand({ may_set_owner: true });
    const path = `/Users/${iris.id}`;
    const current = await resource(scim.get(path));
    const call = () => {
      if (method === "PATCH") return scim.patch(path, { op: "replace", path: "active", value: false });
      return method === "PUT" ? scim.put(path, { ...current, active: false }) : scim.delete(path);
    };
    expect(await refusal(call())).toEqual([400, "mutability"]);
    await iris.ok(iris.get("/users/me"));
    expect(await resource(scim.get(path))).toEqual(current);
    const { mails } = await iris.ok(iris.get("/dev/mail"));
    expect(mails.filter(({ to }: Json) => to.includes(iris.email)).length).toBeGreaterThan(0);
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
    expect([200, 204]).toContain((await call()).status);
    expect((await iris.get("/users/me")).status).toBe(401);
    await omar.ok(omar.get("/users/me"));
  },
);

test("a directory can't change the role of the last owner", async () => {
  const { scim, iris } = await scimStand();
  const path = `/Users/${iris.id}`;
  const roles = [{ value: "member", primary: true }];
  await scim.patch(path, { op: "replace", path: "roles", value: roles });
  await scim.put(path, { ...(await resource(scim.get(path))), roles });
  expect((await accountOf(iris, String(iris.id))).role).toBe(100);
});

test("bots are invisible to a directory: not listed, not found by id, and not changeable", async () => {
  const { scim, iris, noah, bot } = await scimStand();
  const helper = await bot(noah);
  const list = await resource(scim.get("/Users?count=200"));
  expect([list.totalResults, idsOf(list)]).toEqual([6, expect.not.arrayContaining([String(helper.id)])]);
  const path = `/Users/${helper.id}`;
  expect((await resource(scim.filter("Users", `id eq "${helper.id}"`))).totalResults).toBe(0);
  expect((await resource(scim.filter("Users", `userName eq "${helper.email}"`))).totalResults).toBe(0);
  expect((await scim.get(path)).status).toBe(404);
  expect((await scim.patch(path, INACTIVE)).status).toBe(404);
  expect((await scim.put(path, ACCOUNT)).status).toBe(404);
  expect((await scim.delete(path)).status).toBe(404);
  await helper.ok(helper.get("/users/me"));
  const { user } = await iris.ok(iris.get(`/users/${helper.id}`));
  expect([user.is_active, user.is_bot]).toEqual([true, true]);
  const taken = scim.post("/Users", { ...ACCOUNT, userName: helper.email });
  expect((await refusal(taken))[0]).toBeGreaterThanOrEqual(400);
});

test.each([
  ["guest", 600],
  ["member", 400],
  ["moderator", 300],
  ["administrator", 200],
])("an account created as %s gets that role", async (value, role) => {
  const { scim, iris } = await scimStand();
  const { id } = await resource(scim.post("/Users", { ...ACCOUNT, roles: [{ value, primary: true }] }));
  expect((await accountOf(iris, id)).role).toBe(role);
  expect((await resource(scim.get(`/Users/${id}`))).roles).toMatchObject([{ value }]);
});

test("a guest created by a directory sees no more than any guest, even through its groups", async () => {
  const { scim, iris, host } = await scimStand();
  const { id } = await resource(scim.post("/Users", { ...ACCOUNT, roles: [{ value: "guest", primary: true }] }));
  const members = [{ value: id }, { value: String(iris.id) }];
  const group = await resource(scim.post("/Groups", { schemas: [URN.group], displayName: "Mixed", members }));
  await iris.ok(iris.patch("/realm", { can_create_groups: { new: Number(group.id) } }));
  const guest = await personOf(host, ACCOUNT.userName);
  const { subscriptions } = await guest.ok(guest.get("/users/me/subscriptions"));
  expect(subscriptions).toEqual([]);
  const create = await guest.post("/user_groups/create", { name: "mine", description: "", members: [] });
  expect(create.status).toBe(400);
});

test("a directory can't make anyone an owner unless the connection allows it", async () => {
  const { scim, iris, noah } = await scimStand();
  const roles = [{ value: "owner", primary: true }];
  const [status] = await refusal(scim.patch(`/Users/${noah.id}`, { op: "replace", path: "roles", value: roles }));
  expect(status).toBe(400);
  const made = await scim.post("/Users", { ...ACCOUNT, roles });
  expect(made.status).toBe(400);
  const { members } = await iris.ok(iris.get("/users"));
  expect(members.filter(({ role }: Json) => role === 100)).toHaveLength(1);
});

test("an account created by a directory can't change its email or name, or deactivate itself", async () => {
  const { scim, iris, host } = await scimStand();
  const { id } = await resource(scim.post("/Users", ACCOUNT));
  const person = await personOf(host, ACCOUNT.userName);
  expect((await person.delete("/users/me")).status).toBe(400);
  expect((await person.patch("/settings", { email: "other@example.com" })).status).toBe(400);
  expect((await person.patch("/settings", { full_name: "Other Name" })).status).toBe(400);
  expect(await accountOf(iris, id)).toMatchObject({ full_name: "New Person", is_active: true });
});

test("a directory is exempt from the organization's domain rules, but not from those for addresses", async () => {
  const { scim, iris } = await scimStand();
  await iris.ok(iris.post("/realm/domains", { domain: "acme.example", allow_subdomains: false }));
  await iris.ok(
    iris.patch("/realm", { emails_restricted_to_domains: true, disallow_disposable_email_addresses: true }),
  );
  await resource(scim.post("/Users", { ...ACCOUNT, userName: "elsewhere@contoso.example" }));
  for (const userName of ["somebody@mailinator.com", "no address", "@", "a@", "a b@example.com", ""]) {
    const [status] = await refusal(scim.post("/Users", { ...ACCOUNT, userName }));
    expect([userName, status]).toEqual([userName, 400]);
  }
});

test("a user name that isn't an email address requires a separate one, and both are kept as sent", async () => {
  const { scim, iris } = await scimStand();
  expect(await refusal(scim.post("/Users", { ...ACCOUNT, userName: "nperson" }))).toEqual([400, "invalidValue"]);
  const emails = [
    { value: "Home@example.com", type: "home" },
    { value: "NPerson@example.com", type: "work", primary: true },
  ];
  const made = await resource(scim.post("/Users", { ...ACCOUNT, userName: "NPerson", emails }));
  expect(made).toMatchObject({
    userName: "NPerson",
    emails: expect.arrayContaining([expect.objectContaining({ primary: true })]),
  });
  expect((await accountOf(iris, made.id)).delivery_email.toLowerCase()).toBe("nperson@example.com");
  expect(idsOf((await scim.filter("Users", 'userName eq "nperson"')).body)).toEqual([made.id]);
  const same = { ...ACCOUNT, userName: "other", emails: [{ value: "nperson@EXAMPLE.com" }] };
  expect(await refusal(scim.post("/Users", same))).toEqual([409, "uniqueness"]);
});

test.each<[string, Json, string]>([
  [
    "the formatted name",
    { name: { formatted: "Dr. A B", givenName: "A", familyName: "B" }, displayName: "C" },
    "Dr. A B",
  ],
  ["the given and family names", { name: { givenName: "A", familyName: "B" }, displayName: "C" }, "A B"],
  ["the family name only", { name: { familyName: "Bond" } }, "Bond"],
  ["the display name", { name: {}, displayName: "Display N." }, "Display N."],
])("the full name is taken from %s", async (_, names, expected) => {
  const { scim, iris } = await scimStand();
  const { id } = await resource(scim.post("/Users", { schemas: [URN.user], userName: "n@example.com", ...names }));
  expect((await accountOf(iris, id)).full_name).toBe(expected);
});

test.each(["a".repeat(300), "*bold*", "a`b", 'say "hi"', "x@y", "<b>", "a\u0000b", "\n", "", " "])(
  "a name invalid for accounts, such as %j, is corrected instead of rejected or stored",
  async (familyName) => {
    const { scim, iris } = await scimStand();
    const body = { schemas: [URN.user], userName: "n@example.com", name: { givenName: "Ann", familyName } };
    const { id } = await resource(scim.post("/Users", body));
    const { full_name } = await accountOf(iris, id);
    expect(full_name).toMatch(/^Ann/);
    expect(full_name.length).toBeLessThanOrEqual(100);
    expect(full_name).not.toMatch(/[*`\\>"@\p{Cc}]/u);
  },
);

test("owners can deactivate and reactivate accounts by hand, and the directory sees the change", async () => {
  const { scim, iris, noah } = await scimStand();
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await resource(scim.get(`/Users/${noah.id}`))).active).toBe(false);
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  expect((await resource(scim.get(`/Users/${noah.id}`))).active).toBe(true);
});

test("a directory can create an inactive account, and activate it later", async () => {
  const { scim, iris } = await scimStand();
  const { id } = await resource(scim.post("/Users", { ...ACCOUNT, active: false }));
  expect((await accountOf(iris, id)).is_active).toBe(false);
  await resource(scim.patch(`/Users/${id}`, { op: "replace", path: "active", value: true }));
  expect((await accountOf(iris, id)).is_active).toBe(true);
});

test("a password sent by the directory never works for login, not even for the owner", async () => {
  const { scim, iris, noah, host } = await scimStand();
  await scim.patch(`/Users/${noah.id}`, { op: "replace", value: { password: "a new password" } });
  await scim.patch(`/Users/${iris.id}`, { op: "replace", path: "password", value: "a new password" });
  await logIn(host, noah.email, PASSWORD);
  await logIn(host, iris.email, OWNER_PASSWORD);
  const { entries } = await iris.ok(iris.get("/audit_log"));
  expect(JSON.stringify(entries)).not.toContain("a new password");
});
