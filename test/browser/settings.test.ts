import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD, type Person } from "../process/support/person.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { savedSign } from "./support/saved-sign.ts";
import { test } from "./support/shared-page.ts";

/** The account's settings, as another client gets them. */
const settings = async (person: Person) =>
  (await person.ok(person.post("/register", { fetch_event_types: ["user_settings"] }))).user_settings;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

test("[accessibility 2.4.2, 3.2.2, 3.3.1] a setting saves at once, follows changes by other clients, and shows why it was refused", async ({
  crew: { owner, omar },
  show,
}) => {
  const { page } = await show(omar, "#settings/profile");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Omar Haddad");
  const isSaved = savedSign(page);
  await name.press("Enter");
  await isSaved;
  await page.getByRole("heading", { level: 2, name: "Omar Haddad" }).waitFor();
  // Escape restores the value, and doesn't leave the screen.
  await name.fill("Nobody");
  await name.press("Escape");
  await expect.poll(() => name.inputValue()).toBe("Omar Haddad");
  await heading(page, "Profile");
  await expect.poll(() => page.title()).toMatch(/^Profile – Settings – /);
  await omar.ok(omar.patch("/settings", { full_name: "Omar H." }));
  await expect.poll(() => name.inputValue()).toBe("Omar H.");

  await page.goto("/#settings/preferences");
  await expect.poll(() => page.title()).toMatch(/^Preferences – Settings – /);
  await page.getByRole("switch", { name: "Enter sends a message" }).click();
  await expect.poll(async () => (await settings(omar)).enter_sends).toBe(true);
  await page.getByRole("combobox", { name: "Home view" }).selectOption("Recent conversations");
  await expect.poll(async () => (await settings(omar)).web_home_view).toBe("recent_topics");
  await omar.ok(omar.patch("/settings", { starred_message_counts: false }));
  await page.getByRole("switch", { name: "Show count of starred messages", checked: false }).waitFor();

  // The owner forbids it in the meantime: the setting shows so without a reload.
  await page.goto("/#settings/profile");
  await owner.ok(owner.patch("/realm", { name_changes_disabled: true }));
  await page.getByText("Your organization doesn't allow name changes.").waitFor();
  expect(await name.isDisabled()).toBe(true);
});

test("the reason why several settings of a group are locked is shown once, but announced for each", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar", 200);
  const visit = await open(omar, { at: "#organization/organization-permissions" });
  const { page } = visit;
  const group = page.locator(".setting-group", { has: page.locator(".setting-locked + *, .setting-locked") }).first();
  await group.locator(".setting-locked").nth(1).waitFor();
  const reason = "Only organization owners can change this.";
  const said = await group.getByText(reason).evaluateAll((all) => ({
    shown: all.filter((one) => !one.matches(".for-readers")).length,
    rows: all.filter((one) => one.matches(".setting-locked *")).length,
  }));
  expect(said.shown).toBe(1);
  expect(said.rows).toBeGreaterThan(1);
  expect(await visit.accessProblems()).toEqual([]);
});

test("the time format follows the language, until the user chooses another one", async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  await omar.ok(omar.patch("/settings", { default_language: "de" }));
  const { page } = await open(omar, { at: "#settings/preferences", timeZone: "UTC" });
  await owner.ok(owner.post("/messages", { type: "direct", to: [omar.id], content: "When?" }));
  const clock = page.getByRole("combobox", { name: "Zeitformat" });
  expect(await clock.locator(":checked").textContent()).toBe("Wie in der Sprache üblich");
  await clock.selectOption("12-Stunden-Uhr");
  await expect.poll(async () => (await settings(omar)).twenty_four_hour_time).toBe(false);
  await page.goto("/#feed");
  await page.getByRole("article", { name: /\b\d\d?:\d\d.[AP]M/ }).waitFor();
  await page.goto("/#settings/preferences");
  await clock.selectOption("Wie in der Sprache üblich");
  await expect.poll(async () => (await settings(omar)).twenty_four_hour_time).toBe(null);
  await page.goto("/#feed");
  await page.getByRole("article", { name: /\b\d\d:\d\d(?!.[AP]M)/ }).waitFor();
});

