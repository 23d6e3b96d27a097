import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { makeGroup } from "../../../support/groups.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { changeRealm, rowsReadDuring } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { asOwner, connect } from "./directory.ts";

test("a directory can create a group, change its members and name, and empty it", async () => {
  const { iris, noah, mia, gus } = await realm();
  const directory = await connect(iris);
  const group = await directory.group("Tea", String(noah.id));
  const at = `/Groups/${group.id}`;
  expect(group).toMatchObject({ displayName: "Tea", members: [{ value: String(noah.id), type: "User" }] });
  const members = async () =>
    ((await directory.ok(directory.get(at))).members ?? []).map(({ value }: Json) => Number(value));
  const change = (...operations: object[]) => directory.ok(directory.patch(at, ...operations));
  await change({ op: "add", path: "members", value: [{ value: String(mia.id) }, { value: String(gus.id) }] });
  expect(await members()).toEqual([noah.id, mia.id, gus.id]);
  await change({ op: "remove", path: `members[value eq "${noah.id}"]` });
  await change({ op: "Remove", path: "members", value: [{ value: String(gus.id) }] });
  expect(await members()).toEqual([mia.id]);
  await change({ op: "replace", value: { id: group.id, displayName: "Coffee" } });
  await change({ op: "replace", path: "members", value: [{ value: String(gus.id) }] });
  expect(await members()).toEqual([gus.id]);
  expect((await directory.get(`${at}?excludedAttributes=members`)).body.members).toBeUndefined();
  expect((await directory.find(`members.value eq "${gus.id}"`, "Groups")).totalResults).toBe(1);
  expect((await directory.find('displayName eq "COFFEE"', "Groups")).Resources[0].id).toBe(group.id);
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  expect(user_groups.find(({ name }: Json) => name === "Coffee")).toMatchObject({ members: [gus.id] });
  const user = await directory.ok(directory.get(`/Users/${gus.id}`));
  expect(user.groups).toMatchObject([{ value: group.id, display: "Coffee" }]);
  expect((await directory.delete(at)).status).toBe(204);
  expect((await directory.get(at)).status).toBe(404);
  const left = (await iris.ok(iris.get("/user_groups"))).user_groups;
  expect(left.some(({ name }: Json) => name === "Coffee")).toBe(false);
  // The same name again gives the same group, without its former members.
  expect(await directory.group("Coffee", String(mia.id))).toMatchObject({
    id: group.id,
    members: [{ value: String(mia.id) }],
  });
});

test("an operation on an attribute of a member is refused or ignored, and removes no member", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris);
  const { id, members } = await directory.group("Tea", String(noah.id), String(mia.id));
  const parts = [`members[value eq "${noah.id}"].type`, "members.type", "members.value"];
  for (const path of parts) {
    for (const operation of [{ op: "remove" }, { op: "replace", value: "Group" }]) {
      const { status, body } = await directory.patch(`/Groups/${id}`, { ...operation, path });
      expect([status, body.scimType], path).toEqual([400, "mutability"]);
    }
  }
  await directory.ok(directory.patch(`/Groups/${id}`, { op: "remove", path: `members[value eq "${noah.id}"].other` }));
  expect((await directory.ok(directory.get(`/Groups/${id}`))).members).toEqual(members);
});

test("a deactivated user removed from a group is no longer a member once reactivated", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris);
  const { id } = await directory.group("Tea", String(noah.id), String(mia.id));
  await iris.ok(iris.delete(`/users/${noah.id}`));
  await directory.ok(directory.patch(`/Groups/${id}`, { op: "remove", path: `members[value eq "${noah.id}"]` }));
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  expect(user_groups.find(({ name }: Json) => name === "Tea")).toMatchObject({ members: [mia.id] });
});

test("[security 20.10] only the directory can change its groups", async () => {
  const { iris, omar, noah } = await realm();
  const directory = await connect(iris);
  const { id } = await directory.group("Tea", String(noah.id));
  const refusals = [
    await iris.patch(`/user_groups/${id}`, { name: "Mine" }),
    await omar.post(`/user_groups/${id}/members`, { add: [omar.id] }),
    await noah.post(`/user_groups/${id}/members`, { delete: [noah.id] }),
    await iris.post(`/user_groups/${id}/deactivate`),
  ];
  for (const { body } of refusals) expect(body.msg).toBe("This group is managed by the directory");
});

