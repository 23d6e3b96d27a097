import { expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { askFromPage, streamOf } from "../../../support/event-stream.ts";
import { freshly } from "../../../support/freshly.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { tablesOf, waitingPolls } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { comeIn } from "../../messages/outside-links/support.ts";
import { type Answer, asOwner, connect, type Directory, ENTERPRISE, USER } from "./directory.ts";

const ann = {
  userName: "ann@example.com",
  externalId: "00u1",
  name: { givenName: "Ann", familyName: "Tea" },
  emails: [{ value: "ann@example.com", type: "work", primary: true }],
  active: true,
  password: "never kept",
};

test("a directory can create an account, read it, change it, and remove it", async () => {
  const { iris, host } = await realm();
  const directory = await connect(iris);
  const made = await directory.post("/Users", { schemas: [USER], ...ann });
  expect(made.status).toBe(201);
  expect(made.headers.get("location")).toBe(made.body.meta.location);
  expect(made.body).toMatchObject({
    ...{ userName: "ann@example.com", externalId: "00u1", active: true, displayName: "Ann Tea" },
    name: { givenName: "Ann", familyName: "Tea", formatted: "Ann Tea" },
    emails: [{ value: "ann@example.com", type: "work", primary: true }],
    roles: [{ value: "member", primary: true }],
  });
  expect(JSON.stringify(made.body)).not.toContain("never kept");
  const { id } = made.body;
  const { user } = await iris.ok(iris.get(`/users/${id}`));
  expect(user).toMatchObject({ full_name: "Ann Tea", delivery_email: "ann@example.com", role: 400 });
  expect((await directory.get(`/Users/${id}`)).body).toEqual(made.body);
  expect((await directory.post("/Users", ann)).body).toMatchObject({ status: "409", scimType: "uniqueness" });

  const { name, ...rest } = ann;
  const put = await directory.ok(directory.put(`/Users/${id}`, { ...rest, name: { formatted: "Ann Coffee" } }));
  expect(put).toMatchObject({ name: { formatted: "Ann Coffee" } });
  expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
  expect((await directory.get(`/Users/${id}`)).status).toBe(404);
  expect((await directory.find('userName eq "ann@example.com"')).totalResults).toBe(0);
  expect((await iris.ok(iris.get(`/users/${id}`))).user.is_active).toBe(false);
  const again = await directory.post("/Users", ann);
  expect([again.status, again.body.id]).toEqual([201, id]);
  expect((await iris.ok(iris.get(`/users/${id}`))).user.is_active).toBe(true);
  expect(host).toBe(directory.host);
});

test("[security 20.3] a directory links an account by its email, once, and cannot see bots", async () => {
  const { iris, noah, bot } = await realm();
  const directory = await connect(iris);
  const tea = await bot(noah);
  expect((await directory.get(`/Users/${tea.id}`)).status).toBe(404);
  const { Resources } = await directory.ok(directory.get("/Users"));
  expect(Resources.map(({ id }: Json) => Number(id))).not.toContain(tea.id);
  const linked = await directory.post("/Users", { userName: "NOAH@example.com" });
  expect(linked).toMatchObject({ status: 201, body: { id: String(noah.id), userName: "NOAH@example.com" } });
  expect((await iris.ok(iris.get(`/users/${noah.id}`))).user.full_name).toBe("Noah Example");
  expect((await directory.post("/Users", { userName: "noah@example.com" })).status).toBe(409);
  expect((await directory.post("/Users", { userName: tea.email })).status).toBe(409);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["scim.user_linked"] }));
  expect(entries[0]).toMatchObject({
    actor: { type: "scim", id: directory.id, name: "Okta" },
    entity: { type: "user", id: String(noah.id) },
  });
});

