import { describe, expect, test } from "vitest";
import { makeChannel } from "../support/channels.ts";
import { sendFiles, textFile } from "../support/files.ts";
import { groupIds, makeGroup } from "../support/groups.ts";
import { advanceClock } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";
import { OWN_TEXTS, ownTextId } from "../support/own-texts.ts";
import { type Json, Person, type Reply } from "../support/person.ts";
import { scheduledMessagesOf, scheduleMessage, untilTrue } from "../support/scheduled-messages.ts";

const refusal = async (call: Promise<Reply>): Promise<string> => (await call).body.msg;
const OWNERS_ONLY = "Must be an organization owner";
const REFUSED = "Insufficient permission";
const everybodyIn = async (who: Person) => (await groupIds(who))["role:members"];

describe("only owners can change an owner's account:", () => {
  const changes: Readonly<Record<string, (who: Person, owner: Person, field: number) => Promise<Reply>>> = {
    "the role": (who, { id }) => who.patch(`/users/${id}`, { role: 400 }),
    "the name": (who, { id }) => who.patch(`/users/${id}`, { full_name: "Somebody Else" }),
    "the address": (who, { id }) => who.patch(`/users/${id}`, { new_email: "else@example.com" }),
    "the address, by the address": (who, { email }) => who.patch(`/users/${email}`, { new_email: "else@example.com" }),
    "the profile": (who, { id }, field) => who.patch(`/users/${id}`, { profile_data: [{ id: field, value: "x" }] }),
    "the status": (who, { id }) => who.post(`/users/${id}/status`, { status_text: "out" }),
    "its deactivation": (who, { id }) => who.delete(`/users/${id}`),
  };
  test.each(Object.entries(changes))("%s", async (name, change) => {
    const { iris, omar, mona, more } = await realm();
    const owner = await more({ role: 100 });
    const { id } = await iris.ok(iris.post("/realm/profile_fields", { field_type: 1, name: "Motto" }));
    expect(await refusal(change(omar, owner, id))).toBe(OWNERS_ONLY);
    expect(await refusal(change(mona, owner, id))).toBe("Must be an organization administrator");
    // An owner's email can be changed only in a browser.
    if (name.startsWith("the address")) expect((await change(iris, owner, id)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    else await iris.ok(change(iris, owner, id));
  });

  test("its reactivation", async () => {
    const { iris, omar, more } = await realm();
    const owner = await more({ role: 100 });
    await iris.ok(iris.delete(`/users/${owner.id}`));
    expect(await refusal(omar.post(`/users/${owner.id}/reactivate`))).toBe(OWNERS_ONLY);
    await iris.ok(iris.post(`/users/${owner.id}/reactivate`));
  });
});

describe("only owners, not administrators, can set:", () => {
  const settings = {
    disallow_disposable_email_addresses: false,
    emails_restricted_to_domains: true,
    invite_required: false,
    message_retention_days: 30,
    assistants_may_use_api_keys: true,
    audit_assistant_reads: true,
    audit_retention_days: -1,
    audit_address_days: 30,
    waiting_period_threshold: 3,
    authentication_methods: { Dev: true },
  };
  test.each(Object.entries(settings))("%s", async (name, value) => {
    const { iris, omar } = await realm();
    expect(await refusal(omar.patch("/realm", { [name]: value }))).toBe(OWNERS_ONLY);
    await iris.ok(iris.patch("/realm", { [name]: value }));
  });

  const permissions = [
    "can_invite_users_group",
    "can_manage_all_groups",
    "can_manage_billing_group",
    "can_manage_holds_group",
    "can_read_audit_log_group",
    "create_multiuse_invite_group",
  ];
  test.each(permissions)("%s", async (name) => {
    const { iris, omar } = await realm();
    const update = { [name]: { new: (await groupIds(iris))["role:moderators"] } };
    expect(await refusal(omar.patch("/realm", update))).toBe(OWNERS_ONLY);
    // A request with one refused setting changes no other setting.
    expect(await refusal(omar.patch("/realm", { description: "Ours", ...update }))).toBe(OWNERS_ONLY);
    expect((await iris.ok(iris.post("/register"))).realm_description).toBe("");
    await iris.ok(iris.patch("/realm", update));
  });

  test("channel retention or allowed domains, or deactivate the organization", async () => {
    const { iris, omar } = await realm();
    const garden = await makeChannel(omar, "garden", [omar]);
    const calls = [
      omar.patch(`/streams/${garden}`, { message_retention_days: 3 }),
      omar.post("/channels/create", { name: "other", subscribers: [], message_retention_days: 3 }),
      omar.post("/realm/domains", { domain: "example.org", allow_subdomains: false }),
      omar.post("/realm/deactivate"),
    ];
    for (const call of calls) expect(await refusal(call)).toBe(OWNERS_ONLY);
    await iris.ok(iris.patch(`/streams/${garden}`, { message_retention_days: 3 }));
  });
});

test("users can't grant a role above their own", async () => {
  const { iris, omar, mona, noah, mia } = await realm();
  const owners = (await groupIds(iris))["role:owners"];
  const members = await everybodyIn(iris);
  await iris.ok(iris.patch("/realm", { create_multiuse_invite_group: { new: members } }));
  const invite = (who: Person, invite_as: number) =>
    who.post("/invites", { invitee_emails: `x${Math.random()}@example.org`, stream_ids: [], invite_as });
  const link = (who: Person, invite_as: number) => who.post("/invites/multiuse", { invite_as });
  for (const [who, above] of [
    [omar, 100],
    [mona, 200],
    [noah, 300],
  ] as const) {
    for (const offer of [invite, link]) expect(await refusal(offer(who, above))).toBe(REFUSED);
  }
  for (const [who, own] of [
    [iris, 100],
    [omar, 200],
    [mona, 300],
    [noah, 400],
  ] as const) {
    for (const offer of [invite, link]) await who.ok(offer(who, own));
  }
  for (const who of [omar, iris]) await who.ok(who.patch(`/users/${mia.id}`, { role: 200 }));
  expect(await refusal(omar.patch(`/users/${mia.id}`, { role: 100 }))).toBe(OWNERS_ONLY);
  expect(await refusal(omar.patch(`/users/${omar.id}`, { role: 100 }))).toBe(OWNERS_ONLY);
  expect(await refusal(omar.post(`/user_groups/${owners}/members`, { add: [omar.id] }))).toBe(REFUSED);
  expect(await refusal(iris.post(`/user_groups/${owners}/members`, { add: [omar.id] }))).toBe(REFUSED);
});

test("only managers of a group with permissions can add members to it", async () => {
  const { iris, omar, noah } = await realm();
  const nobody = (await groupIds(iris))["role:nobody"];
  const keepers = await makeGroup(iris, "keepers", []);
  await iris.ok(iris.patch("/realm", { can_manage_all_groups: { new: keepers } }));
  const own = await makeGroup(noah, "own", [noah]);
  for (const who of [omar, noah]) {
    const tries = [
      who.post(`/user_groups/${keepers}/members`, { add: [who.id] }),
      who.post(`/user_groups/${keepers}/members`, { add_subgroups: [own] }),
      who.post(`/user_groups/${keepers}/subgroups`, { add: [own] }),
      who.patch(`/user_groups/${keepers}`, { can_join_group: { new: own } }),
      who.patch(`/user_groups/${keepers}`, { can_manage_group: { new: own } }),
      who.patch(`/user_groups/${keepers}`, { name: "others" }),
      who.post(`/user_groups/${keepers}/deactivate`),
      who.post("/invites", { invitee_emails: "a@example.org", stream_ids: [], group_ids: [keepers] }),
    ];
    for (const call of tries) expect(await refusal(call)).toBe(REFUSED);
  }
  // A member of a group that contains `keepers` isn't a member of `keepers`.
  const around = await makeGroup(noah, "around", [noah], { subgroups: [keepers], can_manage_group: keepers });
  expect(await refusal(noah.patch(`/user_groups/${around}`, { can_manage_group: { new: nobody } }))).toBe(REFUSED);
  expect(await refusal(noah.post(`/user_groups/${keepers}/members`, { add: [noah.id] }))).toBe(REFUSED);
  await iris.ok(iris.post(`/user_groups/${keepers}/members`, { add: [omar.id] }));
  await omar.ok(omar.post(`/user_groups/${own}/members`, { add: [omar.id] }));
});

test("[security 10.5] not even an owner can read or change another user's private data", async () => {
  const { iris, omar, noah, bot } = await realm();
  const helper = await bot(noah);
  await helper.ok(helper.put("/bot_storage", { storage: { secret: "tea" } }));
  const due = Math.floor(Date.now() / 1000) + 86_400;
  const { id: message } = await noah.ok(noah.post("/messages", { type: "direct", to: [noah.id], content: "hi" }));
  const texts = await Promise.all(
    OWN_TEXTS.map(async (own) => {
      const body = await noah.ok(noah.post(`/${own.list}`, own.fields(noah.id, "mine")));
      return { path: `/${own.list}/${ownTextId(own, body)}`, fields: own.change("x") };
    }),
  );
  const { reminder_id: reminder } = await noah.ok(
    noah.post("/reminders", { message_id: message, scheduled_delivery_timestamp: due }),
  );
  const { api_keys } = await noah.ok(noah.get("/users/me/api_keys"));
  const queue = await noah.queue();
  const upload = await sendFiles(noah, "/user_uploads", [textFile("own.txt", "mine")]);
  const { attachments } = await noah.ok(noah.get("/attachments"));
  for (const who of [iris, omar]) {
    const statuses = [
      ...texts.flatMap(({ path, fields }) => [who.patch(path, fields), who.delete(path)]),
      who.delete(`/reminders/${reminder}`),
      who.delete(`/users/me/api_keys/${api_keys[0].id}`),
      who.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true }),
      who.delete("/events", { queue_id: queue.id }),
      who.delete(`/attachments/${attachments[0].id}`),
      who.get(upload.body.url.replace(/^.*\/user_uploads/, "/user_uploads")),
      who.get(`/messages/${message}`),
      who.post("/reminders", { message_id: message, scheduled_delivery_timestamp: due }),
      who.get("/bot_storage", { keys: ["secret"] }),
    ];
    for (const call of statuses) expect((await call).body.result).toBe("error");
    expect(await refusal(who.get("/bot_storage"))).toBe("Must be a bot user");
    const own = await bot(who);
    expect((await own.ok(own.get("/bot_storage"))).storage).toEqual({});
    expect((await who.ok(who.get("/users/me/sessions"))).sessions).toEqual([]);
  }
  await noah.ok(noah.get("/users/me"));
  expect((await noah.ok(noah.get("/scheduled_messages"))).scheduled_messages).toHaveLength(1);
});

