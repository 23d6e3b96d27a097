import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { holdRequests } from "./support/hold-requests.ts";
import { generalOf, say } from "./support/messages.ts";
import { test } from "./support/shared-page.ts";

/** Waits until the page can be used: before its script runs, it has a heading but no buttons. */
const ready = (page: Page) =>
  page
    .getByRole("navigation")
    .getByRole("link", { name: /^Inbox/ })
    .waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

test("a menu is opened, navigated and closed by keyboard, and returns the focus", async ({ crew: { owner }, show }) => {
  const visit = await show(owner, "#inbox");
  const { page } = visit;
  const button = page.getByRole("navigation").locator("button[aria-haspopup=menu]").first();
  await button.focus();
  const name = await focused(page);
  await page.keyboard.press("Enter");
  const items = page.getByRole("menu").locator("[role^=menuitem]");
  await items.first().waitFor();
  const texts = await items.allTextContents();
  const at = async () => texts.indexOf((await page.evaluate(() => document.activeElement?.textContent)) ?? "");
  await expect.poll(at).toBe(0);
  await page.keyboard.press("ArrowUp");
  await expect.poll(at).toBe(texts.length - 1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("d");
  await expect.poll(at).toBe(texts.findIndex((text, index) => index > 0 && /^d/i.test(text)));
  expect(await visit.accessProblems()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe(name);
});

test("a dialog returns the focus to the pane, dialog or text it was opened from, and the caret to its place", async ({
  crew: { owner },
  show,
}) => {
  await owner.ok(owner.post("/saved_snippets", { title: "Greeting", content: "Hello" }));
  const { subscriptions } = await owner.ok(owner.get("/users/me/subscriptions"));
  const [{ stream_id, name }] = subscriptions;
  const { page } = await show(owner, `#narrow/channel/${stream_id}-${name}`);
  const hasFocus = (one: Locator) =>
    expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);
  await ready(page);
  await page.keyboard.press("l");
  const add = page.getByRole("complementary", { name: "Details" }).getByRole("button", { name: "Add people" });
  const people = page.getByRole("dialog", { name: "Add people" });
  for (const end of ["Escape", "Cancel", "Close"]) {
    await add.press("Enter");
    await people.waitFor();
    if (end === "Escape") await page.keyboard.press(end);
    else await people.getByRole("button", { name: end, exact: true }).click();
    await people.waitFor({ state: "detached" });
    await hasFocus(add);
  }

  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.fill("before after");
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
  await page.keyboard.press("Control+'");
  const snippets = page.getByRole("dialog", { name: "Saved snippets" });
  const remove = snippets.getByRole("button", { name: "Delete: Greeting" });
  await remove.press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await hasFocus(remove);
  await page.keyboard.press("Escape");
  await snippets.waitFor({ state: "detached" });
  await hasFocus(text);
  await page.keyboard.type(" and");
  expect(await text.inputValue()).toBe("before and after");
});

test("a toast keeps the focus when another toast appears, and returns it to the page when the toast is replaced", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("crane", [owner, omar]);
  await owner.ok(owner.post("/mark_all_as_read"));
  const visit = await open(owner, { at: "/help/connect" });
  const { page } = visit;
  const later = await holdRequests(page, "GET", /\/soon\.[^/]*\.js$/);
  await visit.go("/");
  await ready(page);
  const navigation = page.getByRole("navigation");
  const inbox = navigation.getByRole("link", { name: /^Inbox/ });
  /** Presses a key on the page without moving the focus. */
  const press = (key: string) =>
    page.evaluate((key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), key);
  const closeOf = (text: string) => page.locator(".toast", { hasText: text }).getByRole("button", { name: "Close" });
  const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
  const [read, none] = [closeOf("You're all caught up"), closeOf("No more unread direct messages")];
  await inbox.focus();
  // The script that follows the focus is loaded later.
  later.release();
  await press("n");
  await read.focus();
  await omar.ok(omar.post("/messages", { type: "channel", to: channel, topic: "load", content: "It hangs." }));
  await navigation.getByRole("link", { name: /^crane.*1 unread/ }).waitFor();
  await press("p");
  await none.waitFor();
  expect(await hasFocus(read)).toBe(true);

  await none.focus();
  await press("p");
  await expect.poll(() => hasFocus(inbox)).toBe(true);
  await none.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => hasFocus(inbox)).toBe(true);
});

