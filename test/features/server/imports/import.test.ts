import { expect, test } from "vitest";
import { digestOf } from "../../../../src/archive-format/digest.ts";
import { deactivate } from "../../../../src/features/organization/account-actions/deactivation.ts";
import { accessUser } from "../../../../src/features/organization/accounts/access.ts";
import {
  AGAIN_TIMER,
  eraseDue,
  eraseOneAgain,
  orderErasure,
} from "../../../../src/features/server/account-erasure/erasures.ts";
import { cancelImport, startImport } from "../../../../src/features/server/imports/imports.ts";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import type { Json } from "../../../support/json.ts";
import { logIn } from "../../../support/log-in.ts";
import {
  advanceClock,
  changeRealm,
  evict,
  executeSql,
  tablesOf,
  untilShipped,
  withDatabase,
} from "../../../support/object.ts";
import { OWNER_PASSWORD, organization, realm } from "../../../support/organization.ts";
import { png } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";
import { erasuresOf, order, untilErased } from "../account-erasure/erasing.ts";
import {
  archiveWith,
  check,
  comparable,
  ended,
  importArchive,
  importUntil,
  putPart,
  type Rows,
  run,
  upload,
} from "./importing.ts";

const BASE = 1_600_000_000;

const user = (id: number, full_name: string, more: object = {}) => ({
  id,
  delivery_email: `${full_name.toLowerCase().replaceAll(" ", ".")}@example.org`,
  full_name,
  role: 400,
  is_active: true,
  date_joined: BASE,
  ...more,
});

const channel = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  date_created: BASE,
  invite_only: false,
  history_public_to_subscribers: true,
  ...more,
});

const message = (id: number, sender_id: number, content: string, more: object = {}) => ({
  id,
  sender_id,
  channel_id: 7,
  topic: "lunch",
  content,
  client: "website",
  sent_at: BASE + id,
  ...more,
});

const small: Rows = {
  organization: [{ name: "Old Place", description: "where we were", settings: { waiting_period_threshold: 3 } }],
  users: [
    user(5, "Iris Owner", { delivery_email: "IRIS@example.com", role: 200 }),
    user(6, "Ada Byron"),
    user(9, "Bob Deactivated", { is_active: false }),
  ],
  groups: [
    { id: 1, name: "role:members", is_system: true, members: [] },
    { id: 20, name: "cooks", members: [6, 9], permissions: { can_mention_group: 1 } },
  ],
  channels: [channel(7, "food", { description: "about **food**" }), channel(8, "General")],
  subscriptions: [
    { user_id: 5, channel_id: 7, active: true },
    { user_id: 6, channel_id: 7, active: true, color: "#123456" },
  ],
  messages: [
    message(100, 6, "Hello @**Iris Owner|5**, see #**food** and `@**x|5**`"),
    message(101, 5, "[back](/#narrow/channel/7-food/topic/lunch/near/100)"),
    message(105, 6, "just us", { channel_id: undefined, topic: undefined, members: [5, 6] }),
  ],
  unread: [{ user_id: 5, messages: [105] }],
};

test("an import links a topic to its newest message, and reports an existing channel's description as left out", async () => {
  const { owner } = await organization();
  const done = await importArchive(
    owner,
    await archiveWith({
      ...small,
      channels: [channel(7, "food"), channel(8, "General", { description: "All of us" })],
      messages: [message(100, 6, "soup"), message(101, 5, "as in #**food>lunch**"), message(102, 5, "bread")],
      unread: [],
    }),
  );
  expect(done.report.left_out).toEqual([
    { reason: "descriptions of channels that are there already", count: 1, places: ["channels 8"] },
  ]);
  const query = { anchor: "oldest", num_before: 0, num_after: 10, narrow: [{ operator: "channel", operand: "food" }] };
  const { messages } = await owner.ok(owner.get("/messages", query));
  const [soup, link] = messages.filter(({ subject }: Json) => subject === "lunch");
  expect(link.content).toContain(`/topic/lunch/with/${soup.id}"`);
});