test("notifications are set per medium, channel and topic", async ({ crew: { owner, omar }, show }) => {
  const quay = await owner.channel("quay", [owner, omar]);
  await omar.ok(omar.post("/user_topics", { stream_id: quay, topic: "crane", visibility_policy: 3 }));
  const { page } = await show(omar, "#settings/notifications");
  await page.getByRole("checkbox", { name: "All other topics in your channels: Sound" }).click();
  await expect.poll(async () => (await settings(omar)).enable_stream_audible_notifications).toBe(true);

  const customize = async () => {
    await page.getByRole("combobox", { name: "Customize a channel" }).fill("quay");
    await page.getByRole("option", { name: "quay" }).waitFor();
    await page.keyboard.press("Enter");
  };
  await customize();
  const email = page.getByRole("checkbox", { name: "quay: Email" });
  await email.click();
  const own = async () =>
    (await omar.ok(omar.get("/users/me/subscriptions"))).subscriptions.find(
      (one: { stream_id: number }) => one.stream_id === quay,
    ).email_notifications;
  await expect.poll(own).toBe(true);
  await page.locator("label:not(.notification-inherited)").filter({ has: email }).waitFor();
  await page.getByRole("button", { name: "Reset quay to default" }).click();
  await expect.poll(own).toBe(false);

  // Before the event of the change has come.
  await customize();
  const held = await holdRequests(page, "POST", "**/subscriptions/properties");
  await email.click();
  await held.made;
  await page.getByRole("button", { name: "Reset quay to default" }).click();
  const changed = page.waitForResponse(/subscriptions\/properties$/);
  held.release();
  await changed;
  await expect.poll(own).toBe(false);
  await email.waitFor({ state: "detached" });

  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Topics" }).click();
  await page.getByRole("combobox", { name: "Notifications for crane" }).selectOption("Muted");
  const policy = async () => {
    const { user_topics } = await omar.ok(omar.post("/register", { fetch_event_types: ["user_topic"] }));
    return user_topics.map((one: { visibility_policy: number }) => one.visibility_policy);
  };
  await expect.poll(policy).toEqual([1]);
  await page.getByRole("button", { name: "Reset crane to default" }).click();
  await page.getByText("You haven't followed or muted any topics.").waitFor();
});

test("a double click starts the setup of a second factor only once", async ({ crew: { omar }, show }) => {
  const { page } = await show(omar, "#settings/login-security");
  let begun = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/users/me/second_factor") && request.method() === "POST") begun += 1;
  });
  const held = await holdRequests(page, "POST", "**/users/me/second_factor");
  await page.getByRole("button", { name: "Set up" }).dblclick();
  await held.made;
  held.release();
  await page.getByRole("textbox", { name: "Code" }).waitFor();
  expect(begun).toBe(1);
});

test("login methods that could not be loaded are requested again", async ({ crew: { omar }, show }) => {
  const visit = await show(omar, "#inbox");
  const { page } = visit;
  visit.expects(/Failed to load resource/);
  const addresses = /users\/me\/(passkeys|second_factor|external_logins)$/;
  await page.route(addresses, (route) => route.abort());
  await page.goto("/#settings/account-and-privacy");
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect.poll(() => retry.count()).toBe(3);
  await page.unroute(addresses);
  for (const left of [2, 1, 0]) {
    await retry.first().click();
    await expect.poll(() => retry.count()).toBe(left);
  }
  await page.getByText("No passkeys yet").waitFor();
  await page.getByRole("button", { name: "Set up" }).waitFor();
});

