import type { Page } from "playwright-core";
import type { Harbour } from "../support/believable/harbour.ts";
import { facePicture } from "../support/believable/pictures.ts";
import { share } from "../support/share.ts";
import { named } from "./named.ts";
import { board, channel, direct, type PictureOf, topic } from "./screens.ts";

const opened = (page: Page) => page.locator("dialog[open]").waitFor();

/** Presses buttons and menu items in order. The last one opens a dialog. */
const through =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names.map(named)) {
      const button = page.getByRole("main").getByRole("button", { name }).or(page.getByRole("menuitem", { name }));
      await button.and(page.locator(":enabled")).first().click();
    }
    await opened(page);
  };

/** Presses a button in the details pane. */
const inDetails = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: named(name) }).click();
  await opened(page);
};

/** Chooses an entry of the composer's menu, which phones show once the composer has the focus. */
const insert = (name: string) => async (page: Page) => {
  await page.getByRole("textbox", { name: named("Message {where}") }).click();
  await through("Insert", name)(page);
};

/** Presses a button of a list's row. */
const inRow = (row: string, name: string) => async (page: Page) => {
  await page
    .getByRole("listitem")
    .filter({ hasText: named(row) })
    .getByRole("button", { name: named(name) })
    .click();
  await opened(page);
};

/** Chooses from the menu of the user's own avatar. */
const fromOwnMenu = (name: string) => async (page: Page) => {
  await page.keyboard.press("g");
  await page.getByRole("menuitem", { name: named(name) }).click();
  await opened(page);
};

/** Chooses from the last message's menu. */
const fromMenu = (name: string) => async (page: Page) => {
  await focusLast(page);
  await page.keyboard.press("i");
  await page.getByRole("menuitem", { name: named(name) }).click();
  await opened(page);
};

const focusLast = async (page: Page) => {
  await page.keyboard.press("End");
  await page.locator(".feed-row:last-child .message").focus();
};

/** Presses keys while the last message is focused. */
const onLast =
  (...keys: string[]) =>
  async (page: Page) => {
    await focusLast(page);
    for (const key of keys) await page.keyboard.press(key);
    await opened(page);
  };

const schedule = async (page: Page) => {
  await page.getByRole("textbox", { name: named("Message {where}") }).fill("Fish?");
  await page.getByRole("button", { name: named("More ways to send") }).click();
  await page.getByRole("menuitem", { name: named("Choose a day and time…") }).click();
  await opened(page);
};

/** Makes a dialog's schedule repeat, with all fields shown. */
const repeating = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await open(page);
  await page.getByRole("combobox", { name: named("Repeat") }).selectOption("weekly");
  await page.getByRole("combobox", { name: named("Ends") }).selectOption("count");
};

