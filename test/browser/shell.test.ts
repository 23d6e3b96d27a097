import { expect } from "vitest";
import { test } from "./support/shared-page.ts";

test("the client opens without errors and passes axe, with channel icons and underlined focused headings", async ({
  owner,
  open,
}) => {
  const channel = await owner.channel("quay", [owner]);
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await navigation.waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  const sign = navigation.locator(".channel-mark").first();
  await sign.waitFor();
  const { background, color } = await sign.evaluate((one) => {
    const style = getComputedStyle(one);
    return { background: style.backgroundColor, color: style.getPropertyValue("--channel") };
  });
  expect(color).toMatch(/^#/);
  expect(background).toMatch(/0\.16\)$/);

  // The outline is around the text only, so that nothing covers the channel above it.
  await page.keyboard.press("Shift");
  await page.evaluate((to) => {
    location.hash = `#narrow/channel/${to}-quay/topic/crane`;
  }, channel);
  const heading = page.locator("h1:focus-visible", { hasText: "crane" });
  await heading.waitFor();
  const look = await heading.evaluate((one) => {
    const { outlineStyle, textDecorationLine } = getComputedStyle(one);
    return { outlineStyle, textDecorationLine, width: one.getBoundingClientRect().width };
  });
  expect(look).toMatchObject({ outlineStyle: "none", textDecorationLine: "underline" });
  expect(look.width).toBeLessThan(100);

  visit.expects(/400 \(Bad Request\)/);
  await visit.go("#narrow/dm/987654");
  await page.getByRole("main").getByText("Person not found").waitFor();
  await page.getByRole("textbox", { name: /^Message/ }).waitFor({ state: "detached" });
});

test("the page is painted in the chosen theme before the client runs", async ({ owner, open }) => {
  const visit = await open(owner);
  const { page, context } = visit;
  await page.evaluate(() => localStorage.setItem("look", '{"theme":"dark","lang":"de"}'));
  await context.route("**/w/main.*.js", (route) => route.abort());
  visit.expects(/ERR_FAILED .*\/w\/main\./);
  await page.reload();
  await page.getByRole("heading", { name: "Parley", level: 1 }).waitFor();
  const { theme, lang } = await page.evaluate(() => ({
    theme: document.documentElement.dataset["theme"],
    lang: document.documentElement.lang,
  }));
  expect({ theme, lang }).toEqual({ theme: "dark", lang: "de" });
  expect(await page.locator(".opening-nav").boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 });
  const painted = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
  await expect.poll(painted).toBe(1);
  expect(await visit.accessProblems()).toEqual([]);
});

test("the page explains how other clients connect if scripts are disabled", async ({
  browser,
  server,
  onTestFinished,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("link", { name: "Other clients" }).click();
  await page.getByRole("heading", { name: "Connect" }).waitFor();
});

test("the back button closes overlays first on a phone, and the bottom bar works everywhere", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: "#inbox", size: "phone", touch: true });
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await page.getByRole("button", { name: "Channels", exact: true }).tap();
  await navigation.waitFor();
  await page.keyboard.press("Escape");
  await navigation.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Channels", exact: true }).tap();
  await page.locator(".nav-me").tap();
  await page.getByRole("menuitem", { name: "Your profile" }).tap();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.waitFor();
  await page.getByRole("button", { name: "Inbox" }).tap();
  await details.waitFor({ state: "hidden" });
  await navigation.waitFor({ state: "hidden" });
});

test("a phone's bottom bar starts new messages, and leads to the user's account", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", size: { width: 320, height: 640 }, touch: true });
  const { page } = visit;
  const bar = page.getByRole("navigation", { name: "Sections" });
  await bar.getByRole("button", { name: "You" }).tap();
  await page.getByRole("menuitem", { name: "Settings" }).waitFor();
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "New", exact: true }).tap();
  await page.getByRole("menuitem", { name: "New direct message" }).waitFor();
  await page.getByRole("menuitem", { name: "Start a new topic" }).tap();
  await page.getByRole("combobox", { name: "Topic" }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const cut = await page
    .locator(".shell-tab")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  expect(cut).toEqual([]);
});

test("the subscriber list of a channel updates when members join and leave", async ({
  crew: { owner, omar },
  show,
}) => {
  const iris = await owner.invite("Iris");
  const crane = await owner.channel("crane", [owner, iris]);
  const { page } = await show(owner, `#narrow/channel/${crane}-crane/topic/brakes`);
  await page.getByRole("button", { name: "In this conversation" }).click();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByText(/^Iris/).first().waitFor();
  const change = { subscriptions: [{ name: "crane" }], principals: [omar.id] };
  await owner.ok(owner.post("/users/me/subscriptions", change));
  await details.getByText(/^Omar/).first().waitFor();
  await omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["crane"] }));
  await details.getByText(/^Omar/).first().waitFor({ state: "detached" });
});

