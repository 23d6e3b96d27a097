import { limits } from "../../src/protocol/limit-table.ts";
import { addPasskey, logIn } from "../support/log-in.ts";
import { type Cast, PASSWORD } from "../support/organization.ts";
import { OWN_TEXTS } from "../support/own-texts.ts";
import type { Person, Reply } from "../support/person.ts";
import type { Rows } from "./fill-table.ts";
import { sendPicture } from "./send-picture.ts";

export interface World extends Cast {
  readonly message: number;
  readonly channel: number;
}

export interface Stock {
  /** The number of rows to insert. By default, one less than the limit. */
  readonly filled?: number;
  /** The rows to insert. */
  readonly rows: (world: World) => Rows;
  /** Adds one more thing as noah or the owner. */
  readonly add: (world: World, count: number) => Promise<Reply>;
  readonly refusal: string;
}

const { account, organization } = limits;
const you = (most: number, things: string) => `You can't have more than ${most} ${things}.`;
const all = (things: string) => `This organization has too many ${things}.`;

/** Rows owned by noah. */
const own =
  (table: string, columns: Rows["columns"], where = "") =>
  ({ noah }: World): Rows => ({
    table,
    columns: { user_id: noah.id, ...columns },
    where: `user_id = ${noah.id}${where}`,
  });
const everybodys = (table: string, columns: Rows["columns"], where?: string) => (): Rows => ({
  table,
  columns,
  ...(where === undefined ? {} : { where }),
});

const soon = () => Math.floor(Date.now() / 1000) + 3600;
const accountOf = (columns: Rows["columns"]) => ({
  email: "'a' || i || '@example.net'",
  delivery_email: "'a' || i || '@example.net'",
  email_visibility: 1,
  full_name: "'Gull ' || i",
  role: 400,
  avatar_source: "'G'",
  avatar_version: 1,
  avatar_hash: "''",
  timezone: "''",
  date_joined: 0,
  ...columns,
});
const newBot = ({ noah }: World, count: number) =>
  noah.post("/bots", { full_name: `Tern ${count}`, short_name: `tern${count}` });

const setCommands = (bot: Person, count: number, number: number) => {
  const commands = Array.from({ length: number }, (_, index) => ({ name: `c${count}-${index}`, description: "x" }));
  return bot.put("/bots/me/commands", { commands });
};

/** A limit on the number of stored things, by its path in the table of limits. */
export type Limit = `account.${keyof typeof account}` | `organization.${keyof typeof organization}`;

export function numberOf(limit: string): number {
  const [group, name] = limit.split(".");
  const numbers: Readonly<Record<string, number>> = group === "account" ? account : organization;
  return numbers[name ?? ""] ?? Number.NaN;
}

const ownTexts = Object.fromEntries(
  OWN_TEXTS.map(({ list, fields, columns }): [string, Stock] => [
    `account.${list}`,
    {
      rows: own(list, { content: "'x'", ...columns }),
      add: ({ noah }) => noah.post(`/${list}`, fields(noah.id, "x")),
      refusal: you(account[list], list.replace("_", " ")),
    },
  ]),
) as Record<`account.${(typeof OWN_TEXTS)[number]["list"]}`, Stock>;