test("alert words, muted users and saved snippets are added and removed", async ({ crew: { omar }, show }) => {
  const { page } = await show(omar, "#settings/alert-words");
  await page.getByRole("textbox", { name: "New alert word" }).fill("crane");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove crane" }).click();
  await page.getByText("No alert words yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Remove crane" }).waitFor();

  const list = page.getByRole("navigation", { name: "Settings" });
  await list.getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("combobox", { name: "Mute someone" }).fill("owner");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Unmute / }).click();
  await page.getByText("You haven't muted anyone.").waitFor();

  await list.getByRole("link", { name: "Saved snippets" }).click();
  await page.getByRole("button", { name: "New snippet" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Closed");
  await page.getByRole("dialog").getByRole("textbox").last().fill("The berth is closed.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Delete: Closed" }).click();
  const toast = page.locator(".toast").filter({ hasText: "Deleted" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The berth is closed.").waitFor();
});

test("[accessibility 2.5.7] a settings page is centered, a setting is found by name and gets the focus, and an image is cropped by keys or presses", async ({
  crew: { owner },
  show,
}) => {
  const visit = await show(owner, "#settings/preferences");
  const { page } = visit;
  const margins = () =>
    page.locator(".settings-section").evaluate((pane) => {
      const [around, inner] = [pane, pane.firstElementChild ?? pane].map((one) => one.getBoundingClientRect());
      const left = (inner?.left ?? 0) - (around?.left ?? 0);
      return [left, pane.clientWidth - left - (inner?.width ?? 0)].map(Math.round);
    });
  await heading(page, "Preferences");
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => new Set(await margins()).size).toBe(1);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await visit.go("#settings");
  await page.getByRole("searchbox", { name: "Search settings" }).fill("see my email");
  await page.getByRole("link", { name: "Who can see my email address" }).click();
  await heading(page, "Privacy");
  await expect
    .poll(() =>
      page
        .getByRole("combobox", { name: "Who can see my email address" })
        .evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
  // Synonyms find its section, and an address from before two sections were merged leads to its card.
  await page.getByRole("searchbox", { name: "Search settings" }).fill("2FA");
  await page.getByRole("link", { name: "Account and security" }).click();
  await heading(page, "Account and security");
  await page.goto("/#settings/muted-users");
  await heading(page, "Privacy");
  await expect.poll(() => page.getByRole("heading", { name: "Muted people" }).isVisible()).toBe(true);
  // The list of settings replaces the navigation, which returns outside of the settings.
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  expect(await navigation.count()).toBe(0);
  await page.getByRole("link", { name: "Back to messages" }).click();
  await navigation.waitFor();

  await visit.go("#settings/profile");
  const wide = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 60;
    canvas.height = 30;
    canvas.getContext("2d")?.fillRect(0, 0, 30, 30);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  const buffer = Buffer.from(wide, "base64");
  await page.locator("input[type=file]").setInputFiles({ name: "wide.png", mimeType: "image/png", buffer });
  const area = page.getByRole("application", { name: /^Picture/ });
  await area.focus();
  await page.keyboard.press("ArrowRight");
  const left = () => area.locator("img").evaluate((one) => Number.parseFloat(one.style.left));
  const before = await left();
  await area.click({ position: { x: 2, y: 2 } });
  await expect.poll(left).toBeGreaterThan(before);
  await page.getByRole("dialog").getByRole("button", { name: "Upload picture" }).click();
  await page.getByText("Profile picture updated.").waitFor();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove picture" }).click();
  await page.getByText("Profile picture removed.").waitFor();
});

const SCRIPT = /\/settings\.[^/]*\.js$/;

test("the navigation stays visible until the settings are loaded, which starts when the pointer nears the menu", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: "#inbox" });
  const seen = await holdRequests(page, "GET", SCRIPT);
  await page.reload();
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  const asked = page.waitForRequest(SCRIPT);
  await navigation.getByRole("button", { name: "Your account" }).hover();
  await asked;
  await page.evaluate(() => {
    location.hash = "#settings/preferences";
  });
  await page.getByRole("main").getByText("Settings", { exact: true }).waitFor();
  expect(await navigation.isVisible()).toBe(true);
  seen.release();
  await page.locator("h1:focus", { hasText: "Preferences" }).waitFor();
  await navigation.waitFor({ state: "hidden" });
});

test("the list of settings has its own page on a phone", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#settings", size: "phone", touch: true });
  await page.getByRole("link", { name: "Alert words" }).click();
  await heading(page, "Alert words");
  expect(await page.getByRole("link", { name: "Topics" }).isVisible()).toBe(false);
  await page.getByRole("link", { name: "All settings" }).click();
  await page.getByRole("link", { name: "Topics" }).waitFor();
});