const cropPicture = async (page: Page) => {
  const buffer = Buffer.from(await facePicture("#b4613d", "#f0c866").arrayBuffer());
  await page.locator("main input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  await opened(page);
};

type Act = (page: Page) => Promise<void>;

/** Answers a request with data that this organization doesn't have. */
const answered =
  (path: string, fields: object, act: Act, status = 200) =>
  async (page: Page) => {
    const json = { result: status === 200 ? "success" : "error", msg: "", ...fields };
    await page.route(`**/json${path}`, (route) => route.fulfill({ status, json }));
    await page.reload();
    await act(page);
  };

const onApple = (act: Act) => async (page: Page) => {
  await page.evaluate(() => Object.defineProperty(navigator, "userAgent", { get: () => "iPhone" }));
  await act(page);
};

const editHistory = async (page: Page) => {
  await page.locator("article:has(.message-edited)").focus();
  await page.keyboard.press("Shift+H");
  await opened(page);
};

/** An hour before the pictures are taken. */
const EARLIER = Math.floor(Date.now() / 1000) - 3600;

const passkeys = [{ id: 1, name: "Iris's phone", created_at: EARLIER, last_used_at: null }];

const assistants = [
  {
    ...{ id: 1, name: "Claude", host: "claude.ai", resource: "mcp", approval: "writes" },
    ...{
      scopes: ["read", "read:direct", "write", "write:direct", "files"],
      created_at: EARLIER,
      last_used_at: EARLIER,
    },
    ...{ calls_this_week: 31, messages_sent: 4, excluded_channels: [], excluded_users: [], excludes_direct: false },
  },
];

const directories = [
  {
    ...{ id: 1, name: "Okta", kind: "okta", networks: [], tokens: [] },
    rules: {
      ...{ may_set_owner: false, may_adopt_groups: false, attributes: {} },
      group_roles: [{ group: "Harbour administrators", role: "administrator" }],
      group_channels: [],
    },
  },
];

const login_connections = [
  {
    ...{ id: 1, provider: "sso_1", name: "Keycloak", issuer: "https://login.example.com/realms/harbour" },
    ...{ client_id: "parley", domains: [], trust_email: true, sign_up: true, second_factor: false, scope: "openid" },
    ...{ role_claim: "roles", role_rules: [{ value: "harbour-admin", role: "administrator" }] },
    ...{ role_otherwise: "member", group_claim: "groups", group_rules: [], service_logout: false },
    ...{ enabled: true, only: false, redirect_uri: "https://harbour.example/complete/sso_1/" },
    backchannel_logout_uri: "https://harbour.example/api/v1/external_login/sso_1/logout",
    post_logout_redirect_uri: "https://harbour.example/login/",
  },
];

const paused_messages = [
  {
    ...{ scheduled_message_id: 1, user_id: 1, type: "stream", topic: "Berth plan", recurrence: "FREQ=WEEKLY;BYDAY=MO" },
    ...{ rendered_content: "<p>Who is on which berth today?</p>", scheduled_delivery_timestamp: EARLIER },
    ...{ time_zone: "Europe/Berlin", recurrence_start: EARLIER },
  },
];

const holds = [
  {
    ...{ id: 1, name: "Case 7", matter: "2026-117", reason: "Court order", custodians: [], channels: [] },
    ...{ direct_only: false, from: null, until: null, created_at: EARLIER, released_at: null },
    held: { versions: 12, files: 3, bytes: 4_200_000 },
  },
];

const waitForMicrophone = async (page: Page) => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
  });
  await through("Start voice call")(page);
};

/** Fakes a call through a media server, so that no call remains in the organization. */
const turnEncryptionOff = async (page: Page) => {
  const call_id = "call";
  const me = { id: 1, user_id: await ownId(page), mic: false, cam: false, screen: false, hand: false, deaf: false };
  const rest = { mode: "sfu", resume: "", started_at: EARLIER, encrypted: true, ice_servers: [] };
  const state = { type: "state", me: 1, members: [me], may: ["lock", "plain", "end"], ...rest };
  await page.route("**/json/calls", (route) =>
    route.fulfill({ json: { result: "success", msg: "", call_id, encrypted: true } }),
  );
  await page.routeWebSocket(/\/room$/, (socket) => socket.onMessage(() => socket.send(JSON.stringify(state))));
  await through("Start voice call")(page);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: named("Join muted") })
    .click();
  await page
    .getByRole("toolbar", { name: named("Call controls") })
    .getByRole("button", { name: named("People in the call") })
    .click();
  await page.getByRole("button", { name: named("Turn off encryption") }).click();
  await opened(page);
};

const ownId = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await fetch("/json/users/me")).json()).user_id);

const shareText = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await share(page, { title: "Tide tables", url: "https://tides.example/" }, ["plan.txt"]);
  await opened(page);
};

const shareOn = async (page: Page) => {
  await shareText(page);
  await page.getByRole("button", { name: named("Choose conversation") }).click();
  await page.getByRole("dialog", { name: named("Share to") }).waitFor();
};

