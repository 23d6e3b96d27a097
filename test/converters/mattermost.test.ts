import { expect, test } from "vitest";
import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { tableNames } from "../../src/archive-format/tables.ts";
import { convertMattermost, teamsOf } from "../../src/converters/mattermost/convert-mattermost.ts";
import { mutated, randomFrom } from "../support/changed-at-random.ts";
import { converted } from "../support/converted.ts";
import { zipFile } from "../support/zip-file.ts";

const T = 1_700_000_000;
const ms = (seconds: number) => (T + seconds) * 1000;
const line = (type: string, value: object) => ({ type, [type]: value });
const post = (more: object) => line("post", { team: "deck", channel: "town-square", user: "iris", ...more });

const lines = [
  { type: "version", version: 1 },
  line("team", { name: "deck", display_name: "Deck", description: "All hands" }),
  line("channel", {
    team: "deck",
    name: "town-square",
    display_name: "Town Square",
    type: "O",
    purpose: "",
    header: "Hello",
  }),
  line("channel", { team: "deck", name: "quiet", display_name: "town square", type: "P", purpose: "hush" }),
  line("channel", { team: "deck", name: "sums", display_name: "5 * 3", type: "O" }),
  line("channel", { team: "other", name: "elsewhere", display_name: "Elsewhere", type: "O" }),
  line("user", {
    username: "iris",
    email: "Iris@Example.org",
    first_name: "Iris",
    last_name: "W",
    position: "Captain",
    password: "hash-of-iris",
    roles: "system_user",
    profile_image: "profile_images/iris.png",
    teams: [
      {
        name: "deck",
        roles: "team_user team_admin",
        channels: [
          { name: "town-square", favorite: true },
          { name: "quiet", notify_props: { mark_unread: "mention" } },
        ],
      },
    ],
  }),
  line("user", {
    username: "omar",
    email: "omar@example.org",
    nickname: "Omar",
    roles: "system_guest",
    teams: [{ name: "deck", channels: [{ name: "town-square" }] }],
  }),
  line("user", { username: "gone", email: "gone@example.org", delete_at: 5, teams: [{ name: "deck" }] }),
  line("user", { username: "stranger", email: "stranger@example.org", teams: null }),
  line("user", { username: "IRIS", email: "again@example.org" }),
  line("bot", { username: "beep", owner: "iris", display_name: "Beep" }),
  post({
    message: "who sails? @omar _now_",
    create_at: ms(9),
    edit_at: ms(11),
    reactions: [
      { user: "omar", emoji_name: "thumbsup_medium_skin_tone" },
      { user: "omar", emoji_name: "+1" },
      { user: "iris", emoji_name: "anchor_up" },
      { user: "nobody", emoji_name: "+1" },
    ],
    replies: [
      { user: "omar", message: "me", create_at: ms(12), flagged_by: ["iris"] },
      { user: "left", message: "and I", create_at: ms(13) },
    ],
  }),
  post({ message: "early", create_at: ms(1), attachments: [{ path: "plan.txt" }, { path: "lost.txt" }] }),
  post({ message: "early", create_at: ms(1), attachments: [{ path: "plan.txt" }, { path: "lost.txt" }] }),
  post({ user: "beep", message: "", props: { attachments: [{ title: "Build", text: "**ok**" }] }, create_at: ms(2) }),
  post({ message: "*waves*", type: "me", create_at: ms(3) }),
  post({ message: "iris joined", type: "system_join_channel", create_at: ms(4) }),
  post({ message: "of the future", create_at: 9e15 }),
  post({ message: "", create_at: ms(5) }),
  post({ channel: "nowhere", message: "lost", create_at: ms(6) }),
  post({ team: "other", channel: "elsewhere", message: "not ours", create_at: ms(7) }),
  line("direct_channel", { members: ["iris", "omar"] }),
  line("direct_post", {
    channel_members: ["omar", "iris"],
    user: "omar",
    message: "between us: ~sums",
    create_at: ms(20),
  }),
  line("direct_post", { channel_members: ["iris", "iris"], user: "iris", message: "to myself", create_at: ms(21) }),
  line("emoji", { name: "anchor_up", image: "emoji/anchor_up.gif" }),
  line("emoji", { name: "smile", image: "emoji/anchor_up.gif" }),
  line("novelty", {}),
];
const text = (list: readonly unknown[]) => `${list.map((one) => JSON.stringify(one)).join("\n")}\nno JSON\n`;