test("an address set by a directory can't be undone with an earlier undo link", async () => {
  const { iris, noah, mia, host } = await realm();
  const directory = await connect(iris);
  const undoLink = async (id: number, former: string, new_email: string) => {
    await succeeds(asOwner(iris, "PATCH", `/users/${id}`, { new_email }));
    return linkInMailTo(iris, former);
  };
  const isValid = async (link: string) => (await visitPage(host, link)).status === 200;
  const before = await undoLink(noah.id, noah.email, "noah@example.net");
  expect(await isValid(before)).toBe(true);
  await directory.user({ userName: "noah@example.net" });
  expect(await isValid(before)).toBe(false);

  await directory.user({ userName: mia.email });
  const since = await undoLink(mia.id, mia.email, "mia@example.net");
  expect(await isValid(since)).toBe(true);
  const emails = [{ value: "mia@example.org", primary: true }];
  await directory.ok(directory.patch(`/Users/${mia.id}`, { op: "replace", path: "emails", value: emails }));
  expect(await isValid(since)).toBe(false);
});

test("a directory can neither see nor take over people outside", async () => {
  const { iris, host } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris]);
  const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel }));
  await comeIn(host, url);
  const { members } = await iris.ok(iris.get("/users"));
  const { user_id: outside, delivery_email } = members.find(({ full_name }: Json) => full_name === "Ana (outside)");
  const directory = await connect(iris);
  const { Resources, totalResults } = await directory.ok(directory.get("/Users"));
  expect(Resources.map(({ id }: Json) => Number(id))).not.toContain(outside);
  expect(totalResults).toBe(Resources.length);
  expect((await directory.find(`userName eq "${delivery_email}"`)).totalResults).toBe(0);
  expect((await directory.patch(`/Users/${outside}`, { op: "replace", value: { active: false } })).status).toBe(404);
  expect((await directory.post("/Users", { userName: delivery_email })).status).toBe(409);
  expect((await directory.post("/Groups", { displayName: "Crew", members: [{ value: String(outside) }] })).status).toBe(
    400,
  );
});

test.each<[how: string, take: (directory: Directory, id: number) => Promise<Answer>]>([
  ["is deactivated", (directory, id) => directory.patch(`/Users/${id}`, { op: "replace", value: { active: false } })],
  [
    "is replaced by an inactive one",
    (directory, id) => directory.put(`/Users/${id}`, { schemas: [USER], ...ann, active: "False" }),
  ],
  ["is deleted", (directory, id) => directory.delete(`/Users/${id}`)],
])("[security 20.4] sessions, keys, queues and streams of a user who %s end in the same change", async (_, take) => {
  const { iris, noah, host } = await realm();
  const directory = await connect(iris);
  const browser = await logIn(host, noah.email, PASSWORD);
  const registered = await browser.ask("POST", "/register", { event_types: ["user_group"] });
  const ofPage = { queue_id: registered.body.queue_id, last_event_id: -1 };
  const { stream: inBrowser } = await askFromPage(browser, ofPage, { Origin: `http://${host}` });
  const inApp = await streamOf(await noah.queue());
  const queue = await noah.queue();
  const before = await waitingPolls(iris);
  const poll = noah.get("/events", { queue_id: queue.id, last_event_id: queue.state.last_event_id });
  await until(async () => expect(await waitingPolls(iris)).toBe(before + 1));

  expect((await take(directory, noah.id)).status).toBeLessThan(300);
  // The first calls after the response are refused, and everything open has ended.
  expect([(await noah.get("/users/me")).status, (await browser.ask("GET", "/users/me")).status]).toEqual([401, 401]);
  expect((await poll).status).toBe(401);
  expect([(await inApp.closed).code, (await inBrowser?.closed)?.code]).toEqual([4401, 4401]);
  const tables = await tablesOf(iris);
  const rows = (name: string) => (tables[name] as Json[]).filter(({ user_id }) => user_id === noah.id);
  expect([rows("sessions"), rows("queues")]).toEqual([[], []]);

  // A reactivated user doesn't get the revoked logins back.
  const back = await directory.patch(`/Users/${noah.id}`, { op: "Replace", path: "active", value: "True" });
  if (back.status === 404) await directory.user({ userName: noah.email, active: true });
  expect((await iris.ok(iris.get(`/users/${noah.id}`))).user.is_active).toBe(true);
  expect([(await noah.get("/users/me")).status, (await browser.ask("GET", "/users/me")).status]).toEqual([401, 401]);
});