const CRANE = topic("operations", "Crane 4 maintenance");
const LAYLA = topic("general", "Welcome, Layla!");
const PERSON = "Actions for {name=Omar}";
const OUTSIDE = "#organization/outside-links";
const OUTSIDE_OPTIONS = "Options for the link to {place}";
const BOT = "Actions for {name=harbour-bot}";
const ACCOUNT = "#settings/account-and-privacy";
const DETAILS = (harbour: Harbour) =>
  `${channel("operations")(harbour).replace("#topics/channel/", "#channels/").replace("-", "/")}/general`;
const directoryRule = (name: string) =>
  answered(
    "/scim/connections",
    { connections: directories, address: "https://harbour.example/scim/v2" },
    through(name),
  );
const loginRule = (name: string) => answered("/realm/login_connections", { login_connections }, through(name));
const FOLDER = "#organization/channel-folders";

const TABLE: readonly (readonly [name: string, at: PictureOf["at"], act: Act, of?: PictureOf["of"]])[] = [
  ["rename-topic", CRANE, through("More", "Rename or move topic")],
  ["delete-topic", CRANE, through("More", "Delete topic")],
  ["jump-to-date", CRANE, through("More", "Jump to date")],
  ["voice-call", direct("omar"), through("Start voice call")],
  ["voice-call-waiting", direct("omar"), waitForMicrophone],
  ["encryption-off", direct("omar"), turnEncryptionOff],
  ["poll", CRANE, insert("Poll")],
  ["to-do", CRANE, insert("To-do list")],
  ["global-time", CRANE, insert("Global time")],
  ["snippets", CRANE, insert("Saved snippets")],
  ["move-message", CRANE, onLast("m")],
  ["receipts", LAYLA, onLast("Shift+V")],
  ["reschedule", "#scheduled", through("Reschedule")],
  ["schedule", topic("general", "Lunch on Friday"), repeating(schedule)],
  ["edit-repeating", "#scheduled", inRow("Every week", "Edit")],
  ["reschedule-repeating", "#scheduled", inRow("Every week", "Reschedule")],
  ["remind", CRANE, repeating(fromMenu("Remind me"))],
  ["report", CRANE, fromMenu("Report message")],
  ["press-button", topic("engineering", "hoist alerts"), through(/^Nothing to do here/)],
  ["status", "#inbox", fromOwnMenu("Set your status")],
  ["add-organization", "#inbox", fromOwnMenu("Add organization")],
  ["search", "#inbox", (page) => page.keyboard.press("/").then(() => opened(page))],
  ["shared", "#inbox", shareText],
  ["share-to", "#inbox", shareOn],
  ["install-guide", "#inbox", onApple(fromOwnMenu("Install app"))],
  ["edit-history", topic("engineering", "hoist encoder driver"), editHistory],
  [
    "continue",
    "#scheduled",
    answered("/scheduled_messages/paused", { paused_messages }, through("Continue with a bot…")),
  ],
  ["create-channel", "#channels", through("New channel")],
  ["add-people", DETAILS, inDetails("Add people")],
  ["channel-mail", DETAILS, inDetails("Email address")],
  ["board-link", board("empty"), through("Add link")],
  ["rename-link", board("operations"), through("Options for {name=Tide tables}", "Rename link")],
  ["page-history", board("operations"), through("Edit history")],
  ["profile-picture", "#settings/profile", cropPicture],
  ["passkey-name", ACCOUNT, answered("/users/me/passkeys", { passkeys }, through("Rename passkey"))],
  [
    "log-in-again",
    ACCOUNT,
    answered("/users/me/passkeys/begin", { code: "FRESH_LOGIN_REQUIRED" }, through("Add passkey"), 403),
  ],
  [
    "edit-assistant",
    "#settings/assistants",
    answered("/users/me/assistants", { assistants }, through("Edit {name=Claude}")),
  ],
  ["change-email", ACCOUNT, through("Change email")],
  ["change-password", ACCOUNT, through("Change password")],
  ["deactivate-account", ACCOUNT, through("Deactivate my account")],
  ["request-erasure", ACCOUNT, through("Request erasure…")],
  ["snippet", "#settings/saved-snippets", through("New snippet")],
  ["device-link", "#settings/devices", through("Log in on another device")],
  ["api-key", "#settings/devices", through("New API key")],
  ["revoke-keys", "#settings/devices", through("Revoke all API keys")],
  ["edit-bot", "#settings/your-bots", through(BOT, "Edit…")],
  ["bot-key", "#settings/your-bots", through(BOT, "New API key")],
  ["deactivate-bot", "#settings/your-bots", through(BOT, "Deactivate…")],
  ["deactivate-organization", "#organization/organization-profile", through("Deactivate organization")],
  ["email-domain", "#organization/organization-permissions", through("Add domain")],
  ["log-out-everyone", "#organization/auth-methods", through("Log out…")],
  ["audit-destination", "#organization/audit-log/send", through("Set destination"), "founder"],
  ["audit-token", "#organization/audit-log/send", through("Create audit token"), "founder"],
  ["hold", "#organization/holds", through("Create hold"), "founder"],
  ["edit-hold", "#organization/holds", answered("/holds", { holds }, through("Edit {name=Case 7}")), "founder"],
  ["release-hold", "#organization/holds", answered("/holds", { holds }, through("Release {name=Case 7}")), "founder"],
  ["outside-change", OUTSIDE, through(OUTSIDE_OPTIONS, "Change link")],
  ["outside-end", OUTSIDE, through(OUTSIDE_OPTIONS, "End access")],
  ["outside-guest", OUTSIDE, through("Make {name=Ana} a guest")],
  ["outside-settings", "/", through("Your access", "Settings"), "outsider"],
  ["outside-keep", "/", through("Your access", "Keep this account"), "outsider"],
  ["outside-leave", "/", through("Your access", "Leave"), "outsider"],
  ["network", "#organization/auth-methods", through("Add network")],
  ["invite", "#organization/users", through("Invite people")],
  ["edit-person", "#organization/users", through(PERSON, "Edit…")],
  ["log-out-person", "#organization/users", through(PERSON, "Log out…")],
  ["role", "#organization/users", through(PERSON, "Change role…")],
  ["reset-second-factor", "#organization/users", through(PERSON, "Reset two-factor authentication…")],
  ["reset-password", "#organization/users", through(PERSON, "Reset password…")],
  ["deactivate-person", "#organization/users", through(PERSON, "Deactivate…")],
  ["group", "#groups", through("Create group")],
  ["profile-field", "#organization/profile-field-settings", through("New field")],
  ["folder", FOLDER, through("New folder")],
  ["edit-folder", FOLDER, through("Edit {name}")],
  ["archive-folder", FOLDER, through("Archive {name}")],
  ["default-group", "#organization/default-channels-list", through("New group")],
  ["emoji", "#organization/emoji-settings", through("Add emoji")],
  ["linkifier", "#organization/linkifier-settings", through("New linkifier")],
  ["playground", "#organization/playground-settings", through("New playground")],
  ["login-service", "#organization/login-services", through("Connect a login service")],
  ["company-domain", "#organization/login-services", through("Add company domain")],
  ["connect-directory", "#organization/directory", through("Connect a directory")],
  ["login-role-rule", "#organization/login-services/1", loginRule("Add role")],
  ["login-group-rule", "#organization/login-services/1", loginRule("Add group")],
  ["directory-role-rule", "#organization/directory/1", directoryRule("Add role")],
  ["directory-channel-rule", "#organization/directory/1", directoryRule("Add channels")],
];

/** Dialogs that buttons and menus open. */
export const dialogs: readonly PictureOf[] = TABLE.map(([name, at, act, of]) => ({
  ...{ name: `dialog-${name}`, at, act, ...(of !== undefined && { of }) },
}));
