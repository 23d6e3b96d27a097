import { expect, test } from "vitest";
import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { tableNames } from "../../src/archive-format/tables.ts";
import { convertSlack } from "../../src/converters/slack/convert-slack.ts";
import { mutated, randomFrom } from "../support/changed-at-random.ts";
import { converted } from "../support/converted.ts";
import { packedAgain, zipFile } from "../support/zip-file.ts";

const T = 1_700_000_000;
const message = (at: string, more: object) => ({
  type: "message",
  ts: `${T + Number(at.split(".")[0])}.${(at.split(".")[1] ?? "0").padStart(6, "0")}`,
  ...more,
});

const members = {
  "users.json": [
    {
      id: "U1",
      name: "iris",
      is_primary_owner: true,
      is_owner: true,
      tz: "Europe/Berlin",
      profile: { real_name: "Iris *W*", email: "Iris@Example.org", title: "Captain" },
    },
    { id: "U2", name: "omar", real_name: "Omar", is_admin: true, profile: { email: "omar@example.org" } },
    { id: "U3", name: "gone", deleted: true, profile: { real_name: "Gone", email: "gone@example.org" } },
    { id: "U4", name: "guest", is_restricted: true, profile: { real_name: "Omar", email: "guest@example.org" } },
    { id: "U5", name: "twin", profile: { real_name: "Twin", email: "omar@example.org" } },
    { id: "U6", name: "robot", is_bot: true, profile: { real_name: "Robot", bot_id: "B1" } },
    { id: "U7", name: "mute", profile: { real_name: "Without Address" } },
    { id: "U00", name: "nobody" },
    { id: "U1", name: "again" },
    7,
  ],
  "channels.json": [
    {
      id: "C1",
      name: "general",
      created: T,
      creator: "U1",
      is_general: true,
      members: ["U1", "U2", "U3", "U9"],
      topic: { value: "t" },
      purpose: { value: "all &amp; sundry" },
    },
    { id: "C2", name: "old", created: T, is_archived: true, members: [] },
  ],
  "groups.json": [{ id: "G1", name: "General", created: T, creator: "U2", members: ["U2"] }],
  "dms.json": [
    { id: "D1", members: ["U1", "U2"] },
    { id: "D2", members: ["U1", "U1"] },
  ],
  "mpims.json": [{ id: "G9", name: "mpdm-iris--omar--guest-1", members: ["U1", "U2", "U4"] }],
  "canvases.json": [{ id: "x" }],
  "general/2023-11-14.json": [
    message("5.000200", {
      user: "U1",
      text: "root *words* for <@U2>",
      thread_ts: `${T + 5}.000200`,
      reactions: [
        { name: "+1", users: ["U2", "U9"] },
        { name: "thumbsup::skin-tone-2", users: ["U2"] },
        { name: "shipit", users: ["U1"] },
        { name: "nosuch", users: ["U1"] },
      ],
    }),
    message("4.000001", { user: "U2", text: "first", edited: { user: "U2", ts: `${T + 9}.0` } }),
    message("4.000001", { user: "U2", text: "first, a second time" }),
    message("6", { subtype: "channel_join", user: "U2", text: "joined" }),
    message("7", { subtype: "me_message", user: "U2", text: "waves" }),
    message("8", { subtype: "bot_message", bot_id: "B1", text: "beep" }),
    message("9", {
      subtype: "bot_message",
      username: "Deploys",
      text: "",
      attachments: [{ title: "Done", text: "in *3 s*" }],
    }),
    message("10", { user: "U77", user_profile: { real_name: "Left Early" }, text: "bye" }),
    message("11", { text: "of nobody" }),
    message("12", { user: "U1", text: "" }),
    message("13", {
      user: "U1",
      text: "see",
      files: [
        {
          id: "F1",
          name: "plan.txt",
          mimetype: "text/plain",
          timestamp: T,
          url_private: "https://files.slack.com/F1?t=xoxe-secret",
        },
        { id: "F2", name: "lost.txt", url_private: "https://files.slack.com/F2/lost.txt?t=xoxe-secret" },
        { id: "F3", mode: "tombstone" },
        {
          id: "F4",
          name: "doc",
          title: "Doc",
          mode: "external",
          is_external: true,
          url_private: "https://docs.example.org/d?x=1",
        },
      ],
    }),
    { ts: "no time", user: "U1", text: "x" },
    message(`${T}`, { user: "U1", text: "of the future" }),
    null,
  ],
  "general/2023-11-15.json": [
    message("90000", {
      user: "U2",
      text: "late answer",
      thread_ts: `${T + 5}.000200`,
      files: [{ id: "F1", name: "plan.txt" }],
    }),
  ],
  "D1/2023-11-14.json": [message("20", { user: "U1", text: "between us" })],
  "D2/2023-11-14.json": [message("21", { user: "U1", text: "to myself" })],
  "mpdm-iris--omar--guest-1/2023-11-14.json": [
    message("22", { user: "U4", text: `${"x".repeat(9990)}\n${"y".repeat(100)}` }),
  ],
  "unlisted/2023-11-14.json": [message("23", { user: "U1", text: "lost" })],
};