test("[security 20.10] an invitation adds no one to a group that a directory has taken over since", async () => {
  const { iris, noah, host } = await realm();
  const group_id = await makeGroup(iris, "Heads", []);
  const email = "nina@example.org";
  await iris.ok(iris.post("/invites", { invitee_emails: email, stream_ids: [], group_ids: [group_id] }));
  const group_roles = [{ group: "Heads", role: "administrator" }];
  const directory = await connect(iris, { rules: { may_adopt_groups: true, group_roles } });
  expect((await directory.group("Heads", String(noah.id))).id).toBe(String(group_id));
  const joined = await visitPage(host, await linkInMailTo(iris, email), { full_name: "Nina New", password: PASSWORD });
  expect(joined.status).toBe(303);
  const { members } = await directory.ok(directory.get(`/Groups/${group_id}`));
  expect(members).toMatchObject([{ value: String(noah.id) }]);
});

test("a group with a name in use, an unknown member, or itself as a subgroup is rejected", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  await iris.ok(iris.post("/user_groups/create", { name: "crew", description: "", members: [noah.id] }));
  expect((await directory.post("/Groups", { displayName: "Crew" })).body).toMatchObject({ status: "409" });
  expect((await directory.post("/Groups", { displayName: "role:owners" })).status).toBe(400);
  const [one, other] = [await directory.group("One"), await directory.group("Other")];
  const within = (group: Json, inner: Json) =>
    directory.patch(`/Groups/${group.id}`, { op: "add", path: "members", value: [{ value: inner.id, type: "Group" }] });
  await directory.ok(within(one, other));
  expect((await within(other, one)).body.scimType).toBe("invalidValue");
  expect((await within(one, one)).status).toBe(400);
  expect((await directory.post("/Groups", { displayName: "Two", members: [{ value: "9999" }] })).status).toBe(400);
  expect((await directory.find('displayName eq "Two"', "Groups")).totalResults).toBe(0);
  await succeeds(asOwner(iris, "PATCH", `/scim/connections/${directory.id}`, { rules: { may_adopt_groups: true } }));
  expect(await directory.group("crew")).toMatchObject({ displayName: "crew" });
});

test("a group contains only members that the directory can see, so that a response can be sent back unchanged", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris);
  const inner = await directory.group("Inner", String(mia.id));
  const outer = await directory.group("Outer", String(noah.id), String(mia.id));
  const at = `/Groups/${outer.id}`;
  const add = { op: "add", path: "members", value: [{ value: inner.id, type: "Group" }] };
  await directory.ok(directory.patch(at, add));
  const members = async () =>
    ((await directory.ok(directory.get(at))).members ?? []).map(({ value, type }: Json) => [Number(value), type]);
  expect(await members()).toEqual([
    [noah.id, "User"],
    [mia.id, "User"],
    [Number(inner.id), "Group"],
  ]);
  await iris.ok(iris.delete(`/users/${noah.id}`, { actions: { delete_profile: true } }));
  await until(async () => expect((await directory.get(`/Users/${noah.id}`)).status).toBe(404));
  expect((await directory.delete(`/Groups/${inner.id}`)).status).toBe(204);
  expect(await members()).toEqual([[mia.id, "User"]]);
  const { user_groups } = await iris.ok(iris.get("/user_groups", { include_deactivated_groups: true }));
  expect(user_groups.find(({ name }: Json) => name === "Inner")).toMatchObject({ deactivated: true });
  const read = await directory.ok(directory.get(at));
  expect((await directory.put(at, read)).body).toMatchObject({ members: [{ value: String(mia.id) }] });
});

test("[security 20.8] a change of many members costs no more in a directory with many groups", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  const { id } = await directory.group("Tea");
  const add = { op: "add", path: "members", value: [{ value: String(noah.id) }] };
  const rowsRead = () =>
    rowsReadDuring(iris, () => directory.ok(directory.patch(`/Groups/${id}`, ...Array(100).fill(add))));
  await rowsRead();
  const before = await rowsRead();
  for (let n = 0; n < 20; n += 1) await directory.group(`Group ${n}`);
  expect((await rowsRead()) - before).toBeLessThan(100);
});

test("a deleted group that a permission uses is emptied, but kept", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris);
  const { id } = await directory.group("Tea", String(noah.id));
  await iris.ok(iris.patch("/realm", { can_create_groups: { new: Number(id) } }));
  expect((await directory.delete(`/Groups/${id}`)).status).toBe(204);
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  expect(user_groups.find((group: Json) => group.id === Number(id))).toMatchObject({ members: [], deactivated: false });
});