test("a person's card links to their entry in the list of users, even when opened from that list", async ({
  crew: { owner },
  show,
}) => {
  const iris = await owner.invite("Iris");
  await owner.invite("Nils");
  const visit = await show(owner, "#organization/users");
  const { page } = visit;
  await page.getByRole("button", { name: "Iris Example", exact: true }).waitFor();
  await visit.go(`#organization/users/${iris.id}`);
  const sought = page.getByRole("searchbox", { name: "Find people" });
  await expect.poll(() => sought.inputValue()).toBe("Iris Example");
  await sought.fill("");
  await page.getByRole("button", { name: "Nils Example", exact: true }).click();
  await page.getByRole("dialog", { name: "Nils Example" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Manage account" }).click();
  await expect.poll(() => sought.inputValue()).toBe("Nils Example");
});

test("deactivating a user can delete their messages and profile, after an explanation", async ({
  crew: { owner },
  show,
}) => {
  const ida = await owner.invite("Ida");
  const pier = await owner.channel("pier", [owner, ida]);
  const { id } = await ida.ok(ida.post("/messages", { type: "channel", to: pier, topic: "crane", content: "mine" }));
  const visit = await show(owner, "#organization/users");
  const { page } = visit;
  await page.getByRole("button", { name: "Actions for Ida Example" }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Deactivate", exact: true }).waitFor();
  expect(await dialog.getByText("This can't be undone").count()).toBe(0);
  await dialog.getByRole("switch", { name: "Messages in public channels" }).click();
  await dialog.getByRole("switch", { name: "Profile" }).click();
  await dialog.getByText("This can't be undone, even if you reactivate them.").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Deactivate and delete" }).click();
  await page.locator(".toast", { hasText: "Ida Example" }).waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await expect.poll(async () => (await owner.get(`/messages/${id}`)).status).toBe(400);
  const profile = async () => (await owner.ok(owner.get(`/users/${ida.id}`))).user.full_name;
  await expect.poll(profile).toBe("Deleted user");
});

test("two allowed networks removed in a row both stay removed", async ({ crew: { owner }, show }) => {
  const path = "/realm/allowed_networks";
  const networks = ["127.0.0.0/8", "10.1.0.0/16", "10.2.0.0/16"].map((network) => ({
    network,
    label: "",
    roles: null,
  }));
  await owner.askInBrowser(PASSWORD, "PATCH", path, { networks });
  const { page } = await show(owner, "#organization/auth-methods");
  const removeOf = (network: string) => page.getByRole("button", { name: `Remove ${network}` });
  const held = await holdRequests(page, "PATCH", `**${path}`);
  await removeOf("10.1.0.0/16").click();
  await held.made;
  await removeOf("10.2.0.0/16").click();
  held.release();
  await removeOf("10.2.0.0/16").waitFor({ state: "detached" });
  const left = (await owner.ok(owner.get(path))).networks.map(({ network }: { network: string }) => network);
  expect(left).toEqual(["127.0.0.0/8"]);
});

test("a list that is saved as a whole keeps entries that someone else added in the meantime", async ({
  crew: { owner },
  show,
}) => {
  const path = "/realm/allowed_networks";
  const entry = (network: string) => ({ network, label: "", roles: null });
  const set = (...networks: readonly string[]) =>
    owner.askInBrowser(PASSWORD, "PATCH", path, { networks: networks.map(entry) });
  await set("127.0.0.0/8", "10.1.0.0/16");
  const { page } = await show(owner, "#organization/auth-methods");
  const remove = page.getByRole("button", { name: "Remove 10.1.0.0/16" });
  await remove.waitFor();
  await set("127.0.0.0/8", "10.1.0.0/16", "10.2.0.0/16");
  await remove.click();
  await remove.waitFor({ state: "detached" });
  expect((await owner.ok(owner.get(path))).networks).toEqual(["127.0.0.0/8", "10.2.0.0/16"].map(entry));
});

test("a microphone that opens after the user has left its test is released", async ({ crew: { owner }, show }) => {
  const { page } = await show(owner, "#organization/organization-settings");
  const held = await page.evaluateHandle(() => {
    const [isAsked, isAllowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const found = Promise.withResolvers<MediaStream>();
    const { mediaDevices } = navigator;
    const take = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      isAsked.resolve();
      await isAllowed.promise;
      found.resolve(take(wanted));
      return found.promise;
    };
    return { isAsked, isAllowed, found };
  });
  await page.getByRole("button", { name: "Test calls" }).click();
  await held.evaluate(({ isAsked }) => isAsked.promise);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Onboarding and email" }).click();
  await heading(page, "Onboarding and email");
  await held.evaluate(({ isAllowed }) => isAllowed.resolve());
  const states = () =>
    held.evaluate(async ({ found }) => (await found.promise).getTracks().map(({ readyState }) => readyState));
  await expect.poll(states).toEqual(["ended"]);
});

test("a test of the welcome message waits until the text is saved", async ({ crew: { owner }, show }) => {
  await owner.ok(owner.patch("/realm", { welcome_message_custom_text: "Tea is at three." }));
  const { page } = await show(owner, "#organization/onboarding");
  const held = await holdRequests(page, "PATCH", "**/json/realm");
  const tested = page.waitForRequest(/test_welcome_bot_custom_message$/);
  await page.getByRole("textbox", { name: "Custom welcome message" }).fill("Tea is at four.");
  await page.getByRole("button", { name: "Send me a test" }).click();
  await held.made;
  held.release();
  const sent = new URLSearchParams((await tested).postData() ?? "");
  expect(sent.get("welcome_message_custom_text")).toBe("Tea is at four.");
});

test("editing a bot keeps changes that someone else made in the meantime", async ({ crew: { owner }, show }) => {
  const crane = { full_name: "Crane", short_name: "crane", bot_type: 1 };
  const { user_id } = await owner.ok(owner.post("/bots", crane));
  const { page } = await show(owner, "#settings/your-bots");
  await page.getByRole("button", { name: "Actions for Crane" }).click();
  await page.getByRole("menuitem", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Old crane");
  await owner.ok(owner.patch(`/bots/${user_id}`, { role: 300, full_name: "New crane" }));
  await page.locator(".bots-name").getByText("New crane").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const { user } = await owner.ok(owner.get(`/users/${user_id}`));
  expect([user.full_name, user.role]).toEqual(["Old crane", 300]);
});

test("editing a person keeps changes that someone else made in the meantime", async ({ crew: { owner }, show }) => {
  const { id } = await owner.invite("Jona");
  const { page } = await show(owner, "#organization/users");
  const dialog = page.getByRole("dialog");
  const begin = async (name: string, entry: RegExp) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  const change = (fields: Readonly<Record<string, unknown>>) => owner.ok(owner.patch(`/users/${id}`, fields));
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await begin("Jona", /^Edit/);
  await dialog.getByRole("textbox", { name: "Email" }).fill("jona@ark.example");
  await change({ full_name: "Jona the Second" });
  await page.locator(".people-row").getByText("Jona the Second").waitFor();
  await save();
  await begin("Jona the Second", /role/);
  await change({ role: 300 });
  await page.locator(".people-row").getByText("Moderator").waitFor();
  await save();
  const { user } = await owner.ok(owner.get(`/users/${id}`));
  expect(user).toMatchObject({ full_name: "Jona the Second", delivery_email: "jona@ark.example", role: 300 });
});

test("forms keep changes made elsewhere while they are open", async ({ crew: { owner }, show }) => {
  const folder = { name: "Cranes", description: "Lifting" };
  const { channel_folder_id } = await owner.ok(owner.post("/channel_folders/create", folder));
  const field = { name: "Shift", hint: "When?", field_type: 1 };
  const { id } = await owner.ok(owner.post("/realm/profile_fields", field));
  const visit = await show(owner, "#organization/channel-folders");
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  const edit = async (entry: string, field: string, text: string, meanwhile: () => Promise<unknown>) => {
    await page.getByRole("button", { name: entry }).click();
    await dialog.getByRole("textbox", { name: field }).fill(text);
    await meanwhile();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const change = (path: string, fields: Readonly<Record<string, unknown>>) => owner.ok(owner.patch(path, fields));
  const folderPath = `/channel_folders/${channel_folder_id}`;
  await edit("Edit Cranes", "Name", "Winches", () => change(folderPath, { description: "Pulling" }));
  const { channel_folders } = await owner.ok(owner.get("/channel_folders"));
  expect(channel_folders).toMatchObject([{ name: "Winches", description: "Pulling" }]);
  await visit.go("#organization/profile-field-settings");
  const changed = { hint: "Day or night?", required: true };
  await edit("Edit Shift", "Name", "Watch", () => change(`/realm/profile_fields/${id}`, changed));
  const { custom_fields } = await owner.ok(owner.get("/realm/profile_fields"));
  expect(custom_fields.find((one: { id: number }) => one.id === id)).toMatchObject({ name: "Watch", ...changed });

  const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://old.example/{id}" };
  const { id: filter } = await owner.ok(owner.post("/realm/filters", linkifier));
  await visit.go("#organization/linkifier-settings");
  const moved = { ...linkifier, url_template: "https://new.example/{id}" };
  await edit(`Edit ${linkifier.pattern}`, "Example", "#12", async () => {
    await change(`/realm/filters/${filter}`, moved);
    await page.getByText(moved.url_template).waitFor();
  });
  const { linkifiers } = await owner.ok(owner.get("/realm/linkifiers"));
  expect(linkifiers).toMatchObject([{ ...moved, example_input: "#12" }]);

  const snippet = { title: "Closed", content: "The berth is closed." };
  const { saved_snippet_id } = await owner.ok(owner.post("/saved_snippets", snippet));
  await visit.go("#settings/saved-snippets");
  const other = { content: "The quay is closed." };
  await edit("Edit: Closed", "Title", "Shut", () => change(`/saved_snippets/${saved_snippet_id}`, other));
  const { saved_snippets } = await owner.ok(owner.get("/saved_snippets"));
  expect(saved_snippets).toMatchObject([{ title: "Shut", ...other }]);
});

test("people and groups are added even if someone else has added or deactivated some of them in the meantime", async ({
  crew: { owner },
  show,
}) => {
  const [mia, lena, noah] = [await owner.invite("Mia"), await owner.invite("Lena"), await owner.invite("Noah")];
  const create = async (name: string): Promise<number> =>
    (await owner.ok(owner.post("/user_groups/create", { name, description: "", members: [] }))).group_id;
  const [crew, deck, stern, bow] = [
    await create("crew"),
    await create("deck"),
    await create("stern"),
    await create("bow"),
  ];
  const { page } = await show(owner, `#groups/${crew}`);
  const choose = async (field: string, names: readonly string[]) => {
    const form = page.locator("form").filter({ has: page.getByRole("combobox", { name: field }) });
    for (const name of names) {
      await form.getByRole("combobox").fill(name);
      await page.getByRole("option", { name }).click();
    }
    return form;
  };
  const people = await choose("Add people", ["Mia", "Lena", "Noah"]);
  const groups = await choose("Add groups", ["deck", "stern", "bow"]);
  await owner.ok(owner.post(`/user_groups/${crew}/members`, { add: [mia.id], add_subgroups: [deck] }));
  await owner.ok(owner.delete(`/users/${lena.id}`));
  await owner.ok(owner.post(`/user_groups/${stern}/deactivate`, {}));
  await page.getByRole("region", { name: "Direct members" }).getByText("Mia").waitFor();
  await page.getByRole("link", { name: "deck" }).waitFor();
  await people.getByText("Lena Example").waitFor({ state: "detached" });
  await groups.getByText("stern").waitFor({ state: "detached" });
  await people.getByRole("button", { name: "Add" }).click();
  await page.getByRole("region", { name: "Direct members" }).getByText("Noah").waitFor();
  await groups.getByRole("button", { name: "Add" }).click();
  await page.getByRole("link", { name: "bow" }).waitFor();
  const { user_groups } = await owner.ok(owner.get("/user_groups"));
  const group = user_groups.find((one: { id: number }) => one.id === crew);
  expect([group.members, group.direct_subgroup_ids]).toEqual([
    [mia.id, noah.id],
    [deck, bow],
  ]);
});

test("people are added to a channel even if one of them is deactivated in the meantime", async ({ owner, open }) => {
  const [mia, noah] = [await owner.invite("Mia"), await owner.invite("Noah")];
  const { page } = await open(owner, { at: "#channels/new" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("crane");
  for (const name of ["Mia", "Noah"]) {
    await dialog.getByRole("combobox", { name: "People" }).fill(name);
    await page.getByRole("option", { name }).click();
  }
  await owner.ok(owner.delete(`/users/${mia.id}`));
  await dialog.getByRole("button", { name: "Remove Mia Example" }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await dialog.waitFor({ state: "detached" });
  const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: "crane" }));
  expect((await owner.ok(owner.get(`/streams/${stream_id}/members`))).subscribers).toEqual([owner.id, noah.id]);
});

test("a user who can't see the channel for reports is not told that reporting is off", async ({
  crew: { owner, omar },
  show,
}) => {
  const channel = await owner.channel("reports", [owner], { invite_only: true });
  await owner.ok(owner.patch("/realm", { moderation_request_channel_id: channel }));
  const { page } = await show(omar, "#organization/moderation");
  await page.getByRole("combobox", { name: "Channel for reports" }).waitFor();
  await expect.poll(() => page.getByText("Reporting is off").count()).toBe(0);
});

test("an API key typed for one bot is cleared when another bot is chosen", async ({ crew: { owner }, show }) => {
  for (const name of ["Hoist", "Winch"])
    await owner.ok(owner.post("/bots", { full_name: name, short_name: name.toLowerCase(), bot_type: 1 }));
  const { page } = await show(owner, "#settings/integrations/json");
  await page.getByRole("radio", { name: "One of my bots" }).check();
  const key = page.getByRole("textbox", { name: "API key of the bot" });
  await key.fill("0123456789abcdef0123456789abcdef");
  await page.getByRole("combobox", { name: "Bot", exact: true }).selectOption("Winch");
  await expect.poll(() => key.inputValue()).toBe("");
});

test("a new bot's key is shown even if the event about the bot doesn't arrive", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#settings/your-bots" });
  const { page } = visit;
  await holdRequests(page, "GET", /\/json\/events\b/);
  // Nothing connects this socket to the server's.
  await page.routeWebSocket(/\/json\/events\/stream/, () => {});
  await page.reload();
  await page.getByRole("button", { name: "New bot" }).click();
  const dialog = page.getByRole("dialog", { name: "New bot" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Crane");
  await dialog.getByRole("button", { name: "Create bot" }).click();
  const secrets = page.getByRole("alertdialog", { name: "API key of Crane" });
  const key = await secrets.getByRole("textbox", { name: "API key" }).inputValue();
  expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
});

test("the reason for refusing a text disappears when Escape restores the saved text", async ({
  crew: { owner },
  show,
}) => {
  const visit = await show(owner, "#settings/profile");
  visit.expects(/status of 400/);
  const { page } = visit;
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("a*b");
  await name.press("Enter");
  await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
  await name.press("Escape");
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe(null);
});

test("the last owner cannot leave, but any other user can", async ({ crew: { owner, omar }, show }) => {
  const visit = await show(owner, "#settings/account-and-privacy");
  visit.expects(/400/);
  const { page } = visit;
  const leave = async (on: Page) => {
    await on.getByRole("button", { name: "Deactivate my account" }).click();
    await on.getByRole("alertdialog").getByRole("button", { name: "Deactivate my account" }).click();
  };
  await leave(page);
  await page.getByText(/only .*owner/i).waitFor();
  const other = await show(omar, "#settings/account-and-privacy");
  // Requests that are still under way are then refused.
  other.expects(/401/);
  await leave(other.page);
  await other.page.waitForURL(/\/login\//);
});

test("a second click on a button that is revoking an API key sends no second request", async ({
  crew: { owner },
  show,
}) => {
  const { page } = await show(owner, "#settings/devices");
  // A busy button has another name.
  const revoke = await page.getByRole("button", { name: "Revoke", exact: true }).elementHandle();
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "DELETE" && asked.push(request.url()));
  const held = await holdRequests(page, "DELETE", /\/users\/me\/api_keys\/\d+$/);
  await revoke?.click();
  await held.made;
  await revoke?.dispatchEvent("click");
  held.release();
  await page.getByText("No apps or API keys").waitFor();
  expect(asked).toHaveLength(1);
});