const zipMembers = [
  ...Object.entries(members).map(([name, list]) => ({ name, content: JSON.stringify(list), deflated: true })),
  { name: "__uploads/F1/plan.txt", content: "the plan", deflated: true },
  { name: "emoji/shipit.png", content: "a picture" },
];
const archive = () => zipFile(zipMembers);

test("a Slack export becomes an archive with accounts, channels and messages in order", async () => {
  const { rows, members: written, counts, leftOut } = await converted(convertSlack, await archive());

  const people = rows("users").map(({ full_name, delivery_email, role, is_active }) => [
    full_name,
    delivery_email,
    role,
    is_active,
  ]);
  expect(people).toEqual([
    ["Iris W", "iris@example.org", 100, true],
    ["Omar", "omar@example.org", 200, true],
    ["Gone", "gone@example.org", 400, false],
    ["Omar", "guest@example.org", 600, true],
    ["Robot", "slack-u6@import.invalid", 400, true],
    ["Without Address", "slack-u7@import.invalid", 400, true],
    ["Deploys", expect.stringMatching(/^slack-bot-deploys-\d+@import\.invalid$/), 400, false],
    ["Left Early", expect.stringMatching(/^slack-u77-\d+@import\.invalid$/), 400, false],
  ]);
  expect(rows("profile_values")).toEqual([{ user_id: 1, field_id: 1, value: "Captain" }]);
  expect(rows("channels")).toMatchObject([
    { id: 1, name: "general", description: "all & sundry · t", creator_id: 1, invite_only: false, is_default: true },
    { id: 2, name: "old", is_archived: true, creator_id: null },
    { id: 3, name: "General (2)", invite_only: true, creator_id: 2 },
  ]);
  expect(rows("subscriptions").map(({ user_id, channel_id }) => [user_id, channel_id])).toEqual([
    [1, 1],
    [2, 1],
    [2, 3],
  ]);

  const thread = { channel_id: 1, topic: "2023-11-14 root words for @Omar" };
  const plain = { channel_id: 1, topic: "imported from Slack" };
  expect(rows("messages")).toMatchObject([
    { id: 1, sender_id: 2, content: "first", sent_at: T + 4, last_edit_at: T + 9, ...plain },
    { id: 2, sender_id: 1, content: "root **words** for @**Omar|2**", sent_at: T + 5, ...thread },
    { id: 3, content: "/me waves" },
    { id: 4, sender_id: 5, content: "beep" },
    { id: 5, sender_id: 7, content: "**Done**\nin **3 s**" },
    { id: 6, sender_id: 8, content: "bye" },
    {
      id: 7,
      content:
        "see\n[plan.txt](/user_uploads/import/2/plan.txt)\n[lost.txt](https://files.slack.com/F2/lost.txt)\n[Doc](https://docs.example.org/d)",
    },
    { id: 8, members: [1, 2], content: "between us" },
    { id: 9, members: [1], content: "to myself" },
    { id: 10, members: [1, 2, 4], content: "x".repeat(9990) },
    { id: 11, members: [1, 2, 4], content: "y".repeat(100) },
    { id: 12, sender_id: 2, content: "late answer\n[plan.txt](/user_uploads/import/2/plan.txt)", ...thread },
  ]);
  expect(rows("reactions")).toEqual([
    { message_id: 2, user_id: 2, emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" },
    { message_id: 2, user_id: 1, emoji_name: "shipit", emoji_code: "1", reaction_type: "realm_emoji" },
  ]);
  expect(rows("custom_emoji")).toMatchObject([{ id: 1, name: "shipit", file: "files/pictures/1/shipit.png" }]);
  expect(rows("files")).toMatchObject([
    { id: 1, owner_id: null },
    { id: 2, path_id: "import/2/plan.txt", size: 8, owner_id: 1 },
  ]);
  expect(await written.get("files/uploads/2/plan.txt")?.text()).toBe("the plan");
  expect(JSON.stringify([tableNames.map(rows), [...leftOut]])).not.toContain("xoxe");

  expect(counts["messages"]).toEqual({ in: 19, out: 11 });
  const left = Object.fromEntries([...leftOut].map(([reason, { count }]) => [reason, count]));
  expect(left).toMatchObject({
    "messages: a second time": 1,
    "messages: notices of Slack, such as that someone joined": 1,
    "messages: no sender is named": 1,
    "messages: empty": 1,
    "messages: without a time, or of one that has not come": 3,
    "files: not in the archive, which only links to them": 1,
    "files: Slack has deleted or hidden them": 1,
    "reactions: with an emoji that is not in the archive": 1,
    "reactions: of no one who is listed, or the same in another skin tone": 2,
    "messages: of a conversation that is in no list": 1,
    "conversations: in no list, so no one knows whose they are": 1,
    "users: another one has the same address, and both are one account": 1,
    "users: without an id, or listed before": 3,
  });
});

test("an export zipped again, with a top folder and macOS metadata, gives the same archive", async () => {
  const [whole, again] = await Promise.all(
    [zipMembers, packedAgain(zipMembers)].map(async (list) => converted(convertSlack, await zipFile(list))),
  );
  for (const name of tableNames) expect(again?.rows(name), name).toEqual(whole?.rows(name));
  expect(again?.leftOut).toEqual(whole?.leftOut);
  const files = (made: typeof whole) => [...(made?.members.keys() ?? [])].filter((name) => name.startsWith("files/"));
  expect(files(again)).toEqual(files(whole));
  expect(files(again).length).toBeGreaterThan(0);
});

test("archives that aren't Slack exports are rejected", async () => {
  const other = await zipFile([{ name: "import.jsonl", content: "{}" }]);
  await expect(converted(convertSlack, other)).rejects.toThrow("This isn't an export of Slack.");
});

const archiveOf = (changed: unknown) =>
  zipFile(Object.entries(Object(changed)).map(([name, list]) => ({ name, content: JSON.stringify(list) ?? "" })));

test("a comment on a file is sent by its author, not by the file's owner", async () => {
  const file = { id: "F1", name: "plan.txt", user: "U1" };
  const archive = await archiveOf({
    "users.json": members["users.json"],
    "channels.json": [{ id: "C1", name: "general" }],
    "general/2016-08-12.json": [
      message("1", { subtype: "file_comment", text: "no", file, comment: { id: "Fc1", user: "U2", comment: "no" } }),
      message("2", { subtype: "file_share", text: "shared", file }),
      message("3", { subtype: "file_comment", text: "yes", file, comment: { id: "Fc2", user: "U9", comment: "yes" } }),
    ],
  });
  const { rows } = await converted(convertSlack, archive);
  const { id } = rows("users").find(({ full_name }) => full_name === "U9") ?? {};
  expect(rows("messages").map(({ sender_id }) => sender_id)).toEqual([2, 1, id]);
});

test("Slackbot becomes a bot named Slackbot, even if it is not listed and first appears in a direct conversation", async () => {
  const archive = await archiveOf({
    "users.json": [{ id: "U1", name: "iris", profile: { email: "iris@example.org" } }],
    "channels.json": [],
    "dms.json": [{ id: "D1", members: ["U1", "USLACKBOT"] }],
    "D1/2023-11-14.json": [message("1", { user: "USLACKBOT", text: "welcome" })],
  });
  const { rows } = await converted(convertSlack, archive);
  expect(rows("users")).toMatchObject([{ id: 1 }, { id: 2, full_name: "Slackbot", bot_type: 1 }]);
  expect(rows("messages")).toMatchObject([{ sender_id: 2, members: [1, 2] }]);
});

test("bots whose long names begin alike become different accounts", async () => {
  const [north, south] = ["north", "south"].map((end) => `Deployments of the website to the servers of the ${end}`);
  const archive = await archiveOf({
    "users.json": [],
    "channels.json": [{ id: "C1", name: "general" }],
    "general/2023-11-14.json": [
      message("1", { subtype: "bot_message", username: north, text: "done" }),
      message("2", { subtype: "bot_message", username: south, text: "done" }),
    ],
  });
  const { rows } = await converted(convertSlack, archive);
  const addresses = rows("users").map(({ delivery_email }) => delivery_email);
  expect([addresses.length, new Set(addresses).size]).toEqual([2, 2]);
});

test("people of another workspace get their names from their messages, even if they first appear in a direct conversation", async () => {
  const user_profile = { real_name: "Nora Nest" };
  const archive = await archiveOf({
    "users.json": [{ id: "U1", name: "iris", profile: { email: "iris@example.org" } }],
    "channels.json": [{ id: "C1", name: "general" }],
    "dms.json": [
      { id: "D1", members: ["U1", "U9"] },
      { id: "D2", members: ["U1", "U8"] },
    ],
    "general/2023-11-13.json": [message("1", { user: "U1", text: "ask <@U9> or <@U8>" })],
    "D1/2023-11-14.json": [
      message("2", { user: "U1", text: "hello" }),
      message("3", { user: "U9", user_profile, text: "hello" }),
      message("4", { user: "U1", text: "welcome, <@U9>" }),
    ],
  });
  const { rows } = await converted(convertSlack, archive);
  expect(rows("users").map(({ id, full_name }) => [id, full_name])).toEqual([
    [1, "iris"],
    [2, "Nora Nest"],
    [3, "U8"],
  ]);
  expect(rows("messages").map(({ sender_id, content }) => [sender_id, content])).toEqual([
    [1, "ask @**|2** or @**|3**"],
    [1, "hello"],
    [2, "hello"],
    [1, "welcome, @**Nora Nest**"],
  ]);
});

test("people of another workspace who never write get their names from mentions", async () => {
  const archive = await archiveOf({
    "users.json": [{ id: "U1", name: "iris", profile: { email: "iris@example.org" } }],
    "dms.json": [{ id: "D1", members: ["U1", "U9"] }],
    "D1/2023-11-14.json": [
      message("1", { user: "U1", text: "hello <@U9|nora>" }),
      message("2", { user: "U1", text: "hello <@U9>" }),
    ],
  });
  const { rows } = await converted(convertSlack, archive);
  expect(rows("users").map(({ full_name }) => full_name)).toEqual(["iris", "nora"]);
  expect(rows("messages").map(({ content }) => content)).toEqual(["hello @**|2**", "hello @**|2**"]);
});

test("users whose ids can't be converted to text are left out", async () => {
  const odd = [{ toString: null }, [{ toString: 1 }]];
  const archive = await archiveOf({
    "users.json": members["users.json"],
    "channels.json": [{ id: "C1", name: "general", members: ["U1", ...odd] }],
    "general/2023-11-14.json": [
      message("1", { user: "U1", text: "tea", reactions: [{ name: "+1", users: ["U1", ...odd], count: 3 }] }),
    ],
  });
  const { rows } = await converted(convertSlack, archive);
  expect([rows("messages"), rows("subscriptions"), rows("reactions")].map(({ length }) => length)).toEqual([1, 1, 1]);
});

test("randomly damaged rows are left out, and the rest stays valid", async () => {
  const random = randomFrom(7);
  for (let round = 0; round < 60; round++) {
    let changed: unknown = members;
    for (let more = 3; more > 0; more--) changed = mutated(changed, random);
    const archive = await archiveOf(changed);
    try {
      await converted(convertSlack, archive);
    } catch (error) {
      expect(error, JSON.stringify(changed).slice(0, 500)).toBeInstanceOf(ArchiveError);
    }
  }
});