test("an import creates users, channels and messages from an archive, with references to the new ids", async () => {
  const { owner } = await organization();
  const done = await importArchive(owner, await archiveWith(small));
  expect(done).toMatchObject({ state: "done", error: null });
  expect(done.report.counts).toMatchObject({ users: { in: 3, out: 3 }, messages: { in: 3, out: 3 } });

  const { members } = await owner.ok(owner.get("/users"));
  const ada = members.find(({ full_name }: { full_name: string }) => full_name === "Ada Byron");
  expect(ada).toMatchObject({ delivery_email: "ada.byron@example.org", is_active: true });
  expect(members.find(({ user_id }: { user_id: number }) => user_id === owner.id)).toMatchObject({ role: 100 });

  const { streams } = await owner.ok(owner.get("/streams"));
  const food = streams.find(({ name }: { name: string }) => name === "food");
  expect(food).toMatchObject({ rendered_description: "<p>about <strong>food</strong></p>" });
  expect(streams.filter(({ name }: { name: string }) => name.toLowerCase() === "general")).toHaveLength(1);

  const narrow = [{ operator: "channel", operand: "food" }];
  const { messages } = await owner.ok(
    owner.get("/messages", { narrow, anchor: "oldest", num_before: 0, num_after: 10, apply_markdown: false }),
  );
  const [first, second] = messages;
  expect(messages).toHaveLength(2);
  expect(first).toMatchObject({ sender_id: ada.user_id, subject: "lunch", timestamp: BASE + 100 });
  expect(first.content).toBe(`Hello @**Iris Owner|${owner.id}**, see #**food** and \`@**x|5**\``);
  expect(second.content).toBe(`[back](/#narrow/channel/${food.stream_id}-food/topic/lunch/near/${first.id})`);
  expect(second.id).toBe(first.id + 1);
});

test("descriptions of channels, groups and folders, and notes of reminders, refer to the new ids", async () => {
  const { owner } = await organization();
  const text = "ask @**Ada Byron|6** in [soups](#narrow/channel/9-soups/topic/x/near/100)";
  await importArchive(
    owner,
    await archiveWith({
      ...small,
      groups: [{ id: 20, name: "cooks", description: text, members: [6] }],
      channel_folders: [{ id: 1, name: "Meals", description: text, order: 0 }],
      channels: [channel(7, "food", { description: `${text} and #**soups**` }), channel(9, "soups")],
      reminders: [{ user_id: 5, message_id: 101, content: `do: ${text}`, note: text, deliver_at: 4_000_000_000 }],
    }),
  );
  const all = await owner.ok(owner.post("/register", { client_capabilities: { notification_settings_null: true } }));
  const ada = all.realm_users.find(({ full_name }: Json) => full_name === "Ada Byron").user_id;
  const channelNamed = (name: string) => all.streams.find((one: Json) => one.name === name);
  const [first] = (await owner.ok(owner.get("/messages", { anchor: "oldest", num_before: 0, num_after: 1 }))).messages;
  const soups = channelNamed("soups").stream_id;
  const wanted = `ask @**Ada Byron|${ada}** in [soups](#narrow/channel/${soups}-soups/topic/x/near/${first.id})`;
  const food = channelNamed("food");
  expect(food.description).toBe(`${wanted} and #**soups**`);
  expect(food.rendered_description).toContain(`data-stream-id="${soups}"`);
  expect(all.realm_user_groups.find(({ name }: Json) => name === "cooks").description).toBe(wanted);
  expect(all.channel_folders[0].description).toBe(wanted);
  const { reminders } = await owner.ok(owner.get("/reminders", { include_recurrence: true }));
  expect(reminders).toMatchObject([{ content: `do: ${wanted}`, note: wanted }]);
});

test("an import keeps existing accounts by email, channels by name, and the owner", async () => {
  const { iris, omar, noah } = await realm();
  const rows: Rows = {
    users: [
      user(1, "Somebody Else", { delivery_email: "IRIS@example.com", role: 600, is_active: false }),
      user(2, "Noah Other", { delivery_email: "noah@example.com", role: 200 }),
      user(3, "Omar Other", { delivery_email: "omar@example.com", role: 400 }),
    ],
    channels: [channel(1, "GENERAL", { description: "another" })],
    groups: [{ id: 1, name: "role:owners", is_system: true, members: [3] }],
  };
  const done = await importArchive(iris, await archiveWith(rows));
  expect(done).toMatchObject({ state: "done" });
  const people = await iris.ok(iris.get("/users"));
  const of = (id: number) => people.members.find((member: Json) => member.user_id === id);
  expect(of(iris.id)).toMatchObject({ full_name: "Iris Owner", role: 100, is_active: true });
  expect(of(noah.id)).toMatchObject({ full_name: "Noah Example", role: 200 });
  expect(of(omar.id)).toMatchObject({ role: 200 });
  expect((await noah.get("/users/me")).body).toMatchObject({ role: 200 });
  const { streams } = await iris.ok(iris.get("/streams"));
  expect(streams.map(({ name }: Json) => name)).toEqual(["general"]);
  const { user_groups } = await iris.ok(iris.get("/user_groups"));
  expect(user_groups.find(({ name }: Json) => name === "role:owners").members).toEqual([iris.id]);
});