test("a user can't be given a userName that matches another account", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris);
  const emails = [{ value: noah.email, primary: true }];
  const { id } = await directory.user({ userName: "noah", emails });
  const rename = (value: string) => directory.patch(`/Users/${id}`, { op: "replace", path: "userName", value });
  const found = async (userName: string) => (await directory.find(`userName eq "${userName}"`)).totalResults;
  for (const refused of [
    await rename(mia.email.toUpperCase()),
    await directory.put(`/Users/${id}`, { userName: mia.email, emails }),
    await directory.post("/Users", { userName: mia.email, emails: [{ value: iris.email, primary: true }] }),
  ]) {
    expect(refused.body).toMatchObject({ status: "409", scimType: "uniqueness" });
  }
  expect([await found(mia.email), await found("noah")]).toEqual([1, 1]);
  // A later account with the same address doesn't keep the directory from changing other attributes.
  await directory.ok(rename("nora@example.com"));
  await iris.ok(freshly(iris).patch(`/users/${mia.id}`, { new_email: "nora@example.com" }));
  await directory.ok(directory.patch(`/Users/${id}`, { op: "replace", path: "title", value: "Cook" }));
});

test("[security 20.5] the last owner keeps the account, and is notified", async () => {
  const { iris, omar } = await realm();
  const directory = await connect(iris, { rules: { may_set_owner: true } });
  const refusals = [
    await directory.patch(`/Users/${iris.id}`, { op: "replace", value: { active: false } }),
    await directory.delete(`/Users/${iris.id}`),
    await directory.patch(`/Users/${iris.id}`, { op: "replace", path: "roles", value: [{ value: "member" }] }),
  ];
  for (const refusal of refusals) expect(refusal.body).toMatchObject({ status: "400", scimType: "mutability" });
  expect((await iris.ok(iris.get("/users/me"))).role).toBe(100);
  const letters = await mailsTo(iris, "iris@example.com");
  expect(letters.filter(({ subject }) => /owner of/.test(subject))).toHaveLength(1);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  await directory.ok(directory.patch(`/Users/${omar.id}`, { op: "replace", value: { active: false } }));
});

test("[security 20.6] only a connection with permission can make owners, or change their logins", async () => {
  const { iris, omar } = await realm();
  const directory = await connect(iris);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  const change = (id: number, path: string, value: unknown) =>
    directory.patch(`/Users/${id}`, { op: "replace", path, value });
  expect((await directory.post("/Users", { ...ann, roles: [{ value: "owner" }] })).body.scimType).toBe("invalidValue");
  expect((await change(omar.id, "roles", [{ value: "member" }])).body.scimType).toBe("mutability");
  expect((await change(omar.id, "userName", "thief@example.com")).body.scimType).toBe("mutability");
  await directory.ok(change(omar.id, "title", "Chef"));
  await succeeds(asOwner(iris, "PATCH", `/scim/connections/${directory.id}`, { rules: { may_set_owner: true } }));
  await directory.ok(change(omar.id, "roles", [{ value: "administrator" }]));
  expect((await iris.ok(iris.get(`/users/${omar.id}`))).user.role).toBe(200);
});

