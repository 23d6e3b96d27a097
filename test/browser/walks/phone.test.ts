import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { screens } from "../pictures/screens.ts";
import { AHEAD_MS } from "../support/believable/harbour.ts";
import { test } from "../support/browser-test.ts";
import { Finger } from "../support/finger.ts";
import { contentsOf } from "../support/messages.ts";
import { CHEAP, canBeLeft, leave, show, tabOf } from "../support/show-screen.ts";
import { SIZES } from "../support/visit.ts";
import { conversationFor } from "./key-walk.ts";

/** Touch targets smaller than 44 pixels in either direction. */
const smallIn = (within: Locator): Promise<string[]> =>
  within.evaluateAll((parts) =>
    parts
      .flatMap((part) => [...part.querySelectorAll<HTMLElement>("button, a, input, [role=button]")])
      .flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const isShown = one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
        const isSmall = Math.min(width, height) < 43.5;
        const name = one.getAttribute("aria-label") ?? one.innerText;
        return isShown && isSmall ? `${name}: ${Math.round(width)} × ${Math.round(height)}` : [];
      }),
  );

/** Elements beyond the edge of the page, where they can't be scrolled to. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) return [`the page is ${scrollWidth} px wide`];
    const isScrolled = (one: Element | null): boolean =>
      one !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || isScrolled(one.parentElement));
    return [...document.querySelectorAll("body *")].flatMap((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      const isOut = width > 0 && (right > clientWidth + 1 || left < -1);
      return isOut && one.checkVisibility() && !isScrolled(one.parentElement)
        ? `${one.tagName}.${one.className}: ${Math.round(left)} to ${Math.round(right)}`
        : [];
    });
  });

test("a user logs in on a phone, finds unread messages through the bottom bar, and reads them by touch", async ({
  owner,
  open,
}) => {
  const [iris, omar] = [await owner.invite("Iris"), await owner.invite("Omar")];
  const crane = await owner.channel("crane", [iris, omar]);
  const say = (content: string) =>
    omar.ok(omar.post("/messages", { type: "channel", to: crane, topic: "brakes", content }));
  for (let number = 1; number <= 20; number++) await say(`They squeak: ${number}`);
  const visit = await open(undefined, { at: "/login/", host: iris.host, size: "phone", touch: true });
  visit.expects(/401/);
  const { page } = visit;
  const finger = await Finger.on(page);
  const main = page.getByRole("main");
  const feed = page.getByRole("feed", { name: "Messages" });
  const tabs = page.locator(".shell-tabs");

  await page.getByRole("textbox", { name: "Email" }).tap();
  await page.keyboard.type(iris.email);
  await page.getByRole("textbox", { name: "Password" }).tap();
  await page.keyboard.type(PASSWORD);
  expect(await smallIn(page.locator("body"))).toEqual([]);
  await page.getByRole("button", { name: "Log in" }).tap();

  // The inbox, the bottom bar, and the views behind its buttons.
  await main.getByRole("link", { name: /^brakes/ }).waitFor();
  expect(await smallIn(tabs)).toEqual([]);
  await tabs.getByRole("button", { name: "Channels" }).tap();
  const nav = page.getByRole("navigation", { name: "Navigation" });
  await nav.getByRole("link", { name: /^crane/ }).waitFor();
  expect(await smallIn(nav)).toEqual([]);
  expect(await beyond(page)).toEqual([]);
  await tabs.getByRole("button", { name: "Inbox" }).tap();
  await main.getByRole("link", { name: /^brakes/ }).tap();

  // Drags to the end. Messages that were visible are read.
  await feed.getByText("They squeak: 1", { exact: true }).waitFor();
  const last = feed.getByText("They squeak: 20", { exact: true });
  const isSeen = () =>
    last
      .evaluate((one) => {
        const window = one.closest(".feed-viewport")?.getBoundingClientRect();
        return window !== undefined && one.getBoundingClientRect().bottom <= window.bottom;
      })
      .catch(() => false);
  await expect
    .poll(async () => {
      await finger.drag(main, { x: 0, y: -250 });
      return isSeen();
    })
    .toBe(true);
  const isRead = async () => {
    const narrow = [["topic", "brakes"]];
    const page = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }));
    return page.messages[0].flags.includes("read");
  };
  await expect.poll(isRead).toBe(true);
  expect(await smallIn(page.locator(".place-back, .place-tools"))).toEqual([]);
});

test("a long press on a message opens a menu on a phone, and all of its actions work", async ({ owner, open }) => {
  const { quay } = await conversationFor(owner);
  const address = `#narrow/channel/${quay}-quay/topic/crane`;
  const visit = await open(owner, { at: address, size: "phone", touch: true });
  const { page } = visit;
  const finger = await Finger.on(page);
  const feed = page.getByRole("feed", { name: "Messages" });
  const asked = feed.getByText("Who takes the spare part?", { exact: true });
  const menu = page.getByRole("menu", { name: "Message actions" });
  const choose = async (message: Locator, name: string) => {
    await finger.rest(message);
    await menu.waitFor();
    await finger.lift();
    await menu.getByRole("menuitem", { name, exact: true }).tap();
    await menu.waitFor({ state: "detached" });
  };
  await asked.waitFor();
  expect(await smallIn(page.locator(".place-bar"))).toEqual([]);

  // An image is zoomed with two fingers, which may be beside it.
  await feed.getByRole("img", { name: "Image: crane.png" }).tap();
  const picture = page.getByRole("dialog", { name: "Image: crane.png" });
  await picture.waitFor();
  expect(await smallIn(picture)).toEqual([]);
  await finger.pinch(picture.locator(".lightbox-stage img"), "y");
  await finger.spread(picture.locator(".lightbox-stage img"));
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5);
  await finger.pinch(picture.locator(".lightbox-stage img"));
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(1);
  await page.keyboard.press("Escape");
  await picture.waitFor({ state: "detached" });

  // The menu opens from the bottom, as wide as the screen, and stays when the finger is lifted. Scrolling opens none.
  await finger.rest(asked);
  await menu.waitFor();
  await finger.lift();
  expect(await menu.boundingBox()).toMatchObject({ x: 0, width: 360 });
  expect(await menu.evaluate((one) => Math.round(innerHeight - one.getBoundingClientRect().bottom))).toBe(0);
  expect(await smallIn(menu)).toEqual([]);
  expect(await beyond(page)).toEqual([]);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  // The system's back gesture closes it.
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });

  // A reply: the keyboard opens, and the end of the feed stays visible.
  await choose(asked, "Reply");
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.waitFor();
  await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 360, height: 400 });
  const own = feed.getByText("My own words", { exact: true });
  const isAboveComposer = () =>
    own.evaluate((one) => {
      const composer = document.querySelector(".composer")?.getBoundingClientRect();
      const window = one.closest(".feed-viewport")?.getBoundingClientRect();
      const { bottom, top } = one.getBoundingClientRect();
      return composer !== undefined && window !== undefined && bottom <= composer.top && top >= window.top;
    });
  await expect.poll(isAboveComposer).toBe(true);
  expect(await smallIn(page.locator(".composer"))).toEqual([]);
  await page.keyboard.type("I do");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  const reply = feed.getByText("I do", { exact: true });
  await reply.waitFor();
  await page.setViewportSize(SIZES.phone);

  // A tap shows the toolbar, which covers none of the message's own words.
  await reply.tap();
  const toolbar = page.getByRole("toolbar", { name: "Message actions" });
  await toolbar.waitFor();
  const end = await toolbar.evaluate((one) => one.getBoundingClientRect().bottom);
  expect(end).toBeLessThan((await reply.evaluate((one) => one.getBoundingClientRect().top)) + 4);

  await choose(asked, "Add reaction");
  const picker = page.getByRole("dialog").filter({ has: page.getByRole("listbox") });
  await picker.getByRole("combobox").fill("tada");
  await picker.getByRole("option", { name: "tada", exact: true }).first().tap();
  await feed.getByRole("button", { pressed: true }).waitFor();

  // A tap hits its target even though the composer shrinks when it loses the focus.
  await text.tap();
  await feed.getByRole("img", { name: "Image: crane.png" }).tap();
  await picture.waitFor();
  await page.keyboard.press("Escape");
  await picture.waitFor({ state: "detached" });
});

test("[accessibility 2.5.1] a phone user searches, navigates back, changes settings, keeps drafts and moves messages", async ({
  owner,
  open,
}) => {
  const { quay } = await conversationFor(owner);
  const address = `#narrow/channel/${quay}-quay/topic/crane`;
  const visit = await open(owner, { at: "#inbox", size: "phone", touch: true });
  const { page } = visit;
  const finger = await Finger.on(page);
  const feed = page.getByRole("feed", { name: "Messages" });
  const tabs = page.locator(".shell-tabs");
  const main = page.getByRole("main");
  const nav = page.getByRole("navigation", { name: "Navigation" });

  // The system's back gesture closes overlays, without leaving the view.
  await tabs.getByRole("button", { name: "Channels" }).tap();
  await nav.getByRole("link", { name: /^quay/ }).waitFor();
  await page.keyboard.press("Escape");
  await nav.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).hash).toBe("#inbox");

  await tabs.getByRole("button", { name: "Search" }).tap();
  const palette = page.getByRole("dialog", { name: "Jump or search" });
  await palette.getByRole("combobox").fill("spare");
  await palette.getByRole("option", { name: /spare/ }).first().tap();
  await feed.getByText(/the spare part/).waitFor();
  expect(await smallIn(page.locator(".place-bar"))).toEqual([]);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^(#inbox)?$/);

  await tabs.getByRole("button", { name: "Channels" }).tap();
  await nav.getByRole("button", { name: "Your account" }).tap();
  await page.getByRole("menuitem", { name: "Settings" }).tap();
  await main.getByRole("heading", { level: 1 }).waitFor();
  expect(await beyond(page)).toEqual([]);
  await page.goBack();

  // Unsent text becomes a draft.
  await page.goto(address);
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.tap();
  await page.keyboard.type("Not yet said");
  await page.getByRole("button", { name: "Back" }).tap();
  await page.goto("#drafts");
  await main.getByText("Not yet said").waitFor();
  await page.goBack();

  // A message is moved from its menu.
  await page.goto(address);
  await finger.rest(feed.getByText("My own words", { exact: true }));
  const menu = page.getByRole("menu", { name: "Message actions" });
  await menu.waitFor();
  await finger.lift();
  await menu.getByRole("menuitem", { name: "Move messages" }).tap();
  const dialog = page.getByRole("dialog", { name: "Move messages" });
  await dialog.getByRole("combobox", { name: "Topic" }).fill("words");
  await dialog.getByRole("button", { name: "Move messages" }).tap();
  await expect.poll(() => contentsOf(owner, ["channel", quay], ["topic", "words"])).toHaveLength(1);
});

test("pressing a button works even if the bottom bar reappears when a field loses the focus", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  for (const touch of [true, false]) {
    const at = `#board/channel/${crane}-crane`;
    const { page } = await open(owner, { at, size: { width: 320, height: 480 }, touch });
    await page.getByRole("button", { name: /^(Write|Edit) page$/ }).click();
    const text = page.getByRole("textbox", { name: "Text of the page" });
    await text.fill(touch ? "They squeak." : "They did.");
    await page.locator(".shell-tabs").waitFor({ state: "hidden" });
    const save = page.getByRole("button", { name: "Save" });
    // Where the bar returns.
    await save.evaluate((button) => button.scrollIntoView({ block: "end" }));
    if (touch) await save.tap();
    else await save.click();
    await text.waitFor({ state: "detached" });
    await page.locator(".shell-tabs").waitFor();
  }
});

test("[accessibility 1.4.10] no screen is wider than 320 pixels", { tags: "nightly" }, async ({ open, harbour }) => {
  const size = { width: 320, height: 640 };
  const { iris } = harbour.people;
  const visit = await open(iris, { at: CHEAP, size, touch: true, aheadMs: AHEAD_MS });
  // The refusal of a change to a page that others have changed.
  visit.expects(/400.*\/page\)/);
  const walked = await tabOf(visit);
  const found: Record<string, string[]> = {};
  for (const screen of screens) {
    if (screen.of !== undefined) continue;
    const isLeft = canBeLeft(screen, harbour);
    const tab = isLeft ? walked : await tabOf(visit);
    await show(tab, screen, harbour);
    const out = await beyond(tab.page);
    if (out.length > 0) found[screen.name] = out;
    if (!isLeft) await tab.page.close();
    else if (screen.act !== undefined) await leave(tab);
  }
  expect(found).toEqual({});
});

test("[accessibility 1.4.4, 1.4.10] at 400% zoom, messages can be read below a notice, and can be written", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const crane = await owner.channel("crane", [owner, omar]);
  const said = { type: "channel", to: crane, topic: "brakes", content: "They squeak." };
  const { id } = await omar.ok(omar.post("/messages", said));
  // A window of 1280 × 1024 pixels.
  const visit = await open(owner, { at: "/help/connect", size: { width: 320, height: 256 }, scale: 4 });
  await visit.context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  });
  await visit.go(`#narrow/channel/${crane}-crane/topic/brakes`);
  const { page } = visit;
  const viewport = page.locator(".feed-viewport");
  const height = () => viewport.evaluate((view) => view.clientHeight);
  await page.getByRole("complementary", { name: /notif|direct messages/i }).waitFor();
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak.").waitFor();
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.waitFor();
  await expect.poll(height).toBeGreaterThan(64);
  await expect
    .poll(() => page.getByText("They squeak.").evaluate((one) => one.getBoundingClientRect().top))
    .toBeLessThan(170);
  visit.expects(/ERR_INTERNET_DISCONNECTED/);
  await visit.context.setOffline(true);
  await page
    .getByRole("status")
    .getByText(/offline/i)
    .waitFor();
  await expect.poll(height).toBeGreaterThan(64);
  expect(await beyond(page)).toEqual([]);
  await text.click();
  await page.keyboard.type("They do.");
  await expect.poll(height).toBeGreaterThan(64);
  // Leaving the composer by key returns its space to the messages, even with unsent text.
  await page.keyboard.press("Escape");
  await expect.poll(height).toBeGreaterThan(64);
  expect(await text.inputValue()).toBe("They do.");
  // A notice about the topic leaves enough space too.
  await visit.context.setOffline(false);
  const resolved = { topic: "✔ brakes", propagate_mode: "change_all", send_notification_to_new_thread: false };
  await owner.ok(owner.patch(`/messages/${id}`, resolved));
  await text.focus();
  await page.getByText("This topic is marked as resolved.").waitFor();
  await page
    .getByRole("status")
    .getByText(/offline/i)
    .waitFor({ state: "detached" });
  await expect.poll(height).toBeGreaterThan(40);
});