test("rules give the members of a group a role and channels", async () => {
  const { iris, noah, mia } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "garden" }));
  const rules = {
    group_roles: [
      { group: "Heads", role: "moderator" },
      { group: "Chiefs", role: "administrator" },
    ],
    group_channels: [{ group: "heads", channels: [stream_id] }],
  };
  const directory = await connect(iris, { rules });
  const [heads, chiefs] = [
    await directory.group("Heads", String(noah.id)),
    await directory.group("Chiefs", String(noah.id)),
  ];
  const role = async () => (await iris.ok(iris.get(`/users/${noah.id}`))).user.role;
  expect(await role()).toBe(200);
  const { subscribers } = await iris.ok(iris.get(`/streams/${stream_id}/members`));
  expect(subscribers).toContain(noah.id);
  await directory.ok(directory.delete(`/Groups/${chiefs.id}`));
  expect(await role()).toBe(300);
  await directory.ok(
    directory.put(`/Groups/${heads.id}`, { displayName: "Heads", members: [{ value: String(mia.id) }] }),
  );
  expect(await role()).toBe(400);
  expect((await iris.ok(iris.get(`/streams/${stream_id}/members`))).subscribers).toContain(noah.id);
});

test("names and rules of a directory's groups ignore the case of every letter", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris, { rules: { group_roles: [{ group: "éQUIPE", role: "moderator" }] } });
  const { id } = await directory.group("Équipe", String(noah.id));
  expect((await iris.ok(iris.get(`/users/${noah.id}`))).user.role).toBe(300);
  expect((await directory.post("/Groups", { displayName: "équipe" })).status).toBe(409);
  const other = await directory.group("Straße");
  expect(
    (await directory.patch(`/Groups/${other.id}`, { op: "replace", value: { displayName: "ÉQUIPE" } })).status,
  ).toBe(409);
  await directory.ok(directory.patch(`/Groups/${id}`, { op: "replace", value: { displayName: "équipe" } }));
});

test("a role ends with the rule that gave it, unless another rule or an owner gave the same role", async () => {
  const { iris, omar, noah, mia, gus } = await realm();
  const heads = { group: "Heads", role: "moderator" };
  const chiefs = { group: "Chiefs", role: "administrator" };
  const directory = await connect(iris, { rules: { group_roles: [heads, chiefs] } });
  await directory.group("Heads", String(noah.id), String(mia.id), String(gus.id));
  await directory.group("Chiefs", String(noah.id), String(omar.id));
  await iris.ok(iris.patch(`/users/${gus.id}`, { role: 200 }));
  const roles = () =>
    Promise.all([omar, noah, mia, gus].map(async ({ id }) => (await iris.ok(iris.get(`/users/${id}`))).user.role));
  const set = (...group_roles: object[]) =>
    succeeds(asOwner(iris, "PATCH", `/scim/connections/${directory.id}`, { rules: { group_roles } }));
  expect(await roles()).toEqual([200, 200, 300, 200]);
  await set(heads);
  expect(await roles()).toEqual([400, 300, 300, 300]);
  await iris.ok(iris.patch(`/users/${gus.id}`, { role: 200 }));
  await set();
  expect(await roles()).toEqual([400, 400, 400, 200]);
});

test("a lower role from the directory doesn't replace a role that a group gives, even briefly", async () => {
  const { iris, noah } = await realm();
  const directory = await connect(iris, { rules: { group_roles: [{ group: "Chiefs", role: "administrator" }] } });
  const { id } = await directory.group("Chiefs", String(noah.id));
  const say = (role: string) =>
    directory.ok(directory.patch(`/Users/${noah.id}`, { op: "replace", path: "roles", value: [{ value: role }] }));
  const [events = []] = await eventsDuring([noah], async () => {
    await say("member");
    await say("moderator");
  });
  expect(events).toEqual([]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["user.role_changed"] }));
  const own = entries.filter(({ entity }: Json) => Number(entity.id) === noah.id);
  expect(own.map(({ details }: Json) => details)).toEqual([{ before: "member", after: "administrator" }]);
  await directory.ok(directory.delete(`/Groups/${id}`));
  expect((await iris.ok(iris.get(`/users/${noah.id}`))).user.role).toBe(300);
});

test("[security 20.10] a rule stays with the directory's group if a new group's name differs only in case", async () => {
  const { iris, noah, mia } = await realm();
  const directory = await connect(iris, { rules: { group_roles: [{ group: "heads", role: "moderator" }] } });
  const { id } = await directory.group("Heads", String(noah.id));
  await mia.ok(mia.post("/user_groups/create", { name: "heads", description: "", members: [mia.id] }));
  const add = { op: "add", path: "members", value: [{ value: String(mia.id) }] };
  const readd = { op: "replace", path: "members", value: [{ value: String(noah.id) }] };
  await directory.ok(directory.patch(`/Groups/${id}`, add));
  const roleOf = async (user: number) => (await iris.ok(iris.get(`/users/${user}`))).user.role;
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([300, 300]);
  await directory.ok(directory.patch(`/Groups/${id}`, readd));
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([300, 400]);
});