test("[security 20.6] only a connection with permission can reactivate owners", async () => {
  const { iris, omar, noah } = await realm();
  const directory = await connect(iris);
  for (const { id } of [omar, noah]) await iris.ok(iris.patch(`/users/${id}`, { role: 100 }));
  await directory.user({ userName: noah.email });
  for (const { id } of [omar, noah]) await iris.ok(iris.delete(`/users/${id}`));
  const isActive = async (id: number) => (await iris.ok(iris.get(`/users/${id}`))).user.is_active;
  const refusals = [
    await directory.patch(`/Users/${omar.id}`, { op: "replace", value: { active: true } }),
    await directory.patch(`/Users/${noah.id}`, { op: "Replace", path: "active", value: "True" }),
    await directory.put(`/Users/${noah.id}`, { userName: noah.email, active: true }),
    await directory.post("/Users", { userName: omar.email }),
    await directory.post("/Users", { userName: omar.email, active: true }),
  ];
  for (const refusal of refusals) expect(refusal.body).toMatchObject({ status: "400", scimType: "mutability" });
  expect([await isActive(omar.id), await isActive(noah.id)]).toEqual([false, false]);
  // The directory can change everything else about them.
  await directory.ok(directory.patch(`/Users/${noah.id}`, { op: "replace", path: "title", value: "Chef" }));
  await directory.user({ userName: omar.email, active: false });
  const rules = { may_set_owner: true };
  await succeeds(asOwner(iris, "PATCH", `/scim/connections/${directory.id}`, { rules }));
  await directory.ok(directory.patch(`/Users/${omar.id}`, { op: "replace", value: { active: true } }));
  expect([await isActive(omar.id), await isActive(noah.id)]).toEqual([true, false]);
});

test("[security 20.6] only a connection with permission can deactivate owners, managed by it or not", async () => {
  const { iris, omar, noah, mia } = await realm();
  const directory = await connect(iris);
  await directory.user({ userName: noah.email });
  for (const { id } of [omar, noah]) await iris.ok(iris.patch(`/users/${id}`, { role: 100 }));
  const isActive = async (id: number) => (await iris.ok(iris.get(`/users/${id}`))).user.is_active;
  const inactive = { op: "replace", value: { active: false } };
  const refusals = [
    await directory.patch(`/Users/${noah.id}`, inactive),
    await directory.delete(`/Users/${noah.id}`),
    await directory.patch(`/Users/${omar.id}`, inactive),
    await directory.delete(`/Users/${omar.id}`),
    await directory.put(`/Users/${omar.id}`, { userName: omar.email, active: false }),
    await directory.post("/Users", { userName: omar.email, active: false }),
  ];
  for (const refusal of refusals) expect(refusal.body.status).toBe(String(refusal.status));
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect([await isActive(omar.id), await isActive(noah.id)]).toEqual([true, true]);
  // Noah is still managed by the directory, and members can be deactivated as before.
  await directory.ok(directory.patch(`/Users/${noah.id}`, { op: "replace", path: "title", value: "Chef" }));
  await directory.ok(directory.patch(`/Users/${mia.id}`, inactive));
  await succeeds(asOwner(iris, "PATCH", `/scim/connections/${directory.id}`, { rules: { may_set_owner: true } }));
  await directory.ok(directory.patch(`/Users/${noah.id}`, inactive));
  expect([await isActive(omar.id), await isActive(noah.id)]).toEqual([true, false]);
});

test("a change of email needs no confirmation, and notifies the previous address", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris);
  await directory.user({ userName: "noah@example.com" });
  await directory.ok(
    directory.patch(`/Users/${noah.id}`, { op: "Add", path: 'emails[type eq "work"].value', value: "n2@example.com" }),
  );
  expect((await iris.ok(iris.get(`/users/${noah.id}`))).user.delivery_email).toBe("n2@example.com");
  const [letter] = await mailsTo(iris, "noah@example.com");
  expect(JSON.stringify(letter)).toContain("n2@example.com");
  const taken = await directory.patch(`/Users/${noah.id}`, {
    ...{ op: "replace", path: 'emails[type eq "work"].value', value: mia.email },
  });
  expect(taken.body).toMatchObject({ status: "409", scimType: "uniqueness" });
});

