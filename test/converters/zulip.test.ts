import { describe, expect, test } from "vitest";
import { convertZulip } from "../../src/converters/zulip/convert.ts";
import { converted } from "../support/converted.ts";
import { exportMembers, realmTables, received, zulipExport, zulipMessage } from "../support/zulip-export.ts";

const convert = async (more: Readonly<Record<string, unknown>> = {}) =>
  await converted(convertZulip, await zulipExport(exportMembers(more)));

/** An export with some tables replaced. */
const withTables = (tables: object) => convert({ "realm.json": { ...realmTables(), ...tables } });

describe("a Zulip export becomes an archive", () => {
  test("with the organization, its settings and permissions", async () => {
    const { manifest, rows, leftOut } = await convert();
    expect(manifest).toMatchObject({ program: "zulip", version: "10.2", secrets: false, scope: "standard" });
    const [organization] = rows("organization");
    expect(organization).toMatchObject({
      name: "Analytical Engines",
      description: "We compute",
      icon: "files/organization/icon",
      date_created: 1_500_000_000,
      new_user_settings: { twenty_four_hour_time: true },
    });
    expect(organization?.settings).toMatchObject({
      default_language: "de",
      message_retention_days: -1,
      topics_policy: "disable_empty_topic",
      new_stream_announcements_stream_id: 21,
      signup_announcements_stream_id: null,
      can_create_groups: 5,
      can_create_public_channel_group: { direct_members: [11], direct_subgroups: [5] },
      can_add_subscribers_group: 5,
    });
    expect(organization?.settings).not.toHaveProperty("can_invite_users_group");
    expect(JSON.stringify(rows("organization"))).not.toContain("secret");
    expect(leftOut.get("unknown column")?.places).toEqual(["zerver_realm.brand_new_column"]);
    expect(leftOut.get("unknown table")?.places).toEqual(["realm.json zerver_brandnew"]);
    expect(leftOut.get("unknown group")?.count).toBe(1);
  });

  test("with its users, and deactivated accounts for unknown ones", async () => {
    const { rows, leftOut, counts } = await convert();
    const users = new Map(rows("users").map((user) => [user.id, user]));
    expect([...users.keys()].sort((a, b) => a - b)).toEqual([5, 10, 11, 12, 13, 14, 19, 888]);
    expect(users.get(10)).toMatchObject({
      role: 100,
      avatar: "files/avatars/10",
      delivery_email: "user10@example.com",
    });
    expect(users.get(11)).toMatchObject({
      full_name: "Ada Lovelace",
      date_joined: 1_600_000_000,
      timezone: "Europe/Berlin",
      uuid: "0f3c7d3f-3f7a-4d7e-9c55-6b4d3b1e0a11",
      email_visibility: 3,
      settings: { enter_sends: true },
      status: { status_text: "computing", emoji_code: "61" },
    });
    expect(users.get(11)?.settings).not.toHaveProperty("web_font_size_px");
    expect(users.get(12)).toMatchObject({ is_active: false, role: 400, timezone: "" });
    expect(users.get(12)?.uuid).toBeUndefined();
    expect(users.get(13)).toMatchObject({ bot_type: 3, bot_owner_id: 11 });
    expect(users.get(14)).toMatchObject({ is_active: false });
    expect(users.get(5)).toMatchObject({ system: "notification-bot", delivery_email: null });
    expect(users.get(19)).toMatchObject({ delivery_email: null });
    expect(users.get(888)).toMatchObject({ is_placeholder: true, is_active: false, delivery_email: null });
    expect(rows("bots")).toMatchObject([
      { user_id: 13, default_sending_channel_id: 21, payload_url: "https://hook.example.com/x", interface: 1 },
    ]);
    expect(leftOut.get("users: an address that another one has")?.count).toBe(1);
    expect(leftOut.get("no row, or too long")?.places).toContain("realm.json zerver_userprofile[5]");
    expect(counts["users"]).toMatchObject({ out: 8 });
  });

  test("with its groups, channels, and lists", async () => {
    const { rows } = await convert();
    expect(
      rows("groups")
        .filter(({ is_system }) => is_system)
        .map(({ name }) => name),
    ).toContain("role:fullmembers");
    expect(rows("groups").filter(({ is_system }) => !is_system)).toMatchObject([
      {
        id: 41,
        name: "designers",
        members: [10],
        creator_id: 11,
        permissions: { can_join_group: { direct_members: [11], direct_subgroups: [5] }, can_manage_group: 6 },
      },
    ]);
    expect(rows("groups").every(({ is_system, members }) => !is_system || members.length === 0)).toBe(true);
    expect(rows("channels")).toMatchObject([
      {
        id: 21,
        name: "general",
        is_default: true,
        permissions: { can_send_message_group: 5 },
        date_created: 1_600_000_001,
      },
      {
        id: 22,
        invite_only: true,
        history_public_to_subscribers: false,
        message_retention_days: 30,
        permissions: { can_send_message_group: 6 },
      },
      { id: 23, name: "general (2)", is_archived: true },
    ]);
    expect(rows("linkifiers").map(({ pattern }) => pattern)).toEqual(["A-(?P<id>[0-9]+)", "#(?P<id>[0-9]+)"]);
    expect(rows("linkifiers")).toMatchObject([
      { example_input: null, reverse_template: null, alternative_url_templates: [] },
      {
        ...{ example_input: "#7", reverse_template: "#{id}" },
        alternative_url_templates: ["https://c.example.com/{id}"],
      },
    ]);
    expect(rows("playgrounds")).toHaveLength(1);
    expect(rows("domains")).toEqual([{ domain: "example.com", allow_subdomains: true }]);
    expect(rows("custom_emoji")).toMatchObject([{ id: 61, name: "engine", file: "files/emoji/61" }]);
    expect(rows("profile_values")).toEqual([{ user_id: 11, field_id: 71, value: "[10]" }]);
  });

  test("with its messages in chronological order", async () => {
    const { rows, leftOut } = await convert();
    const messages = rows("messages");
    expect(messages.map(({ id }) => id)).toEqual([101, 102, 103, 104, 105, 106, 108]);
    expect(messages[0]).toMatchObject({
      sender_id: 11,
      channel_id: 21,
      topic: "plans",
      content: "text 101",
      client: "ZulipMobile",
      sent_at: 1_700_000_101,
    });
    expect(messages[1]).toMatchObject({
      content: "@**Person 10** look [here](#narrow/channel/21-general/topic/plans/near/101)",
      last_edit_at: 1_700_000_600,
      last_moved_at: 1_700_000_500,
      edits: [
        { user_id: 11, timestamp: 1_700_000_600, prev_content: "@**Person 10**" },
        {
          user_id: null,
          timestamp: 1_700_000_500,
          prev_topic: "old plans",
          topic: "plans",
          prev_stream: 22,
          stream: 21,
        },
      ],
    });
    expect(messages[2]).toMatchObject({ members: [10, 11], content: "to Person 10" });
    expect(messages[3]).toMatchObject({ members: [10, 11, 12], sender_id: 10 });
    expect(messages[5]).toMatchObject({ topic: `${"x".repeat(59)}…` });
    expect(leftOut.get("zerver_message: doubled id")?.count).toBe(1);
    expect(leftOut.get("messages: unknown channel or conversation")?.places).toEqual([
      "messages-000001.json zerver_message[7]",
    ]);
    expect(leftOut.get("messages: no time between 1970 and tomorrow")?.count).toBe(1);
    expect(leftOut.get("messages: no id, no sender or no text")?.count).toBe(1);
    expect([...leftOut.keys()].filter((reason) => reason.startsWith("submessages"))).toHaveLength(1);
  });

  test("with reactions and message flags", async () => {
    const { rows, leftOut } = await convert();
    expect(rows("reactions").map(({ message_id, user_id, emoji_name }) => [message_id, user_id, emoji_name])).toEqual([
      [101, 11, "engine"],
      [102, 11, "zulip"],
      [102, 10, "tada"],
    ]);
    expect(leftOut.get("reactions: doubled")?.count).toBe(1);
    expect(leftOut.get("reactions: unknown emoji")?.count).toBe(1);
    expect(leftOut.get("reactions: unknown user or message")?.count).toBe(1);
    expect(rows("flags")).toEqual([
      { user_id: 11, message_id: 101, flags: ["starred"] },
      { user_id: 10, message_id: 102, flags: ["mentioned"] },
      { user_id: 11, message_id: 105, flags: ["historical"] },
    ]);
    expect(rows("unread")).toEqual([
      { user_id: 10, messages: [101] },
      { user_id: 12, messages: [102] },
    ]);
    expect(leftOut.get("flags: unknown user or message, or no flags")?.places).toEqual([
      "messages-000001.json zerver_usermessage[9]",
    ]);
  });

  test("with subscriptions, and received messages of channels with protected history", async () => {
    const { rows, leftOut } = await convert();
    const subscriptions = new Map(rows("subscriptions").map((one) => [`${one.user_id} ${one.channel_id}`, one]));
    expect([...subscriptions.keys()]).toEqual(["10 21", "11 21", "10 22", "11 22", "12 21", "19 22"]);
    expect(subscriptions.get("10 21")).toMatchObject({
      active: true,
      color: "#76ce90",
      push_notifications: true,
      email_notifications: null,
    });
    expect(subscriptions.get("11 21")).toMatchObject({ is_muted: true });
    expect(subscriptions.get("11 21")).not.toHaveProperty("color");
    expect(subscriptions.get("12 21")).toMatchObject({ active: false, suspended: true });
    expect(subscriptions.get("10 22")).toMatchObject({ received: [[105, null]] });
    expect(subscriptions.get("11 22")).toMatchObject({ active: false, received: [[106, 106]] });
    expect(subscriptions.get("19 22")).toMatchObject({ active: true, received: [[109, null]] });
    expect(subscriptions.get("10 21")).not.toHaveProperty("received");
    expect(leftOut.get("subscriptions: unknown user or channel, or doubled")?.count).toBe(2);
  });

  test("with later messages of a private channel for users who were idle for a long time", async () => {
    const tables = realmTables();
    const away = tables.zerver_userprofile.map((row) =>
      typeof row === "object" && row.id === 10 ? { ...row, long_term_idle: true, last_active_message_id: 105 } : row,
    );
    const { rows } = await convert({
      "realm.json": { ...tables, zerver_userprofile: away },
      "messages-000002.json": {
        zerver_message: [zulipMessage(120, { recipient: 33 })],
        zerver_usermessage: [received(20, 11, 120, 1)],
      },
    });
    const found = rows("subscriptions").find((one) => one.user_id === 10 && one.channel_id === 22);
    expect(found?.received).toEqual([[105, null]]);
  });

  test("with its files", async () => {
    const { rows, members, leftOut } = await convert();
    const [upload] = rows("files").filter(({ path_id }) => path_id !== undefined);
    expect(upload).toMatchObject({
      name: "plan.txt",
      path_id: "2/ab/token/plan.txt",
      owner_id: 11,
      size: 3,
      content_type: "text/plain",
      created_at: 1_700_000_000,
      links: [101],
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
    expect(await members.get(upload?.member ?? "")?.text()).toBe("abc");
    expect(
      rows("files")
        .map(({ member }) => member)
        .sort(),
    ).toEqual(["files/avatars/10", "files/emoji/61", "files/organization/icon", upload?.member]);
    expect(leftOut.get("missing file")?.places).toEqual([
      "realm.json zerver_realmemoji[1]",
      "attachment.json zerver_attachment[1] uploads/2/ab/token/lost.txt",
    ]);
  });

  test("with users' personal data", async () => {
    const { rows } = await convert();
    expect(rows("topic_preferences")).toEqual([
      { user_id: 10, channel_id: 21, topic: "plans", visibility_policy: 3, last_updated: 1_700_000_500 },
    ]);
    expect(rows("muted_users")).toEqual([{ user_id: 10, muted_user_id: 12, timestamp: 1_700_000_000 }]);
    expect(rows("alert_words")).toEqual([{ user_id: 10, word: "engine" }]);
    expect(rows("saved_snippets")).toHaveLength(1);
    expect(rows("presence")).toEqual([{ user_id: 11, active_at: 1_700_000_900, idle_at: 1_700_000_950 }]);
    expect(rows("scheduled_messages")).toMatchObject([
      { user_id: 10, channel_id: 21, topic: "later", content: "soon", deliver_at: 4_000_000_000 },
      { user_id: 10, to: [10, 11, 12] },
    ]);
    expect(rows("bot_storage")).toEqual([{ user_id: 13, key: "a", value: "b" }]);
  });
});

test("columns that later versions added for channels, profile fields, scheduled messages and reminders are converted", async () => {
  const tables = realmTables();
  const due = { content: "x", sender: 10, scheduled_timestamp: 4_000_000_000, delivered: false };
  const { rows, leftOut } = await withTables({
    zerver_stream: tables.zerver_stream.map((row) => ({ ...row, default_push_notifications: row.id === 21 })),
    zerver_customprofilefield: [{ id: 71, name: "Nick", field_type: 1, order: 1, use_for_user_matching: true }],
    zerver_scheduledmessage: [
      { ...due, id: 1, recipient: 32, subject: "later", sending_client: 1, read_by_sender: false },
      { ...due, id: 2, delivery_type: 3, reminder_target_message_id: 102, reminder_note: "bring tea" },
      { ...due, id: 3, delivery_type: 3, reminder_target_message_id: 102, reminder_note: "" },
      { ...due, id: 4, delivery_type: 3, reminder_target_message_id: 102, reminder_note: "a".repeat(501) },
    ],
  });
  const pushing = rows("channels").filter((row) => row.default_push_notifications);
  expect(pushing.map(({ id }) => id)).toEqual([21]);
  expect(rows("profile_fields")).toMatchObject([{ id: 71, use_for_user_matching: true }]);
  expect(rows("scheduled_messages")).toMatchObject([{ client: "ZulipMobile", read_by_sender: false }]);
  expect(rows("reminders").map(({ note }) => note)).toEqual(["bring tea", "", undefined]);
  expect(leftOut.get("unknown column")?.places).toEqual(["zerver_realm.brand_new_column"]);
});

test("messages to the server's own bots become direct messages, and topics keep repeated spaces", async () => {
  const list = [zulipMessage(101, { recipient: 35, subject: "" }), zulipMessage(102, { subject: "a  b\tc" })];
  const { rows } = await convert({ "messages-000001.json": { zerver_message: list } });
  expect(rows("messages")).toMatchObject([{ members: [5, 11] }, { topic: "a  b c" }]);
});

describe("converted message ids", () => {
  const messages = (...list: object[]) => ({
    "messages-000001.json": { zerver_message: list, zerver_usermessage: [received(1, 10, 102, 0)] },
  });

  test("are renumbered, with all references, if a message is older than one with a lower id", async () => {
    const { rows } = await convert(
      messages(
        zulipMessage(101, {
          date_sent: 1_700_000_300,
          content: "first [a](#narrow/channel/21-general/topic/x/near/102) `#narrow/x/near/102`",
        }),
        zulipMessage(102, { date_sent: 1_700_000_200 }),
        zulipMessage(103, { date_sent: 1_700_000_400 }),
      ),
    );
    expect(rows("messages").map(({ id, content }) => [id, content])).toEqual([
      [101, "text 102"],
      [102, "first [a](#narrow/channel/21-general/topic/x/near/101) `#narrow/x/near/102`"],
      [103, "text 103"],
    ]);
    expect(rows("unread")).toEqual([{ user_id: 10, messages: [101] }]);
  });

  test("are renumbered in edit histories, reminders, saved snippets and views too", async () => {
    const link = (id: number) => `[a](#narrow/channel/21-general/topic/x/near/${id})`;
    const due = { sender: 10, content: link(102), scheduled_timestamp: 4_000_000_000, delivered: false };
    const { rows } = await convert({
      ...messages(
        zulipMessage(101, { date_sent: 1_700_000_300 }),
        zulipMessage(102, { date_sent: 1_700_000_200 }),
        zulipMessage(103, {
          date_sent: 1_700_000_400,
          edit_history: JSON.stringify([{ user_id: 10, timestamp: 1_700_000_500, prev_content: link(102) }]),
        }),
      ),
      "realm.json": {
        ...realmTables(),
        zerver_scheduledmessage: [{ ...due, id: 1, delivery_type: 3, reminder_target_message_id: 102 }],
        zerver_savedsnippet: [{ id: 1, user_profile: 10, title: "A", content: link(102), date_created: 1_700_000_000 }],
        zerver_navigationview: [{ id: 1, user: 10, fragment: "narrow/channel/21/near/102", is_pinned: true }],
      },
    });
    expect(rows("messages")[2]?.edits).toMatchObject([{ prev_content: link(101) }]);
    expect(rows("reminders")).toMatchObject([{ message_id: 101, content: link(101) }]);
    expect(rows("saved_snippets")).toMatchObject([{ content: link(101) }]);
    expect(rows("navigation_views")).toMatchObject([{ fragment: "narrow/channel/21/near/101" }]);
  });

  test("leave room for the parts of a text too long for one message", async () => {
    const { rows, leftOut } = await convert(
      messages(zulipMessage(102, { content: `${"a".repeat(9000)}\n${"b".repeat(9000)}` }), zulipMessage(103)),
    );
    expect(rows("messages").map(({ id, content }) => [id, content[0], content.length])).toEqual([
      [102, "a", 9000],
      [103, "b", 9000],
      [104, "t", 8],
    ]);
    expect(rows("unread")).toEqual([{ user_id: 10, messages: [102, 103] }]);
    expect(leftOut.get("messages: too long for one message, so that it became several")?.count).toBe(1);
  });

  test("are sorted across members of the export, and each is converted once", async () => {
    const { rows } = await convert({
      ...messages(zulipMessage(205), zulipMessage(203)),
      "messages-000002.json": {
        zerver_message: [zulipMessage(204), zulipMessage(203, { content: "again" }), zulipMessage(206)],
      },
    });
    expect(rows("messages").map(({ id, content }) => [id, content])).toEqual(
      [203, 204, 205, 206].map((id) => [id, `text ${id}`]),
    );
  });
});

describe("exports of older versions", () => {
  test("can have numeric permissions, and all groups in one table", async () => {
    const { zerver_realm, zerver_namedusergroup, zerver_usergroup, ...others } = realmTables();
    const older = Object.entries({ ...zerver_realm[0] }).filter(([name]) => !name.startsWith("can_"));
    const groups = zerver_namedusergroup.map(({ usergroup_ptr, ...row }: { usergroup_ptr?: number }) => ({
      ...row,
      id: usergroup_ptr,
    }));
    const realm = {
      ...Object.fromEntries(older),
      user_group_edit_policy: 3,
      wildcard_mention_policy: 5,
      private_message_policy: 2,
      bot_creation_policy: 2,
      edit_topic_policy: 5,
    };
    const { rows } = await convert({
      "realm.json": { ...others, zerver_realm: [realm], zerver_usergroup: groups },
      "migration_status.json": { zulip_version: "8.4" },
    });
    expect(rows("groups").find(({ id }) => id === 41)).toMatchObject({ name: "designers", members: [10] });
    expect(rows("organization")[0]?.settings).toMatchObject({
      can_create_groups: 4,
      can_manage_all_groups: 5,
      can_mention_many_users_group: 6,
      direct_message_permission_group: 8,
      can_create_bots_group: 6,
      can_create_write_only_bots_group: 3,
      can_move_messages_between_topics_group: 2,
    });
  });

  test("are rejected before version 8", async () => {
    await expect(convert({ "migration_status.json": { zulip_version: "7.5" } })).rejects.toThrow(/7\.5/);
  });
});

describe("an invalid Zulip export", () => {
  test.each([
    ["has no realm.json", { "other.json": {} }],
    ["has no organization", exportMembers({ "realm.json": {} })],
    ["has a damaged realm.json", exportMembers({ "realm.json": new TextEncoder().encode('{"zerver_realm": [{]') })],
    ["contains a path out of its folder", exportMembers({ "../../etc/passwd": "x" })],
  ])("is rejected: it %s", async (_, members) => {
    await expect(zulipExport(members).then((archive) => converted(convertZulip, archive))).rejects.toMatchObject({
      name: "ArchiveError",
    });
  });

  test("is rejected if truncated", async () => {
    const whole = await zulipExport(exportMembers());
    await expect(converted(convertZulip, whole.slice(0, whole.size / 2))).rejects.toThrow();
  });

  const { zerver_userprofile: people, zerver_stream: channels, zerver_subscription: subscriptions } = realmTables();
  const robot = { id: 90, is_bot: true, bot_type: 1, role: 400, delivery_email: "r@example.com", full_name: "R" };
  const scheduled = { id: 1, sender: 10, content: "x", scheduled_timestamp: 4_000_000_000, delivered: false };

  test.each<readonly [what: string, tables: object, reason: string]>([
    [
      "a bot whose owner is unknown",
      { zerver_userprofile: [...people, { ...robot, bot_owner: 999 }] },
      "users: unknown owner of a bot",
    ],
    [
      "a bot that posts in an unknown channel",
      { zerver_userprofile: [...people, { ...robot, default_sending_stream: 999 }] },
      "unknown channel",
    ],
    [
      "a folder that does not exist",
      { zerver_stream: [...channels, { ...channels[0], id: 91, name: "more", folder: 999 }] },
      "channels: unknown folder",
    ],
    [
      "an unknown user in a conversation",
      { zerver_subscription: [...subscriptions, { id: 90, user_profile: 999, recipient: 34, active: true }] },
      "conversations: unknown member",
    ],
    [
      "an unknown mentor next to a known one",
      {
        zerver_customprofilefield: [{ id: 7, name: "Mentor", field_type: 6, order: 1 }],
        zerver_customprofilefieldvalue: [{ id: 1, user_profile: 10, field: 7, value: "[11, 999]" }],
      },
      "profile_values: unknown people",
    ],
    [
      "a scheduled message to an unknown user",
      {
        zerver_recipient: [...realmTables().zerver_recipient, { id: 92, type: 1, type_id: 999 }],
        zerver_scheduledmessage: [{ ...scheduled, recipient: 92 }],
      },
      "scheduled_messages: unknown channel or conversation",
    ],
  ])("is reported with %s", async (_, tables, reason) => {
    const [table = ""] = Object.keys(tables).slice(-1);
    const { leftOut } = await withTables(tables);
    expect(leftOut.get(reason)?.places.filter((place) => place.includes(`${table}[`))).toHaveLength(1);
  });

  test.each(Object.keys(realmTables()).filter((name) => name.startsWith("zerver_")))(
    "is converted without an error for any values in %s",
    async (table) => {
      const strange = [null, -1, 1.5, "x\0", [], {}, true, 1e300, "9".repeat(500)];
      const rows = Object.entries(realmTables()).find(([name]) => name === table)?.[1];
      const objects = (Array.isArray(rows) ? rows : []).filter((row) => typeof row === "object");
      const changed = objects.flatMap((row: object) =>
        strange.map((value) => Object.fromEntries(Object.keys(row).map((key) => [key, value]))),
      );
      if (table === "zerver_realm") await withTables({ [table]: [...changed.slice(1, 2)] });
      else await withTables({ [table]: [...changed, ...(Array.isArray(rows) ? rows : [])] });
    },
  );
});