test("an error is shown if the browser doesn't let the page copy a text", async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(owner.post("/messages", { type: "stream", to: crane, topic: "hoist", content: "```\nhoist()\n```" }));
  const { page } = await open(owner, { at: `#narrow/channel/${crane}-crane` });
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText("Something went wrong.").waitFor();
  await page.locator(".toast").getByRole("button", { name: "Close" }).click();
  await page.getByText("Something went wrong.").waitFor({ state: "detached" });
  await page.locator(".place-tools").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await page.getByText("Something went wrong.").waitFor();
});

test("logging out while the server can't be reached shows an error in the user's language", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  visit.expects(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.context().setOffline(true);
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alert").filter({ hasText: "Can't reach the server." }).waitFor();
});

test("the topic of a linked message is selected in the navigation, and the rename dialog applies to the whole topic", async ({
  crew: { owner },
  show,
}) => {
  const crane = await owner.channel("winch", [owner]);
  const say = async (topic: string, content: string): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic, content }))).id;
  const linked = await say("brakes", "They squeak.");
  await say("brakes", "They do.");
  await say("hook", "It holds.");
  const { page } = await show(owner, `#narrow/channel/${crane}-winch/topic/brakes/near/${linked}`);
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak.").waitFor();
  const here = navigation.locator('[aria-current="page"]');
  await expect.poll(() => here.allInnerTexts()).toEqual(["brakes"]);

  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^Rename or move/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Rename or move/ });
  const topic = dialog.getByRole("combobox", { name: "Topic" });
  await topic.waitFor();
  expect(await dialog.getByText("Only this message").count()).toBe(0);
  await dialog.getByRole("button", { name: "Rename topic" }).waitFor();
  await expect
    .poll(() => dialog.locator("datalist option").evaluateAll((all) => all.map((one) => one.getAttribute("value"))))
    .toContain("hook");
  await topic.fill("left brake");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "left brake" }).waitFor();
  await expect.poll(() => here.allInnerTexts()).toEqual(["left brake"]);
});

test("the menu of a private channel offers to join only to administrators whom the server lets join", async ({
  crew: { owner },
  show,
}) => {
  const ben = await owner.invite("Ben");
  const vault = await ben.channel("vault", [ben], { invite_only: true });
  const visit = await show(owner, `#narrow/channel/${vault}-vault`);
  visit.expects(/400/);
  const { page } = visit;
  const menu = async () => {
    await page.locator(".place-tools").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Copy link" }).waitFor();
    const labels = await page.getByRole("menuitem").allInnerTexts();
    await page.keyboard.press("Escape");
    return labels;
  };
  expect(await menu()).not.toContain("Join");
  const { realm_user_groups } = await ben.ok(ben.post("/register", { fetch_event_types: ["realm_user_groups"] }));
  const { id } = realm_user_groups.find(({ name }: { readonly name: string }) => name === "role:owners");
  await ben.ok(ben.patch(`/streams/${vault}`, { can_subscribe_group: { new: id } }));
  await expect.poll(menu).toContain("Join");
});

test("the client offers to be installed once, after the first message", async ({ owner, open }) => {
  const channel = await owner.channel("quay", [owner]);
  const visit = await open(owner, { at: `#narrow/channel/${channel}-quay/topic/tides` });
  const { page } = visit;
  const prompts = await page.evaluateHandle(() => {
    const asked = { times: 0 };
    const prompt = async () => {
      asked.times += 1;
    };
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
    return asked;
  });
  const offer = page.getByRole("complementary", { name: /^Install org\d+ as an app with its own window\?$/ });
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.waitFor();
  expect(await offer.count()).toBe(0);
  await text.fill("High at six.");
  await page.keyboard.press("Control+Enter");
  await offer.waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await offer.getByRole("button", { name: "Install" }).click();
  await offer.waitFor({ state: "detached" });
  expect(await prompts.evaluate(({ times }) => times)).toBe(1);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "About" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Install app" }).count()).toBe(0);
});

test("an iPhone shows in three steps how to add the client to the home screen", async ({ owner, open }) => {
  const channel = await owner.channel("quay", [owner]);
  const visit = await open(owner, { size: "phone", touch: true });
  const { page } = visit;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", {
      get: () => "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)",
    });
  });
  await page.reload();
  await visit.go(`#narrow/channel/${channel}-quay/topic/tides`);
  await page.getByRole("textbox", { name: /^Message/ }).fill("High at six.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Show how" }).click();
  const guide = page.getByRole("dialog", { name: /^Add org\d+ to your home screen$/ });
  await guide.waitFor();
  expect(await guide.getByRole("listitem").count()).toBe(3);
  expect(await visit.accessProblems()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("button", { name: "Show how" }).count()).toBe(0);
});