test("users can't change the fields that their directory manages", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  await directory.user({ userName: "noah@example.com" });
  expect((await noah.patch("/settings", { full_name: "Noah Free" })).body.msg).toContain("directory");
  expect((await noah.patch("/settings", { email: "free@example.com" })).body.msg).toContain("directory");
  expect((await noah.delete("/users/me")).body.msg).toContain("directory");
  await noah.ok(noah.patch("/settings", { enter_sends: true }));
});

test("a link to confirm a new address stops working when a directory takes over the account", async () => {
  const { iris, noah, host } = await realm();
  await noah.ok(freshly(noah).patch("/settings", { email: "new@example.org" }));
  const path = await linkInMailTo(iris, "new@example.org");
  const directory = await connect(iris);
  await directory.user({ userName: noah.email });
  for (const method of ["GET", "POST"]) {
    const page = await new Browser(host).fetch(method, path);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("managed by the directory")]);
  }
  expect((await noah.ok(noah.get("/users/me"))).delivery_email).toBe(noah.email);
});

test("attributes fill the profile fields that the rules specify", async () => {
  const { iris, mia } = await realm();
  const field = async (name: string, field_type: number) =>
    (await iris.ok(iris.post("/realm/profile_fields", { name, field_type }))).id;
  const [title, department, manager] = [await field("Title", 1), await field("Department", 1), await field("Boss", 6)];
  const directory = await connect(iris, { rules: { attributes: { title, department, manager } } });
  const user = await directory.user({
    ...ann,
    title: "Gardener",
    [ENTERPRISE]: { department: "Beds", manager: String(mia.id), employeeNumber: 7 },
  });
  expect(user).toMatchObject({
    title: "Gardener",
    schemas: [USER, ENTERPRISE],
    [ENTERPRISE]: { department: "Beds", manager: { value: String(mia.id) }, employeeNumber: "7" },
  });
  const profile = async () => {
    const { user: found } = await iris.ok(iris.get(`/users/${user.id}`, { include_custom_profile_fields: true }));
    return [title, department, manager].map((id) => found.profile_data[id]?.value);
  };
  expect((await profile()).slice(0, 2)).toEqual(["Gardener", "Beds"]);
  expect(JSON.stringify((await profile())[2])).toContain(String(mia.id));
  await directory.ok(
    directory.patch(
      `/Users/${user.id}`,
      { op: "Replace", path: `${ENTERPRISE}:department`, value: "Trees" },
      { op: "remove", path: "title" },
    ),
  );
  expect((await profile()).slice(0, 2)).toEqual([undefined, "Trees"]);
});

test("[security 20.4] a user can be deactivated even if a profile field no longer accepts its stored value", async () => {
  const { iris } = await realm();
  const choices = (...texts: string[]) =>
    Object.fromEntries(texts.map((text, index) => [text, { text, order: `${index + 1}` }]));
  const fields = { name: "Title", field_type: 3, field_data: choices("Cook", "Boss") };
  const { id: title } = await iris.ok(iris.post("/realm/profile_fields", fields));
  const directory = await connect(iris, { rules: { attributes: { title } } });
  const { id } = await directory.user({ ...ann, title: "Cook" });
  const account = async () =>
    (await iris.ok(iris.get(`/users/${id}`, { include_custom_profile_fields: true }))).user as Json;
  expect((await account()).profile_data[title].value).toBe("Cook");
  await iris.ok(iris.patch(`/realm/profile_fields/${title}`, { field_data: choices("Boss") }));
  const change = (value: Json) => directory.ok(directory.patch(`/Users/${id}`, { op: "replace", value }));
  await change({ active: false });
  expect((await account()).is_active).toBe(false);
  expect(await change({ active: true, title: "Chef" })).toMatchObject({ title: "Chef" });
  expect((await account()).profile_data[title]).toBeUndefined();
});