test("taking over a user applies the directory's role at once, and replaces one from another directory's groups", async () => {
  const { iris, noah, mia, gus } = await realm();
  const first = await connect(iris, { rules: { group_roles: [{ group: "Heads", role: "administrator" }] } });
  const group_roles = [{ group: "Chiefs", role: "moderator" }];
  const second = await connect(iris, { name: "Second", rules: { group_roles } });
  await second.group("Chiefs", String(gus.id));
  await first.group("Heads", String(noah.id), String(mia.id), String(gus.id));
  const adopt = ({ email: userName }: Person, more = {}) => second.user({ userName, displayName: "Somebody", ...more });
  const rolesDuring = async (action: () => Promise<unknown>) => {
    const [events = []] = await eventsDuring([iris], action);
    return events.flatMap(({ person }) => person?.role ?? []);
  };
  expect(await rolesDuring(() => adopt(noah, { roles: [{ value: "administrator" }] }))).toEqual([]);
  expect(await rolesDuring(() => adopt(mia))).toEqual([400]);
  expect(await rolesDuring(() => adopt(gus))).toEqual([300]);
});

test("rules apply to people who were in a group before the directory took it over", async () => {
  const { iris, noah, mia } = await realm();
  const [garden, shed] = [await makeChannel(iris, "garden", [iris]), await makeChannel(iris, "shed", [iris])];
  await iris.ok(iris.post("/user_groups/create", { name: "Heads", description: "", members: [noah.id, mia.id] }));
  const rules = {
    may_adopt_groups: true,
    group_roles: [{ group: "Heads", role: "moderator" }],
    group_channels: [{ group: "Heads", channels: [garden, shed] }],
  };
  const directory = await connect(iris, { rules });
  const [events = []] = await eventsDuring([noah], () => directory.group("Heads", String(noah.id)));
  const added = events.filter(({ type, op }) => type === "subscription" && op === "add");
  expect(added.map((event) => event.subscriptions.map(({ name }: Json) => name))).toEqual([["garden", "shed"]]);
  const roleOf = async (id: number) => (await iris.ok(iris.get(`/users/${id}`))).user.role;
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([300, 400]);
  expect((await iris.ok(iris.get(`/streams/${garden}/members`))).subscribers).toEqual([iris.id, noah.id]);
});

test("[security 20.14] a rule subscribes users only to channels that its owner can add others to", async () => {
  const { iris, omar, noah, mia } = await realm();
  const options = { invite_only: true, history_public_to_subscribers: true };
  const vault = await makeChannel(noah, "vault", [noah, mia], options);
  const { stream_id: general } = await iris.ok(iris.get("/get_stream_id", { stream: "general" }));
  const rule = (group: string, ...channels: number[]) => ({ group, channels });
  const directory = await connect(iris, { rules: { group_channels: [rule("Spies", general)] } });
  const put = (who: Person, ...group_channels: object[]) =>
    asOwner(who, "PATCH", `/scim/connections/${directory.id}`, { rules: { group_channels } });
  const refusal = "You do not have permission to subscribe other users to channels.";
  const terms = { name: "Other", rules: { group_channels: [rule("Spies", vault)] } };
  expect((await asOwner(iris, "POST", "/scim/connections", terms)).body.msg).toBe(refusal);
  expect((await put(iris, rule("Spies", general, vault))).body.msg).toBe(refusal);
  const spies = await directory.group("Spies", String(iris.id));
  const isIn = async (who: Person) => (await mia.ok(mia.get(`/streams/${vault}/members`))).subscribers.includes(who.id);
  expect(await isIn(iris)).toBe(false);

  // An owner who can subscribe others to the channel sets the rule, and the channel gets a notice.
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 100 }));
  const noahsBrowser = await logIn(noah.host, noah.email, PASSWORD);
  const byNoah = (...group_channels: object[]) =>
    succeeds(noahsBrowser.ask("PATCH", `/scim/connections/${directory.id}`, { rules: { group_channels } }));
  await byNoah(rule("Pilots", vault));
  const narrow = [{ operator: "channel", operand: vault }];
  const { messages } = await noah.ok(
    noah.get("/messages", { narrow, anchor: "newest", num_before: 9, num_after: 0, apply_markdown: false }),
  );
  expect(messages.at(-1).content).toContain("had a directory add people to this channel.");
  const pilots = await directory.group("Pilots", String(omar.id));
  expect(await isIn(omar)).toBe(true);
  // Other owners can keep the rule, remove channels or add other rules, but not apply it to another group.
  await succeeds(put(iris, rule("Pilots", vault), rule("Spies", general)));
  expect((await put(iris, rule("Spies", vault))).body.msg).toBe(refusal);
  expect((await put(iris, rule("Pilots", vault, general))).body.msg).toBe(refusal);
  expect((await iris.ok(iris.get("/scim/connections"))).connections[0].rules.group_channels).toEqual([
    rule("Pilots", vault),
    rule("Spies", general),
  ]);

  // Ends with the rights of the owner who set it.
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["vault"], principals: [omar.id] }));
  await iris.ok(iris.delete(`/users/${noah.id}`));
  const readd = { op: "replace", path: "members", value: [{ value: String(omar.id) }] };
  await directory.ok(directory.patch(`/Groups/${pilots.id}`, { op: "remove", path: "members" }, readd));
  expect([await isIn(omar), await isIn(iris)]).toEqual([false, false]);
  await directory.ok(directory.delete(`/Groups/${spies.id}`));
});

