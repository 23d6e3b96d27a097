import { expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { streamOf } from "../../../support/event-stream.ts";
import { sendFiles } from "../../../support/files.ts";
import { groupIds, makeGroup } from "../../../support/groups.ts";
import { notesTo } from "../../../support/messages.ts";
import { executeSql } from "../../../support/object.ts";
import { casts, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

const newCast = casts();

const OWNERS_ONLY = "Must be an organization owner";
const REFUSED = "Insufficient permission";
const TAKEN = "This account reads private channels that you cannot read. Unsubscribe it first.";

const msgOf = async (call: Promise<{ body: Json }>): Promise<string> => (await call).body.msg;

/** All requests that manage a bot. */
const handlings: Readonly<Record<string, (who: Person, bot: Person) => Promise<{ body: Json }>>> = {
  "renew the key": (who, bot) => who.post(`/bots/${bot.id}/api_key/regenerate`),
  rename: (who, bot) => who.patch(`/bots/${bot.id}`, { full_name: "Renamed" }),
  "give to oneself": (who, bot) => who.patch(`/bots/${bot.id}`, { bot_owner_id: who.id }),
  "change the role": (who, bot) => who.patch(`/bots/${bot.id}`, { role: 600 }),
  "change the service": (who, bot) => who.patch(`/bots/${bot.id}`, { config_data: { a: "b" } }),
  deactivate: (who, bot) => who.delete(`/bots/${bot.id}`),
};

test.each(Object.entries(handlings))(
  "only owners can manage a bot with the owner role; not even the member who owns it can: %s",
  async (_, handle) => {
    const { iris, omar, noah, bot } = await newCast();
    const helper = await bot(noah);
    await iris.ok(iris.patch(`/bots/${helper.id}`, { role: 100 }));
    expect(await msgOf(handle(omar, helper))).toBe(OWNERS_ONLY);
    expect(await msgOf(handle(noah, helper))).toBe(REFUSED);
    await iris.ok(handle(iris, helper) as ReturnType<typeof iris.get>);
  },
);

test("[security 10.2] an administrator cannot become an owner through a bot of an owner", async () => {
  const { iris, omar, bot } = await realm();
  const helper = await bot(iris);
  await iris.ok(iris.patch(`/bots/${helper.id}`, { role: 100 }));
  const { body } = await omar.post(`/bots/${helper.id}/api_key/regenerate`);
  expect(body).toEqual({ result: "error", code: "UNAUTHORIZED_PRINCIPAL", msg: OWNERS_ONLY });
  expect(await msgOf(omar.patch(`/users/${helper.id}`, { role: 400 }))).toBe(OWNERS_ONLY);
  expect(await msgOf(omar.patch(`/users/${helper.id}`, { new_email: "own@example.com" }))).toBe(OWNERS_ONLY);
  await iris.ok(iris.delete(`/bots/${helper.id}`));
  expect(await msgOf(omar.post(`/users/${helper.id}/reactivate`))).toBe(OWNERS_ONLY);
  // After an owner has reactivated it, the bot's own key works as before.
  await iris.ok(iris.post(`/users/${helper.id}/reactivate`));
  await helper.ok(helper.patch(`/users/${omar.id}`, { role: 300 }));
});

test.each([100, 200, 300])("a member gains no permissions through a bot that gets the role %i", async (role) => {
  const { iris, noah, bot } = await realm();
  const helper = await bot(noah);
  await iris.ok(iris.patch(`/bots/${helper.id}`, { role }));
  const { status, body } = await helper.patch(`/users/${noah.id}`, { role });
  expect([status, body.code]).toEqual([401, "INVALID_API_KEY"]);
  expect(body.msg).toMatch(/^This account can do more than the person who got this API key/);
  expect(await msgOf(noah.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  // An owner, whose permissions include the bot's, gets a key for it.
  const { api_key } = await iris.ok(iris.post(`/bots/${helper.id}/api_key/regenerate`));
  const renewed = new Person(helper.host, helper.email, api_key, helper.id);
  await renewed.ok(renewed.get("/users/me"));
  expect(await msgOf(noah.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
});

test("a role set by PATCH /users invalidates the bot's key too, and the former role restores it", async () => {
  const { omar, noah, bot } = await newCast();
  const helper = await bot(noah);
  await omar.ok(omar.patch(`/users/${helper.id}`, { role: 200 }));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  await omar.ok(omar.patch(`/users/${helper.id}`, { role: 400 }));
  await helper.ok(helper.get("/users/me"));
});

test("a user who loses a role also loses it for the keys of their bots", async () => {
  const { iris, omar, bot } = await realm();
  const helper = await bot(omar);
  await omar.ok(omar.patch(`/bots/${helper.id}`, { role: 200 }));
  await helper.ok(helper.patch("/realm", { description: "By the bot" }));
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  expect((await helper.patch(`/users/${omar.id}`, { role: 200 })).body.code).toBe("INVALID_API_KEY");
  expect(await msgOf(omar.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 200 }));
  await helper.ok(helper.get("/users/me"));
});

test("an administrator's key for a bot stops working when the administrator is demoted, whoever owns the bot", async () => {
  const { iris, omar, bot } = await realm();
  const helper = await bot(iris);
  await iris.ok(iris.patch(`/bots/${helper.id}`, { role: 200 }));
  const { api_key } = await omar.ok(omar.post(`/bots/${helper.id}/api_key/regenerate`));
  const kept = new Person(helper.host, helper.email, api_key, helper.id);
  await kept.ok(kept.get("/users/me"));
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 300 }));
  expect((await kept.get("/users/me")).body.code).toBe("INVALID_API_KEY");
});

test("the key of a bot's former owner stops working when their account is deactivated", async () => {
  const { iris, noah, mia, bot } = await realm();
  const helper = await bot(noah);
  await noah.ok(noah.patch(`/bots/${helper.id}`, { bot_owner_id: mia.id }));
  await helper.ok(helper.get("/users/me"));
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  const { api_key } = await mia.ok(mia.post(`/bots/${helper.id}/api_key/regenerate`));
  const hers = new Person(helper.host, helper.email, api_key, helper.id);
  await hers.ok(hers.get("/users/me"));
});

test("a bot reactivated without its owner does not accept that owner's key", async () => {
  const { iris, noah, bot } = await newCast();
  const helper = await bot(noah);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect((await helper.get("/users/me")).body.code).toBe("USER_DEACTIVATED");
  await iris.ok(iris.post(`/users/${helper.id}/reactivate`));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
  await helper.ok(helper.get("/users/me"));
});

test("a key without a stored recipient counts as given to the bot's owner", async () => {
  const { iris, noah, bot } = await realm();
  const helper = await bot(noah);
  await executeSql(iris, "UPDATE api_keys SET told_to = NULL");
  for (const who of [iris, noah, helper]) await who.ok(who.get("/users/me"));
  await noah.ok(noah.post(`/bots/${helper.id}/api_key/regenerate`));
  const other = await bot(noah);
  await executeSql(iris, "UPDATE api_keys SET told_to = NULL");
  await iris.ok(iris.patch(`/bots/${other.id}`, { role: 200 }));
  expect((await other.get("/users/me")).body.code).toBe("INVALID_API_KEY");
});

test("a bot's new owner gets no key for it if they have fewer permissions than the bot", async () => {
  const { iris, omar, noah, gus, bot } = await realm();
  const helper = await bot(omar);
  await omar.ok(omar.patch(`/bots/${helper.id}`, { role: 200, bot_owner_id: noah.id }));
  expect(await msgOf(noah.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  expect(await msgOf(noah.patch(`/bots/${helper.id}`, { service_payload_url: '"https://example.com"' }))).toBe(REFUSED);
  const other = await bot(iris);
  await iris.ok(iris.patch(`/bots/${other.id}`, { bot_owner_id: gus.id }));
  expect(await msgOf(gus.post(`/bots/${other.id}/api_key/regenerate`))).toBe(REFUSED);
});

test("keys of a member's bots do not work while the member is a guest", async () => {
  const { omar, noah, bot } = await realm();
  const helper = await bot(noah);
  await omar.ok(omar.patch(`/users/${noah.id}`, { role: 600 }));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  expect(await msgOf(noah.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
});

test("[security 10.2] a bot's permissions through groups count like those of its role", async () => {
  const { iris, omar, noah, bot } = await realm();
  const helper = await bot(noah);
  const group = await makeGroup(iris, "keepers", [helper]);
  await helper.ok(helper.get("/users/me"));
  const owners = (await groupIds(iris))["role:owners"];
  const value = { direct_members: [], direct_subgroups: [owners, group] };
  await iris.ok(iris.patch("/realm", { can_manage_all_groups: { new: value } }));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  for (const who of [noah, omar]) {
    expect(await msgOf(who.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  }
  expect(await msgOf(omar.patch(`/users/${helper.id}`, { new_email: "other@example.com" }))).toBe(
    "User not authorized to change user emails",
  );
  await iris.ok(iris.post(`/bots/${helper.id}/api_key/regenerate`));
});

test("permissions that a bot could gain through groups count like those of its role", async () => {
  const { iris, omar, noah, bot } = await realm();
  const helper = await bot(noah);
  const runners = await makeGroup(iris, "runners", [], {
    can_join_group: { direct_members: [helper.id], direct_subgroups: [] },
  });
  const inner = await makeGroup(iris, "inner", [], { can_add_members_group: runners });
  const keepers = await makeGroup(iris, "keepers", [], { subgroups: [inner] });
  await helper.ok(helper.get("/users/me"));
  const owners = (await groupIds(iris))["role:owners"];
  const value = { direct_members: [], direct_subgroups: [owners, keepers] };
  await iris.ok(iris.patch("/realm", { can_manage_all_groups: { new: value } }));
  expect((await helper.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  expect(await msgOf(omar.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  // A user who manages one of these groups gains nothing through the bot.
  await iris.ok(iris.post(`/user_groups/${runners}/members`, { add: [noah.id] }));
  await helper.ok(helper.get("/users/me"));
});

const lossesOfRights: Readonly<Record<string, (iris: Person, noah: Person, at: Json) => Promise<unknown>>> = {
  "they leave a group": (iris, noah, { joiners }) =>
    iris.ok(iris.post(`/user_groups/${joiners}/members`, { delete: [noah.id] })),
  "they can no longer join a group": (iris, _, { joiners, nobody }) =>
    iris.ok(iris.patch(`/user_groups/${joiners}`, { can_join_group: { new: nobody } })),
  "the organization's permission goes to another group": (iris, _, { owners, bots }) =>
    iris.ok(
      iris.patch("/realm", {
        can_manage_all_groups: { new: { direct_members: [], direct_subgroups: [owners, bots] } },
      }),
    ),
};

test.each(Object.entries(lossesOfRights))(
  "[security 10.2] a stream with a bot's key ends once its holder can no longer act as the bot: %s",
  async (why, lose) => {
    const { iris, noah, bot } = await realm();
    const helper = await bot(noah);
    const system = await groupIds(iris);
    const can_join_group = { direct_members: [noah.id], direct_subgroups: [] };
    const joins = why === "they can no longer join a group";
    const joiners = await makeGroup(iris, "joiners", joins ? [] : [noah], joins ? { can_join_group } : {});
    const bots = await makeGroup(iris, "bots", [helper]);
    const at = { joiners, bots, owners: system["role:owners"], nobody: system["role:nobody"] };
    const direct_subgroups = [at.owners, joiners, bots];
    await iris.ok(iris.patch("/realm", { can_manage_all_groups: { new: { direct_members: [], direct_subgroups } } }));
    const stream = await streamOf(await helper.queue());
    await lose(iris, noah, at);
    expect((await stream.closed).code).toBe(4401);
  },
);

test("permissions that administrators can give themselves do not prevent them from managing a bot", async () => {
  const { iris, omar, noah, bot } = await realm();
  const helper = await bot(noah);
  const value = { direct_members: [helper.id], direct_subgroups: [] };
  await iris.ok(iris.patch("/realm", { can_add_custom_emoji_group: { new: value } }));
  expect(await msgOf(noah.post(`/bots/${helper.id}/api_key/regenerate`))).toBe(REFUSED);
  await omar.ok(omar.post(`/bots/${helper.id}/api_key/regenerate`));
});

test("[security 10.3] taking over or redirecting a bot gives no access to a private channel that it reads", async () => {
  const { iris, omar, noah, mia, bot } = await realm();
  const helper = await bot(noah);
  const hook = await bot(noah, { bot_type: 3, payload_url: "https://example.com/" });
  const hosted = await bot(noah, { bot_type: 4 });
  await makeChannel(noah, "attic", [noah, helper, hook, hosted], { invite_only: true });
  const program = "export default { onMessage() {} };";
  const steps: ((who: Person) => Promise<{ body: Json }>)[] = [
    (who) => who.post(`/bots/${helper.id}/api_key/regenerate`),
    (who) => who.get(`/bots/${helper.id}/api_key`),
    (who) => who.patch(`/bots/${helper.id}`, { bot_owner_id: who.id }),
    (who) => who.patch(`/bots/${helper.id}`, { bot_owner_id: mia.id }),
    (who) => who.patch(`/bots/${helper.id}`, { default_all_public_streams: true }),
    (who) => who.patch(`/bots/${helper.id}`, { default_sending_stream: "general" }),
    (who) => who.patch(`/bots/${helper.id}`, { default_events_register_stream: "general" }),
    (who) => who.put(`/bots/${helper.id}/commands`, { commands: [{ name: "deploy", description: "x" }] }),
    (who) => who.patch(`/bots/${hook.id}`, { service_payload_url: '"https://other.example.com/"' }),
    (who) => who.patch(`/bots/${hook.id}`, { service_interface: 2 }),
    (who) => who.post(`/bots/${hook.id}/token/regenerate`),
    (who) => who.patch(`/bots/${hosted.id}`, { config_data: { a: "b" } }),
    (who) => who.get(`/bots/${hosted.id}/program`),
    (who) => who.patch(`/bots/${hosted.id}/program`, { program }),
    (who) => who.patch(`/bots/${hosted.id}/program`, { hosts: ["a.example"] }),
    (who) => who.patch(`/bots/${hosted.id}/program`, { is_on: true }),
    // A harmless change in the same request doesn't make the other one harmless.
    (who) => who.patch(`/bots/${hosted.id}/program`, { program, is_on: false }),
    (who) => who.patch(`/bots/${hosted.id}/program`, { hosts: ["a.example"], is_on: false }),
    (who) => who.patch(`/bots/${helper.id}`, { full_name: "Renamed", bot_owner_id: mia.id }),
    (who) => who.post(`/bots/${hosted.id}/program/try`, { content: "x", program }),
    (who) => who.patch(`/bots/${hook.id}/webhook`, { content_template: "x" }),
  ];
  for (const who of [omar, iris]) for (const step of steps) expect(await msgOf(step(who))).toBe(TAKEN);
  // Changes that reveal nothing and redirect nothing are still allowed for the bot's managers.
  for (const changes of [{ full_name: "Renamed" }, { short_name: "renamed" }, { role: 600 }])
    await omar.ok(omar.patch(`/bots/${helper.id}`, changes));
  await omar.ok(omar.patch(`/bots/${hosted.id}/program`, { is_on: false }));
  await noah.ok(noah.patch(`/bots/${hook.id}`, { service_interface: 2 }));
  await iris.ok(
    iris.delete("/users/me/subscriptions", { subscriptions: ["attic"], principals: [helper.id, hook.id, hosted.id] }),
  );
  for (const step of steps) await iris.ok(step(iris) as ReturnType<typeof iris.get>);
});

test("[security 18.2] each changed field of a bot has an audit log entry, without secrets", async () => {
  const { iris, omar, noah, bot } = await realm();
  const hook = await bot(noah, { bot_type: 3, payload_url: "https://one.example/hook?token=opal1" });
  const hosted = await bot(noah, { bot_type: 4, config_data: { key: "opal2" } });
  const put = (which: Person, fields: object) => omar.ok(omar.patch(`/bots/${which.id}`, fields));
  await put(hook, { service_payload_url: '"https://two.example/hook?token=opal3"', service_interface: 2 });
  await put(hook, { service_payload_url: '"https://two.example/hook?token=opal4"' });
  await put(hook, { service_payload_url: '"https://two.example/hook?token=opal4"', service_interface: 2 });
  const more = await put(hosted, { config_data: { more: "opal5" } });
  expect(more.config_data).toEqual({ key: "opal2", more: "opal5" });
  await put(hosted, { default_all_public_streams: true, default_sending_stream: "general" });
  await omar.ok(omar.put(`/bots/${hosted.id}/commands`, { commands: [{ name: "deploy", description: "x" }] }));
  await omar.ok(
    omar.patch(`/bots/${hook.id}/webhook`, { secret: "sesame", topic_template: "t", content_template: "" }),
  );
  const picture = new File([png()], "picture.png", { type: "image/png" });
  await omar.ok(sendFiles(omar, `/bots/${hosted.id}`, [picture], { method: "PATCH" }));
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["bot.setting_changed"] }));
  const of = (which: Person) =>
    (entries as Json[]).filter(({ entity }) => Number(entity.id) === which.id).map(({ details }) => details);
  const general = (await iris.ok(iris.get("/get_stream_id", { stream: "general" }))).stream_id;
  expect(of(hook).reverse()).toEqual([
    { name: "service_payload_url", before: "one.example", after: "two.example" },
    { name: "service_interface", before: 1, after: 2 },
    { name: "service_payload_url", before: "two.example", after: "two.example" },
    { name: "secret" },
    { name: "topic_template" },
  ]);
  expect(of(hosted).reverse()).toEqual([
    { name: "config_data", before: ["key"], after: ["key", "more"], added: ["more"] },
    { name: "default_sending_stream", before: null, after: general },
    { name: "default_all_public_streams", before: false, after: true },
    { name: "commands", before: [], after: ["deploy"], added: ["deploy"] },
    { name: "avatar" },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/opal|sesame/);
});

test("[security 10.6] a bot's owner is notified when other users change the bot, but not of the owner's own changes", async () => {
  const { omar, noah, mia, bot } = await realm();
  const hook = await bot(noah, { full_name: "Gull", bot_type: 3, payload_url: "https://example.com/" });
  const hosted = await bot(noah, { full_name: "Tern", bot_type: 4 });
  const [gull, tern] = [`@_**Gull|${hook.id}**`, `@_**Tern|${hosted.id}**`];
  const by = `@_**Omar Example|${omar.id}**`;
  await noah.ok(noah.patch(`/bots/${hook.id}`, { service_interface: 2 }));
  await noah.ok(noah.post(`/bots/${hook.id}/token/regenerate`));
  const before = (await notesTo(noah)).length;
  await omar.ok(omar.patch(`/bots/${hook.id}`, { service_payload_url: '"https://two.example/"', full_name: "Gull" }));
  await omar.ok(omar.post(`/bots/${hook.id}/token/regenerate`));
  await omar.ok(omar.post(`/bots/${hook.id}/api_key/regenerate`));
  await omar.ok(omar.patch(`/bots/${hosted.id}/program`, { program: "export default { onMessage() {} };" }));
  await omar.ok(omar.put(`/bots/${hosted.id}/commands`, { commands: [] }));
  await omar.ok(omar.put(`/bots/${hosted.id}/commands`, { commands: [{ name: "go", description: "x" }] }));
  await omar.ok(omar.patch(`/users/${hosted.id}`, { role: 600 }));
  await omar.ok(omar.patch(`/bots/${hook.id}`, { bot_owner_id: mia.id }));
  expect((await notesTo(noah)).slice(before)).toEqual([
    `${by} changed your bot ${gull}: \`service_payload_url\``,
    `${by} changed your bot ${gull}: \`token\``,
    `${by} changed your bot ${gull}: \`api_key\``,
    `${by} changed your bot ${tern}: \`program\``,
    `${by} changed your bot ${tern}: \`commands\``,
    `${by} changed your bot ${tern}: \`role\``,
    `${by} changed your bot ${gull}: \`bot_owner_id\``,
  ]);
});

test("an owner can renew the key of a bot that others subscribed to a private channel", async () => {
  const { mia, noah, bot } = await realm();
  const helper = await bot(noah);
  await makeChannel(mia, "attic", [mia, helper], { invite_only: true });
  await noah.ok(noah.post(`/bots/${helper.id}/api_key/regenerate`));
});

test("a bot used with a former owner's key cannot post where only the new owner can", async () => {
  const { iris, noah, bot } = await newCast();
  const helper = await bot(noah);
  await makeChannel(iris, "attic", [iris], { invite_only: true, history_public_to_subscribers: true });
  const owners = (await groupIds(iris))["role:owners"];
  await makeChannel(iris, "news", [iris], { can_send_message_group: owners });
  const his = await bot(iris);
  const said = (who: Person, to: string) =>
    msgOf(who.post("/messages", { type: "channel", to, topic: "t", content: "hi" }));
  expect([await said(his, "attic"), await said(his, "news")]).toEqual(["", ""]);
  await noah.ok(noah.patch(`/bots/${helper.id}`, { bot_owner_id: iris.id }));
  expect(await said(helper, "attic")).toBe("Not authorized to send to channel 'attic'");
  expect(await said(helper, "news")).toBe("You do not have permission to post in this channel.");
  const { streams } = await helper.ok(helper.get("/streams", { include_owner_subscribed: true }));
  expect(streams.map((channel: Json) => channel.name)).not.toContain("attic");
});

test("queues and long polls of a bot whose key stops working get no more events", async () => {
  const { iris, omar, noah, bot } = await newCast();
  const helper = await bot(noah);
  const queue = await helper.queue();
  const waiting = helper.get("/events", { queue_id: queue.id, last_event_id: -1 });
  await iris.ok(iris.patch(`/bots/${helper.id}`, { role: 200 }));
  const raised = await waiting;
  expect(raised.body.events ?? []).not.toContainEqual(expect.objectContaining({ type: "realm_bot" }));
  const own = await bot(omar);
  await omar.ok(omar.patch(`/bots/${own.id}`, { role: 200 }));
  const { id } = await own.queue();
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 200 }));
  expect((await own.get("/events", { queue_id: id, last_event_id: -1, dont_block: true })).body.code).toBe(
    "BAD_EVENT_QUEUE_ID",
  );
});

test("bot keys are in no list and no event", async () => {
  const { iris, omar, noah, bot } = await realm();
  const queues = await Promise.all([iris, omar, noah].map((who) => who.queue({ event_types: ["realm_bot"] })));
  const helper = await bot(noah);
  await noah.ok(noah.post(`/bots/${helper.id}/api_key/regenerate`));
  await iris.ok(iris.patch(`/bots/${helper.id}`, { role: 200, bot_owner_id: omar.id }));
  const told: Json[] = [];
  for (const queue of queues) told.push(...(await queue.events()).map((event) => event.bot));
  for (const who of [iris, omar, noah]) {
    told.push(...(await who.ok(who.post("/register", { fetch_event_types: ["realm_bot"] }))).realm_bots);
    told.push(...(await who.ok(who.get("/bots"))).bots);
  }
  expect(told.length).toBeGreaterThan(4);
  for (const each of told) expect(each.api_key ?? "").toBe("");
});