test("[security 20.7] a PATCH is applied completely or not at all, and repeating it sends no event", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  await directory.user({ userName: "noah@example.com", name: { formatted: "Noah One" } });
  const queue = await iris.queue({ event_types: ["realm_user"] });
  const refused = await directory.patch(
    `/Users/${noah.id}`,
    { op: "replace", path: "name.formatted", value: "Noah Two" },
    { op: "replace", path: "active", value: false },
    { op: "replace", path: "emails", value: [{ value: "no address" }] },
  );
  expect(refused.body).toMatchObject({ status: "400", scimType: "invalidValue" });
  expect(await queue.events()).toEqual([]);
  const operation = { op: "replace", value: { "name.formatted": "Noah Two", title: "Chef" } };
  await directory.ok(directory.patch(`/Users/${noah.id}`, operation));
  expect(await queue.events()).toHaveLength(1);
  const { checkpoint } = await iris.ok(iris.get("/audit_log"));
  await directory.ok(directory.patch(`/Users/${noah.id}`, operation));
  expect(await queue.events()).toEqual([]);
  expect((await iris.ok(iris.get("/audit_log"))).checkpoint).toEqual(checkpoint);
});

test("users are listed in pages, with the requested attributes", async () => {
  const { iris, gus } = await realm();
  const directory = await connect(iris);
  const first = await directory.ok(directory.get("/Users?startIndex=1&count=2"));
  expect(first).toMatchObject({ totalResults: 6, startIndex: 1, itemsPerPage: 2 });
  const last = await directory.ok(directory.get("/Users?startIndex=6&count=2"));
  expect(last.Resources.map(({ id }: Json) => Number(id))).toEqual([gus.id]);
  expect(await directory.ok(directory.get("/Users?count=0"))).toMatchObject({ totalResults: 6, Resources: [] });
  expect(await directory.ok(directory.get("/Users?count=-5&startIndex=-3"))).toMatchObject({
    startIndex: 1,
    Resources: [],
  });
  const brief = await directory.ok(directory.get("/Users?count=1&attributes=userName,name.formatted"));
  expect(brief.Resources).toEqual([
    { schemas: [USER], id: String(iris.id), userName: "iris@example.com", name: { formatted: "Iris Owner" } },
  ]);
  const cut = await directory.ok(directory.get("/Users?count=1&excludedAttributes=emails,meta,roles,id"));
  expect(Object.keys(cut.Resources[0]).sort()).toEqual(["active", "displayName", "id", "name", "schemas", "userName"]);
  const search = { filter: 'emails[type eq "work" and value ew "example.com"] and not (userName sw "iris")', count: 2 };
  expect(await directory.ok(directory.post("/Users/.search", search))).toMatchObject({
    totalResults: 5,
    itemsPerPage: 2,
  });
  expect((await directory.find('USERNAME EQ "Iris@Example.com"')).totalResults).toBe(1);
  expect((await directory.find('userName eq "nobody@example.com"')).Resources).toEqual([]);
});

test("[security 20.9] a connection can't see the accounts and groups that another one manages", async () => {
  const { iris, noah } = await realm();
  const [one, other] = [await connect(iris), await connect(iris, { name: "Entra", kind: "entra" })];
  await one.user({ userName: "noah@example.com", externalId: "7" });
  const group = await one.group("Tea", String(noah.id));
  expect((await other.get(`/Users/${noah.id}`)).status).toBe(404);
  expect((await other.post("/Users", { userName: "noah@example.com" })).status).toBe(409);
  expect((await other.get(`/Groups/${group.id}`)).status).toBe(404);
  expect((await other.delete(`/Groups/${group.id}`)).status).toBe(404);
  expect((await other.post("/Groups", { displayName: "tea" })).status).toBe(409);
  expect((await other.post("/Groups", { displayName: "Mine", members: [{ value: String(noah.id) }] })).status).toBe(
    400,
  );
});
