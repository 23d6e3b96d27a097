import type { Page } from "playwright-core";
import { channel, direct, type PictureOf, topic } from "./screens.ts";

/** Presses buttons and menu items, the last of which opens a dialog. */
const through =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      const button = page.getByRole("main").getByRole("button", { name }).or(page.getByRole("menuitem", { name }));
      await button.and(page.locator(":enabled")).first().click();
    }
    await page.locator("dialog[open]").waitFor();
  };

/** Presses keys on the last message. */
const onLast =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.keyboard.press("End");
    await page.locator(".feed-row:last-child .message").focus();
    for (const key of keys) await page.keyboard.press(key);
    await page.locator("dialog[open]").waitFor();
  };

const CRANE = topic("operations", "Crane 4 maintenance");
const LAYLA = topic("general", "Welcome, Layla!");
const TOPIC_OPTIONS = /^Options for /;
const PERSON = /^Actions for Omar/;
const BOT = /^Actions for harbour-bot/;
const FOLDER = "#organization/channel-folders";

const TABLE: readonly (readonly [name: string, at: PictureOf["at"], act: (page: Page) => Promise<void>])[] = [
  ["rename-topic", channel("operations"), through(TOPIC_OPTIONS, "Rename or move topic")],
  ["delete-topic", channel("operations"), through(TOPIC_OPTIONS, "Delete topic")],
  ["jump-to-date", CRANE, through("More", "Jump to date")],
  ["voice-call", direct("omar"), through("Start voice call")],
  ["poll", CRANE, through("Insert", "Poll")],
  ["to-do", CRANE, through("Insert", "To-do list")],
  ["global-time", CRANE, through("Insert", "Global time")],
  ["snippets", CRANE, through("Insert", "Saved snippets")],
  ["move-message", CRANE, onLast("m")],
  ["receipts", LAYLA, onLast("Shift+V")],
  ["reschedule", "#scheduled", through("Reschedule")],
  ["create-channel", "#channels", through("New channel")],
  ["board-link", (harbour) => channel("empty")(harbour).replace("#topics", "#board"), through("Add link")],
  ["change-email", "#settings/account-and-privacy", through("Change email")],
  ["change-password", "#settings/account-and-privacy", through("Change password")],
  ["deactivate-account", "#settings/account-and-privacy", through("Deactivate my account")],
  ["request-erasure", "#settings/account-and-privacy", through("Request erasure")],
  ["snippet", "#settings/saved-snippets", through("New snippet")],
  ["device-link", "#settings/devices", through("Log in on another device")],
  ["api-key", "#settings/devices", through("New API key")],
  ["revoke-keys", "#settings/devices", through("Revoke all API keys")],
  ["edit-bot", "#settings/your-bots", through(BOT, "Edit…")],
  ["bot-key", "#settings/your-bots", through(BOT, "New API key")],
  ["deactivate-bot", "#settings/your-bots", through(BOT, "Deactivate…")],
  ["deactivate-organization", "#organization/organization-profile", through("Deactivate organization")],
  ["email-domain", "#organization/organization-permissions", through("Add domain")],
  ["network", "#organization/auth-methods", through("Add network")],
  ["invite", "#organization/users", through("Invite people")],
  ["role", "#organization/users", through(PERSON, "Change role")],
  ["reset-second-factor", "#organization/users", through(PERSON, "Reset two-factor authentication")],
  ["reset-password", "#organization/users", through(PERSON, "Reset password")],
  ["deactivate-person", "#organization/users", through(PERSON, "Deactivate…")],
  ["group", "#groups", through("Create group")],
  ["profile-field", "#organization/profile-field-settings", through("New field")],
  ["folder", FOLDER, through("New folder")],
  ["edit-folder", FOLDER, through(/^Edit /)],
  ["archive-folder", FOLDER, through(/^Archive /)],
  ["default-group", "#organization/default-channels-list", through("New group")],
  ["emoji", "#organization/emoji-settings", through("Add emoji")],
  ["linkifier", "#organization/linkifier-settings", through("New linkifier")],
  ["playground", "#organization/playground-settings", through("New playground")],
  ["login-service", "#organization/login-services", through("Connect a login service")],
  ["company-domain", "#organization/login-services", through("Add company domain")],
  ["connect-directory", "#organization/directory", through("Connect a directory")],
];

/** Dialogs that buttons and menus open. */
export const dialogs: readonly PictureOf[] = TABLE.map(([name, at, act]) => ({ name: `dialog-${name}`, at, act }));