test("a Mattermost export becomes a Parley archive", async () => {
  const archive = await zipFile([
    { name: "import.jsonl", content: text(lines), deflated: true },
    { name: "data/plan.txt", content: "the plan", deflated: true },
    { name: "data/profile_images/iris.png", content: "a face" },
    { name: "emoji/anchor_up.gif", content: "a picture" },
  ]);
  const { rows, counts, leftOut } = await converted(convertMattermost, archive);

  expect(rows("organization")).toMatchObject([{ name: "Deck", description: "All hands" }]);
  expect(
    rows("users").map(({ full_name, delivery_email, role, is_active, bot_type }) => [
      full_name,
      delivery_email,
      role,
      is_active,
      bot_type,
    ]),
  ).toEqual([
    ["Iris W", "iris@example.org", 100, true, null],
    ["Omar", "omar@example.org", 600, true, null],
    ["gone", "gone@example.org", 400, false, null],
    ["stranger", "stranger@example.org", 400, false, null],
    ["Beep", "mattermost-beep@import.invalid", 400, true, 1],
    ["left", expect.stringMatching(/^mattermost-left-\d+@import\.invalid$/), 400, false, null],
  ]);
  expect(rows("users")[0]).toMatchObject({ avatar: "files/pictures/1/avatar" });
  expect(rows("profile_values")).toEqual([{ user_id: 1, field_id: 1, value: "Captain" }]);
  expect(rows("channels")).toMatchObject([
    { id: 1, name: "Town Square", description: "Hello", is_default: true, invite_only: false },
    { id: 2, name: "town square (2)", description: "hush", is_default: false, invite_only: true },
    { id: 3, name: "5 * 3" },
  ]);
  expect(rows("subscriptions")).toMatchObject([
    { user_id: 1, channel_id: 1, pin_to_top: true, is_muted: false },
    { user_id: 1, channel_id: 2, pin_to_top: false, is_muted: true },
    { user_id: 2, channel_id: 1, pin_to_top: false, is_muted: false },
  ]);
  const plain = { channel_id: 1, topic: "imported from Mattermost" };
  const thread = { channel_id: 1, topic: "2023-11-14 who sails? @Omar now" };
  expect(rows("messages")).toMatchObject([
    {
      id: 1,
      content: "early\n[plan.txt](/user_uploads/import/3/plan.txt)\nlost.txt (not in the import)",
      sent_at: T + 1,
      ...plain,
    },
    { id: 2, sender_id: 5, content: "**Build**\n**ok**", ...plain },
    { id: 3, content: "/me waves", ...plain },
    { id: 4, content: "who sails? @**Omar** *now*", last_edit_at: T + 11, ...thread },
    { id: 5, sender_id: 2, content: "me", ...thread },
    { id: 6, sender_id: 6, content: "and I", ...thread },
    { id: 7, sender_id: 2, members: [1, 2], content: "between us: [#5 &#42; 3](/#narrow/channel/3-5-.2A-3)" },
    { id: 8, sender_id: 1, members: [1], content: "to myself" },
  ]);
  expect(rows("reactions")).toMatchObject([
    { message_id: 4, user_id: 2, emoji_code: "1f44d", reaction_type: "unicode_emoji" },
    { message_id: 4, user_id: 1, emoji_name: "anchor_up", emoji_code: "1", reaction_type: "realm_emoji" },
  ]);
  expect(rows("flags")).toEqual([{ user_id: 1, message_id: 5, flags: ["starred"] }]);
  expect(rows("custom_emoji")).toMatchObject([{ id: 1, name: "anchor_up", animated: true }]);
  expect(JSON.stringify(tableNames.map(rows))).not.toContain("hash-of-iris");
  expect(counts["messages"]).toEqual({ in: 14, out: 8 });
  expect(Object.fromEntries([...leftOut].map(([reason, { count }]) => [reason, count]))).toMatchObject({
    "messages: a second time": 1,
    "messages: notices of Mattermost, such as that someone joined": 1,
    "messages: without a time, or of one that has not come": 1,
    "messages: empty": 1,
    "messages: in a channel that is not listed": 1,
    "files: not in the archive": 1,
    "users: without a name, or with a name or address of one before": 1,
    "custom_emoji: of a name that another one has": 1,
    "channels: of another team than the one that moves in": 1,
    "messages: of another team than the one that moves in": 1,
    "other lines: damaged, or of a type that is not known": 2,
  });
});

test("file paths can't be guessed, so no one gains access to a file by linking to it", async () => {
  const guess = "[x](/user_uploads/import/1/pay.txt)";
  const archive = await zipFile([
    {
      name: "import.jsonl",
      content: text([
        ...lines.slice(0, 8),
        post({ channel: "quiet", message: "", create_at: ms(1), attachments: [{ path: "pay.txt" }] }),
        post({ user: "omar", message: guess, create_at: ms(2) }),
      ]),
    },
    { name: "data/pay.txt", content: "what everyone earns" },
  ]);
  const { paths, rows } = await converted(convertMattermost, archive);
  expect(rows("messages").map(({ content }) => content)).toContain(guess);
  expect(paths).toEqual([expect.stringMatching(/^import\/1-[0-9a-f]{32}\/pay\.txt$/)]);
});

test("one of several teams is converted without direct messages, even if the export isn't zipped", async () => {
  const several = [...lines, line("team", { name: "other", display_name: "Other" })];
  const archive = new Blob([text(several)]);
  await expect(converted(convertMattermost, archive)).rejects.toThrow(
    "Which team is meant (--team NAME)? There are deck, other.",
  );
  const { rows, leftOut } = await converted(convertMattermost, archive, { chosen: "Other" });
  expect(rows("organization")).toMatchObject([{ name: "Other" }]);
  expect(rows("channels")).toMatchObject([{ name: "Elsewhere" }]);
  expect(rows("messages")).toMatchObject([{ content: "not ours" }]);
  expect(leftOut.get("messages: direct: they name no team, and there are several")?.count).toBe(2);
});