test("text typed and corrected before the search has loaded appears in its field", async ({ owner, open }) => {
  const visit = await open(owner, { at: "/help/connect" });
  const { page } = visit;
  const later = await holdRequests(page, "GET", /\/soon\.[^/]*\.js$/);
  await visit.go("/");
  await ready(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lunsch");
  for (const key of ["Backspace", "Backspace", "Backspace", "c", "h"]) await page.keyboard.press(key);
  later.release();
  await expect.poll(() => page.getByRole("dialog").getByRole("combobox").inputValue()).toBe("lunch");
});

test("[accessibility 1.4.13] a button's tooltip appears on keyboard focus, and Esc hides it", async ({
  crew: { owner },
  show,
}) => {
  const { page } = await show(owner, "#inbox");
  const tooltip = page.locator(".tooltip");
  await page.getByRole("navigation").locator("button[data-tip]").first().focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await tooltip.waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  await tooltip.waitFor({ state: "hidden" });
});

test("[accessibility 3.1.1] the page is shown in German, or from right to left, as configured", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "/?language=de" });
  const { page } = visit;
  await page.getByRole("heading", { level: 1, name: "Eingang" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");

  await visit.go("/?language=ar-XB");
  // Text that isn't reversed would be hard-coded in a view.
  await page.getByRole("heading", { level: 1, name: /^\u202e/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  const [nav, main] = await Promise.all(
    ["navigation", "main"].map((role) =>
      page
        .getByRole(role as "main")
        .first()
        .boundingBox(),
    ),
  );
  expect(nav?.x).toBeGreaterThan(main?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("formulas are left to right in a right-to-left page", async ({ owner, open }) => {
  const content = "ناتج القسمة: $$a = b$$\n\n```math\na = b\n```";
  const general = await generalOf(owner);
  await say(owner, general, "formula", content);
  const { page } = await open(owner, { at: `/?language=ar#narrow/channel/${general}/topic/formula` });
  for (const formula of [page.locator(".katex-html").first(), page.locator(".katex-display .katex-html")]) {
    // Both at once, because the page may still be moving.
    const [a = Number.NaN, b = Number.NaN] = await formula.evaluate((element) => {
      const leaves = [...element.querySelectorAll("*")].filter(({ childElementCount }) => childElementCount === 0);
      return ["a", "b"].map(
        (name) => leaves.find(({ textContent }) => textContent === name)?.getBoundingClientRect().x,
      );
    });
    expect(a).toBeLessThan(b);
  }
});

test("with forced colors, a formula's letters are visible and of one color, even below an accent", async ({
  owner,
  open,
}) => {
  const content = "$$\\hat r \\textcolor{#eee}{x}$$";
  const general = await generalOf(owner);
  await say(owner, general, "formula", content);
  const { page } = await open(owner, { at: `#narrow/channel/${general}/topic/formula`, forcedColors: true });
  const letter = page.locator(".katex .accent .mathnormal");
  await letter.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const { x, y, width, height } = (await letter.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The accent is in the upper half.
  const shot = await page.screenshot({ clip: { x, y: y + height / 2, width, height: height / 3 } });
  const contrast = await page.evaluate(
    async (png) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(png)]));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      const greens = context?.getImageData(0, 0, image.width, image.height).data.filter((_, at) => at % 4 === 1) ?? [];
      return Math.max(...greens) - Math.min(...greens);
    },
    [...shot],
  );
  expect(contrast).toBeGreaterThan(100);
  const colors = page.locator(".katex .mathnormal").evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(new Set(await colors).size).toBe(1);
});

test("keys move through the channels, and from a topic to its channel and back", async ({ crew: { owner }, show }) => {
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: [{ name: "operations" }] }));
  const { subscriptions } = await owner.ok(owner.get("/users/me/subscriptions"));
  const [first, second] = [...subscriptions].sort((one, other) => one.name.localeCompare(other.name));
  await owner.ok(owner.post("/messages", { type: "channel", to: first.stream_id, topic: "lunch", content: "hello" }));
  const { page } = await show(owner, "#inbox");
  const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  await ready(page);
  await page.getByRole("link", { name: "operations" }).waitFor();
  await page.keyboard.press("Shift+D");
  await title(first.name);
  await page.keyboard.press("Shift+D");
  await title(second.name);
  await page.keyboard.press("Shift+A");
  await title(first.name);
  await page.keyboard.press("Shift+S");
  await page.getByRole("article").getByText("hello").waitFor();
  await page.keyboard.press("s");
  await title("lunch");
  await page.getByRole("article").getByText("hello").waitFor();
  await page.keyboard.press("s");
  await title(first.name);
  await page.keyboard.press("g");
  await page.getByRole("menu", { name: "Your account" }).waitFor();
});

test("the list of shortcuts fits on a phone in every language", async ({ owner, open }) => {
  const { page } = await open(owner, { size: "phone", at: "#inbox" });
  const beyond: Record<string, number> = {};
  for (const language of ["de", "fr", "es", "ja", "ar", "en"]) {
    await page.goto(`/?language=${language}#inbox`);
    await page.locator(".shell h1").waitFor();
    await page.keyboard.press("?");
    await page.locator(".keys-row").last().waitFor();
    beyond[language] = await page
      .locator("dialog .dialog-body")
      .evaluate((element) => element.scrollWidth - element.clientWidth);
  }
  expect(beyond).toEqual({ de: 0, fr: 0, es: 0, ja: 0, ar: 0, en: 0 });
});

test("a form isn't sent until a name typed in it is chosen from the list", async ({ crew: { owner }, show }) => {
  const [quay, pier] = [await owner.channel("quay", [owner]), await owner.channel("pier", [owner])];
  const { id } = await owner.ok(
    owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "hello" }),
  );
  const { page } = await show(owner, `#narrow/channel/${quay}/topic/crane/near/${id}`);
  await page.getByRole("article").filter({ hasText: "hello" }).click();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Topic", { exact: true }).fill("jib");
  const channel = dialog.getByRole("combobox", { name: "Channel" });
  await channel.fill("pier");
  const move = dialog.getByRole("button", { name: "Move messages" });
  await move.click();
  // The press leads back to the field and its list.
  await expect.poll(() => channel.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await move.click();
  await dialog.waitFor({ state: "detached" });
  const moved = async () => {
    const { message } = await owner.ok(owner.get(`/messages/${id}`));
    return [message.stream_id, message.subject];
  };
  await expect.poll(moved).toEqual([pier, "jib"]);
});
