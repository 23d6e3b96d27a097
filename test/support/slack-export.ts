import { zipFile } from "./zip-file.ts";

const T = 1_700_000_000;
const HOME = "T0HOME";
const person = (id: string, name: string, more: { profile?: object; [key: string]: unknown } = {}) => {
  const { profile, ...rest } = more;
  return {
    ...{ id, team_id: HOME, name, deleted: false, real_name: `${name} Real`, tz: "Europe/Berlin", is_bot: false },
    ...rest,
    profile: { real_name: `${name} Real`, display_name: name, email: `${name}@example.org`, team: HOME, ...profile },
  };
};

/** Returns a message that was sent `at` seconds after the first moment of the samples. */
const slackMessage = (at: number, user: string, text: string, more: object = {}) => ({
  ...{ client_msg_id: `m${at}`, type: "message", user, text, ts: `${T + at}.000100`, team: HOME },
  ...more,
});
const slackTs = (at: number): string => `${T + at}.000100`;
const notice = (at: number, subtype: string) => slackMessage(at, "U0IRIS", `a notice: ${subtype}`, { subtype });
const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

/**
 * Returns a Slack export as Slack writes it (help: "How to read Slack data exports"), with things that people add to
 * exports.
 */
export const slackSample = (): Record<string, unknown> => ({
  "users.json": [
    person("U0IRIS", "iris", {
      is_owner: true,
      is_primary_owner: true,
      profile: {
        title: "Captain",
        pronouns: "she/her",
        image_original: "https://avatars.slack-edge.com/iris_original.png",
        status_text: "At sea",
        status_emoji: ":anchor:",
        status_expiration: 0,
        fields: { Xf0SHIP: { value: "Albatross", alt: "" } },
      },
    }),
    person("U0OMAR", "omar", { profile: { email: undefined, status_text: "Lunch", status_expiration: T + 60 } }),
    person("U0GONE", "gone", { deleted: true }),
    person("U0FAR", "far", { team_id: "T0OTHER", is_stranger: true, is_admin: true }),
    person("U0BOT", "deploybot", { is_bot: true, profile: { email: undefined, bot_id: "B0DEPLOY" } }),
    person("USLACKBOT", "slackbot", { profile: { email: undefined } }),
  ],
  "channels.json": [
    {
      ...{ id: "C0GEN", name: "general", created: T, creator: "U0IRIS", is_archived: false, is_general: true },
      members: ["U0IRIS", "U0OMAR", "U0GONE", "U0FAR"],
      topic: { value: "News", creator: "U0IRIS", last_set: T },
      purpose: { value: "For everyone", creator: "U0IRIS", last_set: T },
      pins: [{ id: slackTs(10), type: "C", created: T, user: "U0IRIS", owner: "U0IRIS" }],
    },
    { id: "C0OLD", name: "old", created: T, creator: "U0GONE", is_archived: true, is_general: false, members: [] },
  ],
  "groups.json": [
    { id: "G0CREW", name: "crew", created: T, creator: "U0IRIS", is_archived: false, members: ["U0IRIS"] },
  ],
  "dms.json": [{ id: "D0TWO", created: T, members: ["U0IRIS", "U0LEFT"] }],
  "mpims.json": [
    {
      id: "G0MPDM",
      name: "mpdm-iris--omar--far-1",
      created: T,
      creator: "U0IRIS",
      members: ["U0IRIS", "U0OMAR", "U0FAR"],
    },
  ],
  "integration_logs.json": [
    { user_id: "U0IRIS", user_name: "iris", date: String(T), change_type: "added", app_id: "A1" },
  ],
  "canvases.json": [{ id: "F0CANVAS", title: "Plan" }],
  "lists.json": [{ id: "F0LIST" }],
  "usergroups.json": [
    {
      id: "S0CREW",
      handle: "crewgroup",
      name: "Crew",
      description: "All hands",
      created_by: "U0IRIS",
      date_create: T,
      date_delete: 0,
      users: ["U0IRIS", "U0OMAR", "U0NONE"],
    },
  ],
  "general/2023-11-14.json": [
    slackMessage(10, "U0IRIS", "hello *all* <!subteam^S0CREW|@crewgroup>", {
      thread_ts: slackTs(10),
      reply_count: 2,
      pinned_to: ["C0GEN"],
      reactions: [
        { name: "+1", users: ["U0OMAR", "U0NONE"], count: 2 },
        { name: "shipit", users: ["U0IRIS"], count: 1 },
        { name: "unheard_of", users: ["U0IRIS"], count: 3 },
      ],
    }),
    slackMessage(11, "U0OMAR", "an answer", { thread_ts: slackTs(10), parent_user_id: "U0IRIS" }),
    slackMessage(12, "U0OMAR", "said to all", { subtype: "thread_broadcast", thread_ts: slackTs(10) }),
    slackMessage(
      13,
      "U0OMAR",
      `see https://acme.slack.com/archives/C0GEN/p${T + 10}000100 and <https://acme.slack.com/archives/C0GEN/p${T + 20}000100?thread_ts=1|later>, not \`https://acme.slack.com/archives/C0GEN/p${T + 10}000100\``,
    ),
    slackMessage(14, "U0IRIS", "with files", {
      files: [
        {
          id: "F0PLAN",
          name: "plan.txt",
          mimetype: "text/plain",
          url_private: "https://files.slack.com/F0PLAN/plan.txt?t=xoxe-secret",
        },
        { id: "F0LOST", name: "lost.txt", url_private: "https://files.slack.com/F0LOST/lost.txt?t=xoxe-secret" },
        { id: "F0GONE", mode: "tombstone" },
        { id: "F0EXT", name: "doc", mode: "external", is_external: true, url_private: "https://docs.example.org/d" },
      ],
    }),
    slackMessage(15, "U0OMAR", "waves", { subtype: "me_message" }),
    {
      type: "message",
      subtype: "bot_message",
      ts: slackTs(16),
      bot_id: "B0DEPLOY",
      text: "Deploy 5 failed",
      blocks: [
        section("*Deploy 5* failed"),
        {
          type: "actions",
          elements: [
            { type: "button", text: { type: "plain_text", text: "Retry" } },
            { type: "button", text: { type: "plain_text", text: "Log" }, url: "https://ci.example.org/5" },
          ],
        },
      ],
    },
    {
      type: "message",
      subtype: "bot_message",
      ts: slackTs(17),
      username: "Feed",
      text: "",
      attachments: [
        {
          fallback: "News",
          author_name: "Ada",
          author_link: "https://example.org/ada",
          title: "News",
          title_link: "https://example.org/n",
          fields: [{ title: "By", value: "Ada" }],
        },
      ],
    },
    slackMessage(18, "USLACKBOT", "a reminder"),
    slackMessage(18, "USLACKBOT", "a reminder"),
    ...[
      "channel_join",
      "channel_leave",
      "channel_topic",
      "channel_purpose",
      "channel_name",
      "channel_archive",
      "channel_unarchive",
      "pinned_item",
      "bot_add",
      "bot_remove",
      "reminder_add",
      "tombstone",
    ].map((subtype, index) => notice(30 + index, subtype)),
    ...[
      "channel_convert_to_private",
      "channel_posting_permissions",
      "huddle_thread",
      "file_comment",
      "message_changed",
    ].map((subtype, index) => notice(50 + index, subtype)),
    slackMessage(60, "U0IRIS", "", { reactions: [{ name: "tada", users: ["U0OMAR"], count: 1 }], files: [] }),
  ],
  "general/2023-11-15.json": [
    slackMessage(20, "U0IRIS", "the next day"),
    slackMessage(21, "U0NEW", "of one who joined later"),
  ],
  "crew/2023-11-14.json": [slackMessage(22, "U0IRIS", "between the crew")],
  "D0TWO/2023-11-14.json": [slackMessage(23, "U0IRIS", "between us")],
  "mpdm-iris--omar--far-1/2023-11-14.json": [slackMessage(24, "U0FAR", "among three")],
  "nowhere/2023-11-14.json": [
    slackMessage(25, "U0IRIS", "in no list", { reactions: [{ name: "+1", users: ["U0IRIS"], count: 1 }] }),
  ],
});

/** A member of a zip archive. `content` has a character per byte, and may be invalid on purpose. */
export interface SampleMember {
  readonly name: string;
  readonly content: string;
  readonly checksum?: number;
}

export const slackMembersOf = (lists: Readonly<Record<string, unknown>>): SampleMember[] => [
  ...Object.entries(lists).map(([name, list]) => ({ name, content: JSON.stringify(list) ?? "" })),
  { name: "__uploads/F0PLAN/plan.txt", content: "the plan" },
  { name: "__uploads/F0NOONE/unused.txt", content: "in no message" },
  { name: "emoji/shipit.png", content: "a picture" },
  { name: "general/canvas_in_the_conversation.json", content: "{}" },
];

export const slackZip = (members: readonly SampleMember[]): Promise<Blob> =>
  zipFile(members.map((member) => ({ ...member, deflated: member.name.endsWith(".json") })));