test("users can't send as another user, or edit another user's message", async () => {
  const { iris, noah, mia, bot } = await realm();
  const garden = await makeChannel(iris, "garden", [iris, noah, mia]);
  const said = { type: "channel", to: garden, topic: "t", content: "hi" };
  const mirror = await bot(iris);
  await iris.ok(iris.patch(`/bots/${mirror.id}`, { role: 100 }));
  for (const who of [iris, mirror, noah]) {
    for (const more of [{ sender: mia.email }, { forged: "true" }, { forged: "true", sender: mia.email, time: "1" }]) {
      expect(await refusal(who.post("/messages", { ...said, ...more }))).toBe("User not authorized for this query");
    }
  }
  const { id } = await noah.ok(noah.post("/messages", said));
  for (const who of [iris, mirror, mia]) {
    expect(await refusal(who.patch(`/messages/${id}`, { content: "other" }))).toBe(
      "You don't have permission to edit this message",
    );
  }
  const { id: his } = await mirror.ok(mirror.post("/messages", said));
  expect(await refusal(iris.patch(`/messages/${his}`, { content: "other" }))).toBe(
    "You don't have permission to edit this message",
  );
});

test("[security 10.4] a private channel stays closed to owners and administrators outside it", async () => {
  const { iris, omar, noah, mia } = await realm();
  const attic = await makeChannel(noah, "attic", [noah], { invite_only: true, history_public_to_subscribers: true });
  const garden = await makeChannel(noah, "garden", [noah, iris, omar]);
  const { id } = await noah.ok(noah.post("/messages", { type: "channel", to: attic, topic: "t", content: "secret" }));
  const members = await everybodyIn(iris);
  const content = "Channel content access is required.";
  for (const who of [iris, omar]) {
    const subscriptions = [{ name: "attic" }];
    expect(await refusal(who.get(`/messages/${id}`))).toBe("Invalid message(s)");
    expect(await refusal(who.delete(`/messages/${id}`))).toBe("Invalid message(s)");
    expect(await refusal(who.patch(`/messages/${id}`, { stream_id: garden }))).toBe("Invalid message(s)");
    expect(await refusal(who.get(`/users/me/${attic}/topics`))).toBe("Invalid channel ID");
    expect(await refusal(who.post(`/streams/${attic}/delete_topic`, { topic_name: "t" }))).toBe("Invalid channel ID");
    expect(await refusal(who.post("/users/me/subscriptions", { subscriptions }))).toBe(
      "Unable to access channel (attic).",
    );
    expect(await refusal(who.post("/users/me/subscriptions", { subscriptions, principals: [mia.id] }))).toBe(
      "Unable to access channel (attic).",
    );
    expect(await refusal(who.post("/invites/multiuse", { stream_ids: [attic] }))).toBe(
      "You do not have permission to subscribe other users to channels.",
    );
    expect(await refusal(who.post("/default_streams", { stream_id: attic }))).toBe(
      "Private channels cannot be made default.",
    );
    for (const change of [
      { is_private: false },
      { history_public_to_subscribers: false },
      { can_subscribe_group: { new: members } },
      { can_add_subscribers_group: { new: members } },
      { can_delete_any_message_group: { new: members } },
    ]) {
      expect(await refusal(who.patch(`/streams/${attic}`, change))).toBe(content);
    }
    expect(await refusal(who.post("/messages", { type: "channel", to: attic, topic: "t", content: "hi" }))).toBe(
      "Not authorized to send to channel 'attic'",
    );
    // Permission to administer a private channel doesn't include reading it.
    const own = { direct_members: [who.id], direct_subgroups: [] };
    await who.ok(who.patch(`/streams/${attic}`, { can_administer_channel_group: { new: own } }));
    expect(await refusal(who.patch(`/streams/${attic}`, { is_private: false }))).toBe(content);
  }
});