test("[security 20.14] a rule subscribes no one to a public channel that became private", async () => {
  const { iris, noah, mia } = await realm();
  const shed = await makeChannel(noah, "shed", [noah]);
  const directory = await connect(iris, { rules: { group_channels: [{ group: "Spies", channels: [shed] }] } });
  await noah.ok(noah.patch(`/streams/${shed}`, { is_private: true }));
  await directory.group("Spies", String(mia.id));
  expect((await noah.ok(noah.get(`/streams/${shed}/members`))).subscribers).toEqual([noah.id]);
});

test("[security 20.9] a connection can't change accounts that another one manages", async () => {
  const { iris, noah, mia, gus } = await realm();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "garden" }] }));
  const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "garden" }));
  const rules = { group_roles: [{ group: "Chefs", role: "administrator" }] };
  const [one, other] = [await connect(iris, { rules }), await connect(iris, { name: "Entra", kind: "entra" })];
  const roleOf = async (id: number) => (await iris.ok(iris.get(`/users/${id}`))).user.role;
  const chefs = await one.group("Chefs", String(noah.id), String(mia.id));
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([200, 200]);
  const members = async () =>
    ((await one.ok(one.get(`/Groups/${chefs.id}`))).members ?? []).map(({ value }: Json) => Number(value));

  // An account taken over by another directory leaves this one's groups and loses the role they gave.
  await other.user({ userName: noah.email });
  expect(await members()).toEqual([mia.id]);
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([400, 200]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["group.member_removed"] }));
  expect(entries[0]).toMatchObject({ entity: { type: "group", id: chefs.id }, actor: { name: "Entra" } });

  // Former members managed by the other directory aren't shown, and no rule applies to them.
  await changeRealm(iris, ({ sql }) => sql.exec("INSERT INTO group_members VALUES (?, ?)", chefs.id, noah.id));
  expect(await members()).toEqual([mia.id]);

  // The role set by an account's own directory can't be changed by this one, whatever its groups and rules do.
  await other.ok(other.patch(`/Users/${noah.id}`, { op: "replace", path: "roles", value: [{ value: "moderator" }] }));
  const add = (id: number) => ({ op: "add", path: "members", value: [{ value: String(id) }] });
  expect((await one.patch(`/Groups/${chefs.id}`, add(noah.id))).status).toBe(400);
  const group_channels = [{ group: "Chefs", channels: [stream_id] }];
  await succeeds(asOwner(iris, "PATCH", `/scim/connections/${one.id}`, { rules: { ...rules, group_channels } }));
  await one.ok(one.patch(`/Groups/${chefs.id}`, { op: "replace", path: "displayName", value: "Cooks" }));
  await one.ok(one.patch(`/Groups/${chefs.id}`, { op: "replace", path: "displayName", value: "Chefs" }, add(gus.id)));
  const { subscribers } = await iris.ok(iris.get(`/streams/${stream_id}/members`));
  expect(subscribers).toEqual([iris.id, mia.id, gus.id]);
  expect(await roleOf(noah.id)).toBe(300);
  await one.ok(one.delete(`/Groups/${chefs.id}`));
  expect([await roleOf(noah.id), await roleOf(mia.id)]).toEqual([300, 400]);
});
