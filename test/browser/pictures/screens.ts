import type { Page } from "playwright-core";
import { encodeOperand, slugOf } from "../../../src/web/model/addresses/address.ts";
import type { ChannelId } from "../../../src/web/model/ids.ts";
import type { Name } from "../support/believable/cast.ts";
import { type ChannelName, channels } from "../support/believable/channels.ts";
import type { Harbour } from "../support/believable/harbour.ts";
import { named } from "./named.ts";

export interface PictureOf {
  /** The base name of the picture's files. */
  readonly name: string;
  /** The screen's address: a hash or a path. */
  readonly at: string | ((harbour: Harbour) => string);
  /** Steps before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** True if the steps change the page for good, so that no other screen can be shown on it. */
  readonly endsPage?: true;
  /** True if texts are cut on purpose, so that `--check` must not measure them. */
  readonly isCutOnPurpose?: true;
  /** The widths at which the screen exists, or undefined for all. */
  readonly widths?: readonly number[];
  /**
   * The user whose screen it is. Iris by default, null for a visitor who isn't logged in, "founder" for the owner of
   * another organization who has just created it, and "outsider" for someone who joined through a link.
   */
  readonly of?: Name | "founder" | "outsider" | null;
}

/** The server's options that all screens and dialogs together need. */
export const offered = {
  args: ["--quiet", "--rate-limits", "off", "--test-hooks", "--hosted-bots", "--holds"],
  env: { MAIL_IN: "%s@in.example.org", MAIL_IN_SECRET: "secret" },
};

export const channel = (name: ChannelName) => (harbour: Harbour) =>
  `#topics/channel/${slugOf(harbour.channels[name] as ChannelId, channels[name].name)}`;
export const board = (name: ChannelName) => (harbour: Harbour) => channel(name)(harbour).replace("#topics", "#board");
export const topic = (name: ChannelName, topic: string) => (harbour: Harbour) =>
  `#narrow/channel/${slugOf(harbour.channels[name] as ChannelId, channels[name].name)}/topic/${encodeOperand(topic)}`;
export const direct =
  (...names: Name[]) =>
  (harbour: Harbour) =>
    `#narrow/dm/${names.map((name) => harbour.people[name].id).join(",")}`;

const press = (keys: string) => (page: Page) => page.keyboard.press(keys);

/** Presses a button, and waits for its dialog. */
const openBy = (name: string) => async (page: Page) => {
  await page
    .getByRole("button", { name: named(name) })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
};

const ofBot =
  (part: string) =>
  ({ people }: Harbour) =>
    `#settings/your-bots/${people.bot.id}/${part}`;

/** Uses one of the user's bots, so that no bot is created. */
const makeAddress = async (page: Page) => {
  await page.getByRole("radio", { name: named("To me, as direct messages") }).check();
  await page.getByRole("radio", { name: named("One of my bots") }).check();
  await page.getByRole("textbox", { name: named("API key of the bot") }).fill("a".repeat(32));
  await page.getByRole("button", { name: named("Create webhook URL") }).click();
  await page.getByRole("textbox", { name: named("Webhook URL") }).waitFor();
};