test("users can't change a channel to a type that they can't create", async () => {
  const { iris, omar, noah } = await realm();
  const { "role:moderators": moderators } = await groupIds(iris);
  const attic = await makeChannel(noah, "attic", [noah], { invite_only: true });
  const garden = await makeChannel(noah, "garden", [noah]);
  await iris.ok(iris.patch("/realm", { can_create_public_channel_group: { new: moderators } }));
  expect(await refusal(noah.patch(`/streams/${attic}`, { is_private: false }))).toBe(REFUSED);
  await noah.ok(noah.patch(`/streams/${garden}`, { is_private: true }));
  await iris.ok(iris.patch("/realm", { can_create_public_channel_group: { new: await everybodyIn(iris) } }));
  await iris.ok(iris.patch("/realm", { can_create_private_channel_group: { new: moderators } }));
  await noah.ok(noah.patch(`/streams/${garden}`, { is_private: false }));
  expect(await refusal(noah.patch(`/streams/${garden}`, { is_private: true }))).toBe(REFUSED);
  await omar.ok(omar.patch(`/streams/${garden}`, { is_private: true }));
});

test("a scheduled message is sent with the permissions at the time of sending", async () => {
  const { iris, omar, noah } = await realm();
  const { "role:administrators": administrators } = await groupIds(iris);
  const news = await makeChannel(iris, "news", [iris, omar, noah], { can_send_message_group: administrators });
  const attic = await makeChannel(iris, "attic", [iris, noah], { invite_only: true });
  const plan = (who: Person, to: number, content: string) =>
    scheduleMessage(who, { type: "channel", to, topic: "t", content });
  await plan(omar, news, "announced");
  await plan(noah, attic, "whispered");
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["attic"], principals: [noah.id] }));
  await advanceClock(iris, 90_000);
  for (const who of [omar, noah]) await untilTrue(async () => (await scheduledMessagesOf(who))[0]?.failed);
  const { messages } = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 100, num_after: 0 }));
  const sent = messages.filter((message: Json) => [omar.id, noah.id].includes(message.sender_id));
  expect(sent).toEqual([]);
});