test("an existing account without a status gets the archive's, with its custom emoji", async () => {
  const { owner } = await organization();
  const status = { status_text: "", emoji_name: "octopus", emoji_code: "9", reaction_type: "realm_emoji" };
  const rows = {
    users: [user(2, "Iris Owner", { delivery_email: owner.email, status })],
    custom_emoji: [{ id: 9, name: "octopus", author_id: 2, file: "files/emoji" }],
  };
  await importArchive(owner, await archiveWith(rows, { files: { "files/emoji": png() } }));
  const { emoji } = await owner.ok(owner.get("/realm/emoji"));
  const [id] = Object.keys(emoji);
  expect((await owner.ok(owner.get(`/users/${owner.id}/status`))).status).toMatchObject({ emoji_code: id });
});

test.each([
  ["can open a file for which the archive lists the message", [51], "success"],
  ["cannot open a file for which the archive lists only another message", [50], "error"],
  ["can open a file for which the archive lists no messages", undefined, "success"],
])("the readers of an imported message %s", async (_, links, result) => {
  const { iris, omar, noah } = await realm();
  const bytes = new TextEncoder().encode("the plan").slice();
  const [of, content] = [
    (id: number, members: number[]) => ({ id, sender_id: members[0], members }),
    "[p](/user_uploads/2/ab/p)",
  ];
  const rows: Rows = {
    users: [
      user(1, "Iris", { delivery_email: "iris@example.com" }),
      user(2, "Omar", { delivery_email: "omar@example.com" }),
      user(3, "Noah", { delivery_email: "noah@example.com" }),
    ],
    files: [
      {
        ...{ id: 1, member: "files/p", name: "p", content_type: "text/plain", path_id: "2/ab/p", owner_id: 2 },
        ...{ size: bytes.length, sha256: await digestOf(bytes), ...(links && { links }) },
      },
    ],
    messages: [
      { ...of(50, [2, 1]), content, sent_at: BASE },
      { ...of(51, [3]), content, sent_at: BASE + 1 },
    ],
  };
  const done = await importArchive(iris, await archiveWith(rows, { files: { "files/p": bytes } }));
  expect(done).toMatchObject({ state: "done", error: null });
  const { attachments } = await omar.ok(omar.get("/attachments"));
  // The owner's own message gives access, regardless of the archive.
  expect(attachments[0].messages).toHaveLength(result === "success" ? 2 : 1);
  expect((await iris.get(`/user_uploads/${attachments[0].path_id}`)).body.result).toBe("success");
  expect((await noah.get(`/user_uploads/${attachments[0].path_id}`)).body.result).toBe(result);
});