test("the teams of an export are listed before the conversion", async () => {
  const other = line("team", { name: "Other" });
  const [version, ...rest] = lines;
  expect(await teamsOf(new Blob([text([version, other, ...rest])]))).toEqual([
    { name: "other", title: "other" },
    { name: "deck", title: expect.any(String) },
  ]);
});

test.each([
  ["another zip", () => zipFile([{ name: "users.json", content: "[]" }])],
  ["other lines", async () => new Blob(['{"type":"post","post":{}}\n'])],
])("%s is rejected as a Mattermost export", async (_, make) => {
  await expect(converted(convertMattermost, await make())).rejects.toThrow("This isn't an export of Mattermost.");
});

const archiveOf = async (changed: unknown) => new Blob([text(Array.isArray(changed) ? changed : [changed])]);

test("randomly damaged rows are left out, and the rest stays valid", async () => {
  const random = randomFrom(7);
  for (let round = 0; round < 60; round++) {
    let changed: unknown = lines;
    for (let more = 3; more > 0; more--) changed = mutated(changed, random);
    const archive = await archiveOf(changed);
    try {
      await converted(convertMattermost, archive);
    } catch (error) {
      expect(error, JSON.stringify(changed).slice(0, 500)).toBeInstanceOf(ArchiveError);
    }
  }
});

test("channels keep their administrators, and users keep their language", async () => {
  const person = (username: string, locale: string, ...roles: readonly string[]) => {
    const channels = roles.map((role) => ({ name: "quiet", roles: `channel_user ${role}` }));
    return line("user", { username, email: `${username}@example.org`, locale, teams: [{ name: "deck", channels }] });
  };
  const people = [person("ada", "de", "channel_admin"), person("bo", "pt-BR", ""), person("cy", "no language!")];
  const { rows } = await converted(convertMattermost, new Blob([text([...lines, ...people])]));
  const [ada, ...others] = rows("users").filter(({ delivery_email }) => /^(ada|bo|cy)@/.test(delivery_email ?? ""));
  expect([ada, ...others].map((user) => user?.settings)).toEqual([
    { default_language: "de" },
    { default_language: "pt-BR" },
    {},
  ]);
  expect(ada?.own_settings).toEqual(["default_language"]);
  expect(rows("channels").map(({ permissions }) => permissions)).toEqual([
    {},
    { can_administer_channel_group: { direct_members: [ada?.id], direct_subgroups: [] } },
    {},
  ]);
});

test("a webhook's message is sent by an account with the name under which Mattermost showed it", async () => {
  const hooked = (override_username: string, create_at: number) =>
    post({ message: "built", props: { from_webhook: "true", override_username }, create_at });
  const made = [hooked("Jenkins", ms(40)), hooked("jenkins", ms(41)), hooked("omar", ms(42)), hooked("", ms(43))];
  const feigned = post({ message: "hi", props: { override_username: "Jenkins" }, create_at: ms(44) });
  const reply = { user: "iris", message: "red", props: { from_webhook: "true", override_username: "Jenkins" } };
  const thread = post({ message: "why?", create_at: ms(45), replies: [{ ...reply, create_at: ms(46) }] });
  const { rows } = await converted(convertMattermost, new Blob([text([...lines, ...made, feigned, thread])]));
  const users = new Map(rows("users").map((user) => [user.id, user]));
  const senders = rows("messages").filter(({ sent_at }) => sent_at >= T + 40);
  expect(senders.map(({ sender_id }) => users.get(sender_id)?.full_name)).toEqual([
    ...["Jenkins", "Jenkins", "omar", "Iris W", "Iris W", "Iris W", "Jenkins"],
  ]);
  const bots = [...users.values()].filter(({ is_placeholder, bot_type }) => is_placeholder && bot_type === 1);
  expect(bots.map(({ full_name, is_active }) => [full_name, is_active])).toEqual([
    ["Jenkins", false],
    ["omar", false],
  ]);
  expect(new Set([...users.values()].map(({ delivery_email }) => delivery_email)).size).toBe(users.size);
});

test("people whose long names begin alike become different accounts, even if they are not listed", async () => {
  const named = (end: string) => `deployments-of-the-website-to-the-servers-of-the-old-${end}`;
  const unlisted = ["north", "south"].map((end, index) =>
    post({ user: named(end), message: "done", create_at: ms(30 + index) }),
  );
  const bots = ["east", "west"].map((end) => line("bot", { username: named(end), owner: "iris" }));
  const archive = new Blob([text([...lines, ...bots, ...unlisted])]);
  const { rows } = await converted(convertMattermost, archive);
  const addresses = rows("users").flatMap(({ delivery_email }) =>
    delivery_email?.includes("deployments") ? [delivery_email] : [],
  );
  expect([addresses.length, new Set(addresses).size]).toEqual([4, 4]);
});