/** The limits at which an endpoint refuses to create another thing. every-limit.test.ts lists the other limits. */
export const stocks = {
  ...ownTexts,
  "account.passkeys": {
    rows: own("passkeys", { credential: "'c' || i", public_key: "'{}'", counter: 0, name: "'x'", created_at: 1 }),
    async add({ host, noah }) {
      const reply = await (await logIn(host, noah.email, PASSWORD)).ask("POST", "/users/me/passkeys/begin");
      if (reply.status === 200) await addPasskey(await logIn(host, noah.email, PASSWORD));
      return reply;
    },
    refusal: you(account.passkeys, "passkeys"),
  },
  "account.reminders": {
    rows: own("reminders", {
      ...{ message_id: 1, content: "'x'", markup: "'[]'", html: "'x'", realm_url: "''" },
      ...{ due_at: 9_999_999_999, failed: 0 },
    }),
    add: ({ noah, message: message_id }) =>
      noah.post("/reminders", { message_id, scheduled_delivery_timestamp: soon() }),
    refusal: you(account.reminders, "reminders"),
  },
  "account.repeating_messages": {
    rows: own("scheduled_messages", {
      ...{ recipients: "'[1]'", topic: "''", content: "'x'", markup: "'[]'", html: "'x'", realm_url: "''" },
      ...{ client: "'x'", read_by_sender: 1, due_at: 9_999_999_999, failed: 0, recurrence: "'FREQ=DAILY'" },
    }),
    add: ({ noah }) =>
      noah.post("/scheduled_messages", {
        ...{ type: "direct", to: [noah.id], content: "x", scheduled_delivery_timestamp: soon() },
        ...{ recurrence: "FREQ=DAILY", time_zone: "UTC" },
      }),
    refusal: you(account.repeating_messages, "repeating messages"),
  },
  "account.repeating_reminders": {
    rows: own("reminders", {
      ...{ message_id: 1, content: "'x'", markup: "'[]'", html: "'x'", realm_url: "''" },
      ...{ due_at: 9_999_999_999, failed: 0, recurrence: "'FREQ=DAILY'" },
    }),
    add: ({ noah, message: message_id }) =>
      noah.post("/reminders", {
        ...{ message_id, scheduled_delivery_timestamp: soon(), recurrence: "FREQ=DAILY", time_zone: "UTC" },
      }),
    refusal: you(account.repeating_reminders, "repeating reminders"),
  },
  "account.alert_words": {
    rows: own("alert_words", { key: "'w' || i", word: "'w' || i" }),
    add: ({ noah }, count) => noah.post("/users/me/alert_words", { alert_words: [`another${count}`] }),
    refusal: you(account.alert_words, "alert words"),
  },
  "account.navigation_views": {
    rows: own("navigation_views", { fragment: "'v' || i", is_pinned: 0, name: "'v'" }),
    add: ({ noah }, count) => noah.post("/navigation_views", { fragment: `a${count}`, is_pinned: true, name: "x" }),
    refusal: you(account.navigation_views, "navigation views"),
  },
  "account.muted_users": {
    rows: own("muted_users", { muted_user_id: "100000 + i", muted_at: 1 }),
    add: ({ noah, mia, gus }, count) => noah.post(`/users/me/muted_users/${count === 0 ? mia.id : gus.id}`),
    refusal: you(account.muted_users, "muted users"),
  },
  "account.topic_preferences": {
    rows: own("topic_preferences", {
      ...{ channel_id: 1, topic_key: "'t' || i", topic: "'t' || i", policy: 1, updated_at: 1 },
    }),
    add: ({ noah, channel: stream_id }, count) =>
      noah.post("/user_topics", { stream_id, topic: `another${count}`, visibility_policy: 1 }),
    refusal: you(account.topic_preferences, "muted, unmuted or followed topics"),
  },
  "account.reactions_to_a_message": {
    rows: ({ noah, message }) => ({
      table: "reactions",
      columns: {
        ...{ message_id: message, reaction_type: "'unicode_emoji'", emoji_code: "'x' || i" },
        ...{ user_id: noah.id, emoji_name: "'x'", seq: "i" },
      },
      where: `user_id = ${noah.id}`,
    }),
    add: ({ noah, message }, count) =>
      noah.post(`/messages/${message}/reactions`, { emoji_name: count === 0 ? "tada" : "octopus" }),
    refusal: you(account.reactions_to_a_message, "reactions to a message"),
  },
  "account.attachments": {
    rows: ({ noah }) => ({
      table: "attachments",
      columns: {
        ...{ owner_id: noah.id, path_id: "'1/x/' || i", name: "'x'", content_type: "'text/plain'", size: 1 },
        ...{ created_at: 1, animated: 0 },
      },
      where: `owner_id = ${noah.id}`,
    }),
    add: ({ noah }) => sendPicture(noah, "/user_uploads"),
    refusal: you(account.attachments, "uploaded files"),
  },
  "account.bots": {
    rows: ({ noah }) => ({
      table: "users",
      columns: accountOf({ is_active: 1, bot_type: 1, bot_owner_id: noah.id }),
      where: `bot_owner_id = ${noah.id}`,
    }),
    add: newBot,
    refusal: you(account.bots, "bots"),
  },
  "account.bots_ever": {
    rows: ({ noah }) => ({
      table: "users",
      columns: accountOf({ is_active: 0, bot_type: 1, bot_owner_id: noah.id }),
      where: `bot_owner_id = ${noah.id}`,
    }),
    add: newBot,
    refusal: you(account.bots_ever, "bots, with those that are deactivated"),
  },
  "organization.bots": {
    rows: everybodys(
      "users",
      accountOf({ is_active: 0, bot_type: 1, bot_owner_id: 999_999 }),
      "bot_owner_id IS NOT NULL",
    ),
    add: newBot,
    refusal: all("bots"),
  },
  "organization.people": {
    // Accounts are counted by their highest id, so one row with a high id stands for all.
    filled: 1,
    rows: everybodys(
      "users",
      accountOf({ id: organization.people - 1, is_active: 1 }),
      "delivery_email GLOB '*@example.net'",
    ),
    add: ({ iris }, count) =>
      iris.post("/users", { email: `new${count}@example.org`, full_name: `New ${count}`, password: "a horse" }),
    refusal: all("people"),
  },
  "organization.channels": {
    rows: everybodys("channels", {
      ...{ conversation_id: "1000000 + i", name: "'c' || i", name_key: "'c' || i", description: "''" },
      ...{ rendered_description: "''", date_created: 1, invite_only: 1, is_web_public: 0 },
      ...{ history_public_to_subscribers: 0, topics_policy: "'inherit'", permissions: "'{}'" },
    }),
    add: ({ noah }, count) => noah.post("/channels/create", { name: `another ${count}`, subscribers: [noah.id] }),
    refusal: all("channels"),
  },
  "organization.user_groups": {
    rows: everybodys("user_groups", { name: "'g' || i", description: "''", is_system: 0, permissions: "'{}'" }),
    add: ({ noah }, count) =>
      noah.post("/user_groups/create", { name: `another ${count}`, description: "", members: [noah.id] }),
    refusal: all("user groups"),
  },
  "organization.channel_folders": {
    rows: everybodys("channel_folders", {
      ...{ name: "'f' || i", description: "''", rendered_description: "''", date_created: 1, position: "i" },
    }),
    add: ({ iris }, count) => iris.post("/channel_folders/create", { name: `another ${count}` }),
    refusal: you(organization.channel_folders, "channel folders"),
  },
  "organization.default_channel_groups": {
    rows: everybodys("default_channel_groups", { name: "'g' || i", description: "''", channels: "'[]'" }),
    add: ({ iris }, count) =>
      iris.post("/default_stream_groups/create", { group_name: `a${count}`, description: "", stream_names: [] }),
    refusal: you(organization.default_channel_groups, "default channel groups"),
  },
  "organization.custom_emoji": {
    rows: everybodys("custom_emoji", { name: "'e' || i", file: "'x'", animated: 0, author_id: 1 }),
    add: ({ noah }, count) => sendPicture(noah, `/realm/emoji/another${count}`),
    refusal: all("custom emoji"),
  },
  "organization.domains": {
    rows: everybodys("domains", { domain: "'d' || i || '.example.org'", allow_subdomains: 0 }),
    add: ({ iris }, count) => iris.post("/realm/domains", { domain: `a${count}.example.org`, allow_subdomains: false }),
    refusal: "Too many domains.",
  },
  "organization.linkifiers": {
    rows: everybodys("linkifiers", { pattern: "'x' || i", url_template: "'https://e.org/'", position: "i" }),
    add: ({ iris }, count) =>
      iris.post("/realm/filters", { pattern: `#${count}-(?P<id>[0-9]+)`, url_template: "https://e.org/{id}" }),
    refusal: "Too many linkifiers.",
  },
  "organization.playgrounds": {
    rows: everybodys("playgrounds", { name: "'p' || i", pygments_language: "'X'", url_template: "'https://e.org/'" }),
    add: ({ iris }, count) =>
      iris.post("/realm/playgrounds", {
        ...{ name: `a${count}`, pygments_language: "Rust", url_template: "https://e.org/{code}" },
      }),
    refusal: "Too many playgrounds.",
  },
  "organization.profile_fields": {
    rows: everybodys("profile_fields", {
      ...{ type: 1, name: "'f' || i", hint: "''", field_data: "''", in_summary: 0, required: 0 },
      ...{ editable_by_user: 1, position: "i" },
    }),
    add: ({ iris }, count) => iris.post("/realm/profile_fields", { name: `another ${count}`, field_type: 1 }),
    refusal: "Too many custom profile fields.",
  },
  "organization.invitation_links": {
    rows: everybodys("invitation_links", {
      ...{ key: "'k' || i", inviter: 1, invited_at: 9_999_999_999, terms: "'{}'" },
    }),
    add: ({ iris }) => iris.post("/invites/multiuse"),
    refusal: "There are too many open invitations. Revoke some that are no longer needed.",
  },
  "organization.outside_links": {
    rows: everybodys("outside_links", {
      ...{ key_hash: "'k' || i", creator: 1, channel_id: 1, history: 0, from_message: 1, created_at: 1 },
      ...{ expires_at: 9_999_999_999, max_people: 1, can_post: 1, can_upload: 0, can_call: 0 },
    }),
    add: ({ iris, channel }) => iris.post("/outside_links", { channel_id: channel }),
    refusal: all("links for people outside"),
  },
  "organization.outside_people": {
    rows: everybodys("outside_people", { user_id: "100000 + i", link_id: 999_999, entered_at: 1 }),
    async add({ iris, channel }) {
      const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel }));
      return iris.post(`/outside_access/${new URL(url).pathname.split("/").at(-1)}`, { full_name: "Ana" });
    },
    refusal: all("people outside"),
  },
  "organization.invitations": {
    rows: everybodys("invitations", {
      ...{ email: "'i' || i || '@example.org'", key_hash: "'k' || i", inviter: 1, invited_at: 9_999_999_999 },
      ...{ terms: "'{}'" },
    }),
    add: ({ iris }, count) => iris.post("/invites", { invitee_emails: `new${count}@example.org`, stream_ids: [] }),
    refusal: "There are too many open invitations. Revoke some that are no longer needed.",
  },
  "organization.exports_a_week": {
    rows: everybodys("exports", {
      ...{ acting_user_id: 1, export_type: 1, token: "'t' || i", origin: "''", started_at: 9_999_999_999_999 },
      ...{ newest_message: 1, at_table: "'x'", state: "'done'" },
    }),
    add: ({ iris }) => iris.post("/export/realm"),
    refusal: "Exceeded rate limit.",
  },
  "account.bot_commands": {
    filled: 0,
    rows: everybodys("bot_commands", { name: "'x' || i", bot_id: 999_999, description: "'x'", usage: "''" }),
    add: async ({ iris, bot }, count) => setCommands(await bot(iris), count, account.bot_commands + count),
    refusal: `commands is too long (limit: ${account.bot_commands} items)`,
  },
  "organization.bot_commands": {
    rows: everybodys("bot_commands", { name: "'x' || i", bot_id: 999_999, description: "'x'", usage: "''" }),
    add: async ({ iris, bot }, count) => setCommands(await bot(iris), count, 1),
    refusal: all("commands of bots"),
  },
} satisfies { readonly [Name in Limit]?: Stock };