test("an import leaves out and reports invalid rows, and imports the rest", async () => {
  const { owner } = await organization();
  const rows: Rows = {
    users: [
      user(1, "Ada"),
      user(1, "Ada Again"),
      { id: "x" },
      user(2, "Bob", { role: 5 }),
      user(3, "Cy", { delivery_email: "no address" }),
    ],
    channels: [channel(1, "food"), channel(2, "a\tb"), channel(3, "FOOD")],
    linkifiers: [{ pattern: "(a+)+(", url_template: "javascript:x" }],
    messages: [
      message(5, 1, "good", { channel_id: 1 }),
      message(4, 1, "not ascending", { channel_id: 1 }),
      message(6, 99, "no sender", { channel_id: 1 }),
      message(7, 1, "no channel", { channel_id: 9 }),
      message(8, 1, "too late", { channel_id: 1, sent_at: 99_999_999_999 }),
      message(9, 1, "good too", { channel_id: 1, topic: "a\u0007b" }),
    ],
    reactions: [
      { message_id: 5, user_id: 1, emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" },
      { message_id: 5, user_id: 1, emoji_name: "x", emoji_code: "nonsense", reaction_type: "unicode_emoji" },
      { message_id: 6, user_id: 1, emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" },
    ],
  };
  const done = await importArchive(owner, await archiveWith(rows));
  expect(done).toMatchObject({ state: "done", error: null });
  expect(done.report.counts).toMatchObject({
    users: { in: 5, out: 2 },
    channels: { in: 3, out: 2 },
    linkifiers: { in: 1, out: 0 },
    messages: { in: 6, out: 2 },
    reactions: { in: 3, out: 1 },
  });
  const reasons = Object.fromEntries(done.report.left_out.map(({ reason, places }: Json) => [reason, places]));
  expect(reasons["messages whose ids do not ascend"]).toEqual(["tables/messages/000001.jsonl.gz:2"]);
  expect(reasons["rows that are there twice"]).toEqual(["tables/users/000001.jsonl.gz:2"]);
  expect(reasons["rows that are not valid"]).toHaveLength(2);
  expect(reasons["names of channels that another one has"]).toEqual(["channels 3"]);
  const { streams } = await owner.ok(owner.get("/streams"));
  expect(streams.map(({ name }: Json) => name)).toContain("FOOD (2)");
});

test("a canceled import leaves everything as it was, and the organization can import again", async () => {
  const { owner } = await organization();
  const many = Array.from({ length: 600 }, (_, index) => message(200 + index, 6, `message ${index}`));
  const archive = await archiveWith({ ...small, messages: many, unread: [] });
  const tables = await tablesOf(owner);
  const before = comparable(tables);
  const id = await importUntil(owner, archive, "messages");
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  expect(await ended(owner, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  expect(comparable(await tablesOf(owner))).toEqual(before);
  await untilShipped(owner);
  expect(await importArchive(owner, archive)).toMatchObject({ state: "done" });
  const { messages } = await owner.ok(
    owner.get("/messages", {
      narrow: [{ operator: "channel", operand: "food" }],
      anchor: "newest",
      num_before: 1000,
      num_after: 0,
    }),
  );
  expect(messages).toHaveLength(600);
  // The cancelled import used up no ids.
  expect(messages[0].id).toBe(1 + Math.max(0, ...(tables["message_index"] as Json[]).map((row) => row.id)));
});

test("a canceled import is undone completely, however long the message store stays down", async () => {
  const { owner } = await organization();
  const many = Array.from({ length: 600 }, (_, index) => message(200 + index, 6, `message ${index}`));
  const before = comparable(await tablesOf(owner));
  const id = await importUntil(owner, await archiveWith({ ...small, messages: many, unread: [] }), "messages");
  await withDatabase(owner, "refuse", async () => {
    await changeRealm(owner, (organization) => {
      cancelImport(organization, id);
      organization.sql.exec("UPDATE imports SET failures = 20");
    });
    await until(async () => {
      const [row] = (await tablesOf(owner))["imports"] as { state: string; failures: number }[];
      expect(row?.state === "failed" || row?.failures === 21).toBe(true);
    });
  });
  expect(await ended(owner, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  expect(comparable(await tablesOf(owner))).toEqual(before);
});

test("a pending profile deletion of a user whom a canceled import removes doesn't block others", async () => {
  const { iris, noah } = await realm();
  const many = Array.from({ length: 600 }, (_, index) => message(200 + index, 6, `message ${index}`));
  const id = await importUntil(iris, await archiveWith({ ...small, messages: many, unread: [] }), "messages");
  const { members } = await iris.ok(iris.get("/users"));
  const ada = members.find(({ full_name }: Json) => full_name === "Ada Byron");
  const actions = { delete_profile: true };
  await iris.ok(iris.delete(`/users/${ada.user_id}`, { actions }));
  await iris.ok(iris.post(`/imports/${id}/cancel`));
  expect(await ended(iris, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  await iris.ok(iris.delete(`/users/${noah.id}`, { actions }));
  await advanceClock(iris, 60_000);
  await until(async () => {
    const { user } = await iris.ok(iris.get(`/users/${noah.id}`));
    expect(user.full_name).toBe("Deleted user");
  });
});

test("a canceled import doesn't bring back accounts whose erasure became due during it", async () => {
  const { iris, host, noah, mia } = await realm();
  await order(await logIn(host, iris.email, OWNER_PASSWORD), noah);
  const id = await upload(iris, await archiveWith(small));
  await check(iris, id);
  await changeRealm(iris, (organization) => {
    startImport(organization, id);
    organization.sql.exec("UPDATE erasures SET due_at = 1");
    eraseDue(organization);
    eraseOneAgain(organization, `${AGAIN_TIMER}:${mia.id}:0:${organization.seconds()}`);
    cancelImport(organization, id);
  });
  expect(await ended(iris, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  await untilErased(iris);
  for (const person of [noah, mia]) {
    const { user } = await iris.ok(iris.get(`/users/${person.id}`));
    expect(user).toMatchObject({ full_name: `Deleted user ${person.id}`, is_active: false });
  }
});

test("a canceled import drops erasures ordered during it for accounts that it reactivates", async () => {
  const { iris, host, noah, mia } = await realm();
  await order(await logIn(host, iris.email, OWNER_PASSWORD), mia);
  const id = await upload(iris, await archiveWith(small));
  await check(iris, id);
  await changeRealm(iris, (organization) => {
    startImport(organization, id);
    deactivate(organization, accessUser(organization, null, noah.id));
    orderErasure(organization, accessUser(organization, null, noah.id), { deletes_messages: false });
    cancelImport(organization, id);
  });
  expect(await ended(iris, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  expect((await erasuresOf(iris)).map(({ user_id }) => user_id)).toEqual([mia.id]);
  await noah.ok(noah.get("/users/me"));
});

test("a canceled import also deletes the messages sent during it", async () => {
  const { owner } = await organization();
  const many = Array.from({ length: 600 }, (_, index) => message(200 + index, 6, `message ${index}`));
  const archive = await archiveWith({ ...small, messages: many, unread: [] });
  const id = await importUntil(owner, archive, "messages");
  const sent = { type: "channel", topic: "meanwhile", content: "here already" };
  const meanwhile = await owner.ok(owner.post("/messages", { ...sent, to: "food" }));
  await owner.ok(owner.post("/messages", { ...sent, to: "general" }));
  await owner.ok(owner.post(`/imports/${id}/cancel`));
  expect(await ended(owner, id, "cancelled", "failed", "done")).toMatchObject({ state: "cancelled" });
  expect(await tablesOf(owner)).toMatchObject({ message_index: [], messages: [], topics: [] });
  expect(await importArchive(owner, archive)).toMatchObject({ state: "done" });
  const all = { anchor: "oldest", num_before: 0, num_after: 1000 };
  const { messages } = await owner.ok(owner.get("/messages", all));
  expect(messages).toHaveLength(600);
  // Clients may still know the ids of the removed messages.
  expect(messages[0].id).toBeGreaterThan(meanwhile.id);
});

test.each([
  ["with messages", [message(100, 6, "before")]],
  ["without messages", []],
])("subscriptions that begin after an archive's last message start with the next message, %s", async (_, messages) => {
  const { owner } = await organization();
  const rows: Rows = {
    users: [user(5, "Iris Owner", { delivery_email: "iris@example.com", role: 100 }), user(6, "Ada Byron")],
    channels: [channel(7, "food", { invite_only: true, history_public_to_subscribers: false })],
    subscriptions: [
      { user_id: 5, channel_id: 7, active: true, received: [[500, null]] },
      { user_id: 6, channel_id: 7, active: false, received: [[1, 500]] },
    ],
    messages,
  };
  expect(await importArchive(owner, await archiveWith(rows))).toMatchObject({ state: "done" });
  const { id } = await owner.ok(owner.post("/messages", { type: "channel", to: "food", topic: "t", content: "new" }));
  const narrow = [{ operator: "channel", operand: "food" }];
  const found = await owner.ok(owner.get("/messages", { narrow, anchor: "newest", num_before: 9, num_after: 0 }));
  expect(found.messages.map((one: Json) => one.id)).toEqual([id]);
  const spans = (await tablesOf(owner))["subscription_spans"] as { to_message: number }[];
  expect(spans.filter(({ to_message }) => to_message >= id)).toEqual([]);
});

test("an account imported as deactivated gets its subscriptions once it is reactivated", async () => {
  const { owner } = await organization();
  const subscriptions = [{ user_id: 9, channel_id: 7, active: true }];
  expect(await importArchive(owner, await archiveWith({ ...small, subscriptions }))).toMatchObject({ state: "done" });
  const { members } = await owner.ok(owner.get("/users"));
  const { user_id } = members.find(({ full_name }: Json) => full_name === "Bob Deactivated");
  const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "food" }));
  const isSubscribed = async () =>
    (await owner.ok(owner.get(`/users/${user_id}/subscriptions/${stream_id}`))).is_subscribed;
  expect(await isSubscribed()).toBe(false);
  await owner.ok(owner.post(`/users/${user_id}/reactivate`));
  expect(await isSubscribed()).toBe(true);
});

test("an import resubscribes a user who left a channel, without messages sent in between", async () => {
  const { owner } = await organization();
  const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "general" }));
  const describe = (description: string) => owner.ok(owner.patch(`/streams/${stream_id}`, { description }));
  const leave = async (name: string, principals: number[]) =>
    (await owner.ok(owner.delete("/users/me/subscriptions", { subscriptions: [name], principals }))).removed;
  await describe("received");
  await leave("general", [owner.id]);
  await describe("sent meanwhile");
  const subscriptions = [
    { user_id: 5, channel_id: 8, active: true },
    {
      ...{ user_id: 6, channel_id: 7, active: true },
      received: [
        [100, 100],
        [100, null],
      ],
    },
  ];
  expect((await importArchive(owner, await archiveWith({ ...small, subscriptions }))).state).toBe("done");
  const page = { anchor: "newest", num_before: 2, num_after: 0, narrow: [["channel", stream_id]] };
  const { messages } = await owner.ok(owner.get("/messages", page));
  expect(messages.map(({ flags }: Json) => flags)).toEqual([["read"], ["read", "historical"]]);
  expect(await leave("general", [owner.id])).toEqual(["general"]);
  const { members } = await owner.ok(owner.get("/users"));
  const { user_id } = members.find(({ full_name }: Json) => full_name === "Ada Byron");
  expect(await leave("food", [user_id])).toEqual(["food"]);
});

test("an import fills existing profile fields and folders", async () => {
  const { owner } = await organization();
  const { id } = await owner.ok(owner.post("/realm/profile_fields", { field_type: 1, name: "Phone" }));
  const { channel_folder_id } = await owner.ok(owner.post("/channel_folders/create", { name: "Meals" }));
  const rows: Rows = {
    users: [user(6, "Ada Byron")],
    profile_fields: [{ id: 4, type: 1, name: "PHONE", order: 1 }],
    profile_values: [{ user_id: 6, field_id: 4, value: "555" }],
    channel_folders: [
      { id: 30, name: "meals", order: 0 },
      { id: 31, name: "Meals", order: 1, is_archived: true },
    ],
    channels: [channel(7, "food", { folder_id: 30 })],
  };
  expect(await importArchive(owner, await archiveWith(rows))).toMatchObject({
    state: "done",
    report: { left_out: [] },
  });
  const { members } = await owner.ok(owner.get("/users", { include_custom_profile_fields: true }));
  const { profile_data } = members.find(({ full_name }: Json) => full_name === "Ada Byron");
  expect(profile_data).toMatchObject({ [id]: { value: "555" } });
  const { streams } = await owner.ok(owner.get("/streams"));
  expect(streams.find(({ name }: Json) => name === "food").folder_id).toBe(channel_folder_id);
  const { channel_folders } = await owner.ok(owner.get("/channel_folders", { include_archived: true }));
  expect(channel_folders.map(({ name }: Json) => name)).toEqual(["Meals", "Meals"]);
});

test("an import keeps votes for options that users added, and completed tasks", async () => {
  const { owner } = await organization();
  const parts = (message_id: number, all: readonly (readonly [number, object])[]) =>
    all.map(([sender_id, content]) => ({
      ...{ message_id, sender_id, msg_type: "widget", content: JSON.stringify(content) },
    }));
  const poll = { widget_type: "poll", extra_data: { question: "Where?", options: ["Here"] } };
  const todo = { widget_type: "todo", extra_data: { task_list_title: "", tasks: [] } };
  const rows: Rows = {
    users: [user(5000, "Iris Owner", { delivery_email: "iris@example.com", role: 100 }), user(6000, "Ada Byron")],
    channels: [channel(7, "food")],
    subscriptions: [{ user_id: 5000, channel_id: 7, active: true }],
    messages: [message(100, 6000, "/poll"), message(101, 6000, "/todo"), message(102, 6000, "done")],
    submessages: [
      ...parts(100, [
        [6000, poll],
        [6000, { type: "new_option", idx: 1, option: "There" }],
        [5000, { type: "vote", key: "6000,1", vote: 1 }],
        [5000, { type: "vote", key: "canned,0", vote: 1 }],
        [5000, { type: "vote", key: "7000,1", vote: 1 }],
      ]),
      ...parts(101, [
        [6000, todo],
        [6000, { type: "new_task", key: 2, task: "Bake", desc: "", completed: false }],
        [5000, { type: "strike", key: "2,6000" }],
      ]),
      ...parts(102, [[6000, { type: "decided", state: "approved", message_id: 100 }]]),
    ],
  };
  const done = await importArchive(owner, await archiveWith(rows));
  expect(done.report.left_out).toMatchObject([{ reason: "rows of accounts that are not in the archive", count: 1 }]);
  const { messages } = await owner.ok(owner.get("/messages", { anchor: "oldest", num_before: 0, num_after: 9 }));
  const contents = messages.map(({ submessages }: Json) => submessages.map(({ content }: Json) => JSON.parse(content)));
  const ada = messages[0].sender_id;
  expect(contents).toMatchObject([
    [{}, {}, { key: `${ada},1`, vote: 1 }, { key: "canned,0" }],
    [{}, {}, { key: `2,${ada}` }],
    [{ message_id: messages[0].id }],
  ]);
});

test("an import whose object is evicted at every step writes every row once", async () => {
  const { owner } = await organization();
  const many = Array.from({ length: 300 }, (_, index) => message(200 + index, 6, `message ${index}`));
  const id = await upload(owner, await archiveWith({ ...small, messages: many, unread: [] }));
  await check(owner, id);
  await owner.ok(owner.post(`/imports/${id}/start`));
  for (let step = 0; step < 12; step += 1) {
    const { import: found } = await owner.ok(owner.get(`/imports/${id}`));
    if (found.state === "done") break;
    await evict(owner);
  }
  const done = await ended(owner, id, "done", "failed");
  expect(done).toMatchObject({ state: "done" });
  expect(done.report.counts.messages).toEqual({ in: 300, out: 300 });
  const { messages } = await owner.ok(
    owner.get("/messages", {
      ...{ narrow: [{ operator: "channel", operand: "food" }], anchor: "newest", num_before: 1000, num_after: 0 },
      apply_markdown: false,
    }),
  );
  expect(messages.map(({ content }: Json) => content)).toEqual(many.map(({ content }) => content));
});

test("only owners have access during an import; afterwards all clients register again", async () => {
  const { iris, noah } = await realm();
  const { queue_id } = await iris.ok(iris.post("/register", { event_types: ["message"] }));
  const id = await upload(iris, await archiveWith({ ...small, messages: [] }));
  await check(iris, id);
  await executeSql(iris, "UPDATE imports SET state = 'running', started_at = 1, turn = 99");
  await evict(iris);
  expect(await noah.get("/users/me")).toMatchObject({ status: 503, body: { code: "REQUEST_TIMEOUT" } });
  const readable = { narrow: [{ operator: "channels", operand: "web-public" }], anchor: "newest" };
  const asked = new Browser(iris.host).ask("GET", "/messages", { ...readable, num_before: 1, num_after: 0 });
  expect(await asked).toMatchObject({ status: 503, body: { code: "REQUEST_TIMEOUT" } });
  expect((await iris.get("/users/me")).status).toBe(200);
  await executeSql(iris, "UPDATE imports SET state = 'checked', started_at = NULL");
  await evict(iris);
  expect(await run(iris, id)).toMatchObject({ state: "done" });
  const poll = await iris.get("/events", { queue_id, last_event_id: -1, dont_block: true });
  expect(poll.body).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
});

test("an import checks each part, and starts only if no one has written messages yet", async () => {
  const { iris, noah } = await realm();
  const bytes = new TextEncoder().encode("no archive at all").slice();
  const { import: made } = await iris.ok(iris.post("/imports", { size: bytes.length }));
  expect(made).toMatchObject({ state: "uploading", parts: 1, missing_parts: [1] });
  const { id } = made;
  expect(await putPart(iris, { id, part: 2, bytes })).toMatchObject({ status: 400 });
  expect(await putPart(iris, { id, part: 1, bytes: bytes.slice(1) })).toMatchObject({ status: 400 });
  expect(await putPart(iris, { id, part: 1, bytes, sha256: "0".repeat(64) })).toMatchObject({ status: 400 });
  expect((await iris.post(`/imports/${id}/check`)).body.msg).toBe("1 parts of the archive are missing.");
  expect(await putPart(iris, { id, part: 1, bytes })).toMatchObject({ status: 200, body: { parts_received: 1 } });
  expect(await putPart(iris, { id, part: 1, bytes })).toMatchObject({ status: 200 });
  expect((await iris.post("/imports", { size: 5 })).body.msg).toBe("Another import has not ended yet.");
  const checked = await check(iris, id);
  expect(checked.state).toBe("failed");
  expect(checked.error).not.toBeNull();
  expect((await iris.post(`/imports/${id}/start`)).status).toBe(400);
  expect((await iris.ok(iris.post(`/imports/${id}/cancel`))).import.state).toBe("cancelled");
  await iris.ok(iris.delete(`/imports/${id}`));
  expect((await iris.get(`/imports/${id}`)).body.msg).toBe("Invalid import ID");
  await noah.ok(noah.post("/messages", { type: "direct", to: [noah.id], content: "note" }));
  expect(await iris.ok(iris.get("/imports"))).toMatchObject({ has_messages: true });
  expect((await iris.post("/imports", { size: 5 })).body.msg).toMatch(/^People have written messages/);
});

test("an invalid part doesn't replace or delete a valid one that arrives at the same time", async () => {
  const { iris } = await realm();
  const bytes = await archiveWith({ users: [user(7, "Ada")] });
  const { import: made } = await iris.ok(iris.post("/imports", { size: bytes.length }));
  const part = { id: made.id, part: 1, bytes };
  expect(await putPart(iris, part)).toMatchObject({ status: 200 });
  const { readable, writable } = new FixedLengthStream(bytes.length);
  const wrong = putPart(iris, { ...part, sha256: "0".repeat(64), body: readable });
  const missing = async () => (await iris.ok(iris.get(`/imports/${made.id}`))).import.missing_parts;
  await until(async () => expect(await missing()).toEqual([1]));
  expect(await putPart(iris, part)).toMatchObject({ status: 200 });
  await new Blob([bytes]).stream().pipeTo(writable);
  expect(await wrong).toMatchObject({ status: 400 });
  expect(await missing()).toEqual([]);
  expect(await check(iris, made.id)).toMatchObject({ state: "checked" });
});

test("[security 10.8] an imported channel stays separate from an existing private channel of the same name", async () => {
  const { iris, noah } = await realm();
  const vault = await makeChannel(noah, "Vault", [noah], { invite_only: true, history_public_to_subscribers: true });
  const rows: Rows = {
    users: [user(6, "Iris Owner", { delivery_email: "iris@example.com" })],
    channels: [channel(7, "vault")],
    subscriptions: [{ user_id: 6, channel_id: 7, active: true }],
  };
  const done = await importArchive(iris, await archiveWith(rows));
  expect(done).toMatchObject({ state: "done", report: { counts: { subscriptions: { in: 1, out: 1 } } } });
  expect(done.report.left_out).toEqual([
    { reason: "names of private channels that are there", count: 1, places: ["channels 7"] },
  ]);
  const { subscriptions } = await iris.ok(iris.get("/users/me/subscriptions"));
  expect(subscriptions.map(({ name }: Json) => name)).toContain("vault (2)");
  expect((await iris.ok(iris.get(`/streams/${vault}/members`))).subscribers).toEqual([noah.id]);
});

test("an imported private channel stays separate from an existing public channel of the same name", async () => {
  const { iris, noah } = await realm();
  const rows: Rows = {
    users: [user(6, "Ada Byron")],
    channels: [
      channel(7, "General", { invite_only: true, history_public_to_subscribers: false }),
      channel(8, "food", { invite_only: true, history_public_to_subscribers: false }),
    ],
    subscriptions: [{ user_id: 6, channel_id: 7, active: true }],
    messages: [message(100, 6, "between us")],
  };
  const done = await importArchive(iris, await archiveWith(rows));
  expect(done).toMatchObject({ state: "done", report: { counts: { channels: { in: 2, out: 2 } } } });
  expect(done.report.left_out).toEqual([
    { reason: "names of channels that are there for more people", count: 1, places: ["channels 7"] },
  ]);
  const { streams } = await iris.ok(iris.get("/streams", { include_all: true }));
  const [general, own] = ["general", "General (2)"].map((name) => streams.find((one: Json) => one.name === name));
  expect([general.invite_only, own.invite_only]).toEqual([false, true]);
  const narrow = [{ operator: "search", operand: "between" }];
  const { messages } = await noah.ok(noah.get("/messages", { narrow, anchor: "newest", num_before: 9, num_after: 0 }));
  expect(messages).toEqual([]);
  const inGeneral = [{ operator: "channel", operand: general.stream_id }];
  const all = { narrow: inGeneral, anchor: "newest", num_before: 9, num_after: 0, apply_markdown: false };
  const found = (await noah.ok(noah.get("/messages", all))).messages;
  expect(found.map(({ content }: Json) => content)).not.toContain("between us");
});