/** The screens captured by `npm run pictures`. Add new screens here. */
export const screens: readonly PictureOf[] = [
  { name: "inbox", at: "#inbox" },
  { name: "inbox-empty", at: "#inbox", of: "guest" },
  { name: "recent", at: "#recent" },
  { name: "combined", at: "#feed" },
  { name: "mentions", at: "#narrow/is/mentioned" },
  { name: "starred", at: "#narrow/is/starred" },
  { name: "drafts", at: "#drafts" },
  { name: "scheduled", at: "#scheduled" },
  { name: "reminders", at: "#reminders" },
  { name: "topic", at: topic("operations", "Crane 4 maintenance") },
  { name: "topic-code", at: topic("engineering", "hoist encoder driver") },
  { name: "topic-long", at: topic("reading", "The Ship that Stayed") },
  { name: "topic-poll", at: topic("general", "Lunch on Friday") },
  { name: "topic-table", at: topic("operations", "✔ Night shift rota") },
  { name: "topic-wide", at: topic("engineering", "A topic with a name as long as names of topics may be, or...") },
  { name: "topic-general-chat", at: topic("general", "") },
  { name: "topic-japanese", at: topic("news", "本日の入港予定") },
  {
    name: "topic-buttons",
    at: topic("engineering", "hoist alerts"),
    act: (page) => page.getByRole("button", { name: named("Fill in form") }).click(),
  },
  { name: "topic-spoiler", at: topic("office", "Lease of warehouse 7") },
  { name: "topic-arabic", at: topic("general", "Welcome, Layla!") },
  { name: "channel", at: channel("operations") },
  { name: "channel-empty", at: channel("empty") },
  { name: "board-empty", at: board("empty") },
  { name: "board", at: board("operations") },
  {
    name: "board-edit",
    at: board("operations"),
    act: async (page) => {
      await page.getByRole("button", { name: named("Edit page") }).click();
      await page.getByRole("textbox", { name: named("Text of the page") }).waitFor();
    },
  },
  {
    name: "board-conflict",
    at: board("operations"),
    endsPage: true,
    act: async (page) => {
      const theirs = { result: "error", code: "PAGE_CONFLICT", msg: "", version: 9, content: "Crane 4: Yumi" };
      await page.route("**/json/streams/*/page", (route) => route.fulfill({ status: 400, json: theirs }));
      await page.getByRole("button", { name: named("Edit page") }).click();
      await page.getByRole("textbox", { name: named("Text of the page") }).fill("Crane 4: Omar until noon");
      await page.getByRole("button", { name: named("Save") }).click();
      await page
        .getByRole("button", { name: named("Use this text") })
        .first()
        .waitFor();
    },
  },
  { name: "channel-long-name", at: channel("tides") },
  { name: "direct", at: direct("omar") },
  { name: "direct-group", at: direct("nils", "ada", "teresa") },
  { name: "direct-long-name", at: direct("max") },
  { name: "search", at: "#narrow/search/crane" },
  { name: "search-nothing", at: "#narrow/search/zeppelin" },
  { name: "palette", at: "#inbox", act: press("Control+k") },
  { name: "keys", at: "#inbox", act: press("?") },
  { name: "channels", at: "#channels" },
  { name: "settings", at: "#settings" },
  { name: "settings-profile", at: "#settings/profile" },
  { name: "settings-account", at: "#settings/account-and-privacy" },
  { name: "settings-preferences", at: "#settings/preferences" },
  { name: "settings-privacy", at: "#settings/privacy" },
  { name: "settings-notifications", at: "#settings/notifications" },
  { name: "settings-topics", at: "#settings/topics" },
  { name: "settings-alert-words", at: "#settings/alert-words" },
  { name: "settings-saved-snippets", at: "#settings/saved-snippets" },
  { name: "settings-devices", at: "#settings/devices" },
  { name: "settings-assistants", at: "#settings/assistants" },
  { name: "settings-bots", at: "#settings/your-bots" },
  { name: "settings-new-bot", at: "#settings/your-bots", act: openBy("New bot") },
  { name: "settings-integrations", at: "#settings/integrations" },
  { name: "settings-integration", at: "#settings/integrations/github" },
  { name: "settings-integration-made", at: "#settings/integrations/gitlab", act: makeAddress },
  { name: "settings-deliveries", at: ofBot("deliveries") },
  { name: "settings-template", at: ofBot("template") },
  { name: "settings-signature", at: ofBot("signature") },
  { name: "settings-files", at: "#settings/uploaded-files" },
  { name: "settings-data", at: "#settings/your-data" },
  { name: "organization-profile", at: "#organization/organization-profile" },
  { name: "organization-permissions", at: "#organization/organization-permissions" },
  { name: "users", at: "#organization/users" },
  { name: "invitations", at: "#organization/invitations" },
  { name: "outside-links", at: "#organization/outside-links" },
  {
    name: "outside-invite",
    at: topic("operations", "Crane 4 maintenance"),
    act: async (page) => {
      await page
        .getByRole("main")
        .getByRole("button", { name: named("More") })
        .first()
        .click();
      await page.getByRole("menuitem", { name: named("Invite someone outside") }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "outside-topic", at: "/", of: "outsider", act: (page) => page.getByRole("article").first().waitFor() },
  { name: "outside-ended", at: "/?outside=ended", of: null },
  { name: "groups", at: "#groups" },
  { name: "group", at: "#groups", act: (page) => page.getByRole("link", { name: "pilots" }).click() },
  { name: "organization-bots", at: "#organization/bot-list-admin" },
  { name: "organization-exports", at: "#organization/data-exports-admin" },
  { name: "organization-import", at: "#organization/import", of: "founder" },
  { name: "organization-import-full", at: "#organization/import" },
  { name: "organization-directory", at: "#organization/directory", of: "founder" },
  { name: "organization-moderation", at: "#organization/moderation" },
  {
    name: "organization-audit-log",
    at: "#organization/audit-log",
    act: async (page) => {
      await page.getByRole("combobox", { name: named("Area") }).selectOption("organization");
      await page
        .getByRole("button", { expanded: false, name: named("{who} changed a setting of the organization") })
        .first()
        .click();
      await page.getByText(named("Entry number")).waitFor();
    },
  },
  { name: "organization-assistants", at: "#organization/assistant-list-admin", of: "founder" },
  { name: "organization-audit-feeds", at: "#organization/audit-log/send", of: "founder" },
  { name: "organization-statistics", at: "#organization/statistics" },
  { name: "organization-health", at: "#organization/health" },
  { name: "organization-channels", at: "#organization/channels" },
  { name: "organization-channel", at: ({ channels }) => `#organization/channels/${channels.operations}` },
  { name: "organization-channel-folders", at: "#organization/channel-folders" },
  { name: "organization-default-channels", at: "#organization/default-channels-list" },
  { name: "organization-messages", at: "#organization/organization-settings" },
  { name: "organization-onboarding", at: "#organization/onboarding" },
  { name: "organization-user-defaults", at: "#organization/organization-level-user-defaults" },
  { name: "organization-profile-fields", at: "#organization/profile-field-settings" },
  { name: "organization-emoji", at: "#organization/emoji-settings" },
  { name: "organization-linkifiers", at: "#organization/linkifier-settings" },
  { name: "organization-playgrounds", at: "#organization/playground-settings" },
  { name: "organization-assistant-rules", at: "#organization/assistant-rules" },
  { name: "organization-auth-methods", at: "#organization/auth-methods" },
  { name: "organization-login-services", at: "#organization/login-services", of: "founder" },
  { name: "organization-holds", at: "#organization/holds", of: "founder" },
  { name: "about", at: "#about-parley" },
  { name: "nowhere", at: "#narrow/channel/999-gone/topic/gone" },
  { name: "spectator", at: "/", of: null },
  { name: "first-steps", at: "#inbox", of: "founder" },
  { name: "login", at: "/login/", of: null },
  { name: "connect", at: "/help/connect", of: null },
];