test("a user who becomes a guest gets no further events about channels they aren't in", async () => {
  const { iris, noah, mia } = await realm();
  const garden = await makeChannel(mia, "garden", [mia]);
  const queue = await noah.queue({ all_public_streams: true, event_types: ["message"] });
  const say = () => mia.ok(mia.post("/messages", { type: "channel", to: garden, topic: "t", content: "hi" }));
  await say();
  expect(await queue.events()).toHaveLength(1);
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 600 }));
  await say();
  expect(await queue.events()).toEqual([]);
});

test("no one can log in as a bot or a deactivated account", async () => {
  const { iris, noah, mia, bot, host } = await realm();
  const helper = await bot(noah);
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const stranger = new Person(host, "", "");
  const codes = async (username: string) => [
    (await stranger.post("/dev_fetch_api_key", { username })).body.code,
    (await stranger.post("/fetch_api_key", { username, password: PASSWORD })).body.code,
    (await stranger.post("/login", { username, password: PASSWORD })).body.code,
  ];
  expect(await codes(helper.email)).toEqual(Array(3).fill("AUTHENTICATION_FAILED"));
  expect(await codes(mia.email)).toEqual(Array(3).fill("USER_DEACTIVATED"));
  expect(await refusal(helper.patch("/settings", { old_password: "", new_password: PASSWORD }))).toBe(
    "This endpoint does not accept bot requests.",
  );
});
