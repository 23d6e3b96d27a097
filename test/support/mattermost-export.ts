import { zipFile } from "./zip-file.ts";

const T = 1_700_000_000_000;
const line = (type: string, value: unknown) => ({ type, [type]: value });
const post = (at: number, user: string, message: string, more: object = {}) =>
  line("post", {
    team: "deck",
    channel: "town-square",
    user,
    message,
    props: null,
    create_at: T + at,
    edit_at: null,
    reactions: null,
    replies: null,
    attachments: null,
    ...more,
  });
const user = (name: string, channels: readonly string[], more: object = {}) =>
  line("user", {
    ...{
      username: name,
      email: `${name}@example.org`,
      nickname: name,
      first_name: "",
      last_name: "",
      position: "",
      roles: "system_user",
      locale: "en",
      delete_at: 0,
    },
    ...{ theme: "{}", notify_props: { desktop: "all" } },
    teams: [
      {
        name: "deck",
        roles: "team_user",
        channels: channels.map((channel) => ({
          name: channel,
          roles: "channel_user",
          favorite: false,
          notify_props: { mark_unread: "all" },
        })),
      },
      { name: "other", roles: "team_user", channels: [{ name: "elsewhere", roles: "channel_user" }] },
    ],
    ...more,
  });

/** Returns the lines of a Mattermost bulk export, one for each type and format (docs: "Bulk export data"). */
export const mattermostSample = (): unknown[] => [
  { type: "version", version: 1, info: { generator: "mattermost-server" } },
  line("role", { name: "custom", permissions: [] }),
  line("scheme", { name: "strict", scope: "team" }),
  line("emoji", { name: "anchor_up", image: "emoji/anchor_up.gif" }),
  line("emoji", { name: "gone_up", image: "emoji/gone.gif" }),
  line("team", { name: "deck", display_name: "Deck", type: "O", description: "All hands" }),
  line("team", { name: "other", display_name: "Other", type: "O" }),
  line("channel", {
    team: "deck",
    name: "town-square",
    display_name: "Town Square",
    type: "O",
    header: "News",
    purpose: "For everyone",
  }),
  line("channel", { team: "deck", name: "vault", display_name: "Vault", type: "P", header: "", purpose: "" }),
  line("channel", { team: "other", name: "elsewhere", display_name: "Elsewhere", type: "O" }),
  user("iris", ["town-square", "vault"], {
    ...{ roles: "system_user system_admin", position: "Captain", profile_image: "profile_images/iris.png" },
    custom_status: { emoji: "anchor", text: "At sea", duration: "", expires_at: "0001-01-01T00:00:00Z" },
  }),
  user("omar", ["town-square", "nowhere"], {
    first_name: "Omar",
    last_name: "O",
    profile_image: "profile_images/lost.png",
    custom_status: { text: "Lunch", expires_at: "2030-01-01T00:00:00Z" },
  }),
  user("gone", ["town-square"], { delete_at: T }),
  line("bot", { username: "beep", owner: "iris", display_name: "Beep", description: "beeps", delete_at: 0 }),
  line("bot", { username: "stray", owner: "com.example.plugin", display_name: "Stray" }),
  post(10, "iris", "hello @omar", {
    is_pinned: true,
    flagged_by: ["omar", "nobody"],
    thread_followers: [{ user: "omar" }, { user: "nobody" }],
    reactions: [
      { user: "omar", emoji_name: "+1", create_at: T },
      { user: "omar", emoji_name: "anchor_up", create_at: T },
      { user: "omar", emoji_name: "gone_up", create_at: T },
    ],
    replies: [
      {
        user: "omar",
        message: "an answer",
        create_at: T + 11,
        attachments: [{ path: "plan.txt" }],
        reactions: [{ user: "iris", emoji_name: "tada" }],
      },
    ],
  }),
  post(12, "omar", "with files", {
    attachments: [{ path: "plan.txt" }, { path: "lost.txt" }],
    thread_followers: [{ user: "iris" }],
  }),
  post(12, "omar", "with files", {
    attachments: [{ path: "plan.txt" }, { path: "lost.txt" }],
    flagged_by: ["iris"],
    reactions: [{ user: "iris", emoji_name: "+1" }],
  }),
  post(13, "beep", "", { props: { attachments: [{ title: "Build", text: "**ok**" }] } }),
  post(14, "iris", "*waves*", { type: "me" }),
  post(15, "iris", "iris joined", { type: "system_join_channel", reactions: [{ user: "omar", emoji_name: "+1" }] }),
  post(16, "iris", "", { attachments: [] }),
  post(17, "iris", "lost", {
    channel: "nowhere",
    attachments: [{ path: "lost2.txt" }],
    replies: [{ user: "omar", message: "too", create_at: T }],
  }),
  post(18, "iris", "not ours", {
    team: "other",
    channel: "elsewhere",
    reactions: [{ user: "omar", emoji_name: "+1" }],
    attachments: [{ path: "theirs.txt" }],
  }),
  post(19, "left", "of one who left"),
  line("direct_channel", { members: ["iris", "omar"], header: "us", favorited_by: [], shown_by: ["iris"] }),
  line("direct_post", {
    channel_members: ["iris", "omar"],
    user: "omar",
    message: "between us",
    create_at: T + 20,
    replies: [{ user: "iris", message: "yes", create_at: T + 21 }],
  }),
  line("topical_thread", {}),
];

/** Writes a whole export. It is of one team, unless its lines contain several. */
export const mattermostZip = (
  lines: string,
  more: readonly { name: string; content: string; checksum?: number }[] = [],
): Promise<Blob> =>
  zipFile([
    { name: "import.jsonl", content: lines, deflated: true },
    { name: "data/plan.txt", content: "the plan" },
    { name: "data/theirs.txt", content: "another team's" },
    { name: "data/unused.txt", content: "in no message" },
    { name: "data/profile_images/iris.png", content: "a face" },
    { name: "data/emoji/anchor_up.gif", content: "a picture" },
    ...more,
  ]);

export const linesOf = (lines: readonly unknown[]): string => lines.map((one) => JSON.stringify(one)).join("\n");
