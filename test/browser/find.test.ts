import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/shared-page.ts";
import type { Look, Visit } from "./support/visit.ts";

/** Creates a channel with a message in each topic. They are the owner's own, but unread. */
async function channelWith(owner: Person, name: string, topics: readonly string[]): Promise<number> {
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: [{ name }] }));
  const { stream_id } = await owner.ok(owner.get("/get_stream_id", { stream: name }));
  const { user_id: sender } = await owner.ok(owner.get("/users/me"));
  const messages = topics.map((topic) => ({ sender, to: stream_id, topic, content: `what is said about ${topic}` }));
  await owner.ok(owner.post("/testing/messages", { messages, read_by_sender: false }));
  return stream_id;
}

const say = (owner: Person, to: number, topic: string, content: string) =>
  owner.ok(owner.post("/messages", { type: "channel", to, topic, content, read_by_sender: false }));

const problemsOf = (visit: Pick<Visit, "accessProblems">) => visit.accessProblems();

/** Waits until the page is idle, when it listens to keys. */
const rest = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

const options = (page: Page) => page.getByRole("option");
const titles = async (page: Page) => (await page.getByRole("heading", { level: 1 }).textContent())?.trim();

test("[accessibility 2.4.5] the palette finds topics and views by name, and suggests the last visited one", async ({
  owner,
  open,
}) => {
  await channelWith(owner, "harbour", ["crane repairs", "lunch", "opening hours"]);
  const visit = await open(owner);
  const { page } = visit;
  await page.getByRole("region", { name: "harbour" }).waitFor();
  await rest(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Jump or search" });
  const field = dialog.getByRole("combobox");
  await options(page).first().waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await field.fill("har cra");
  await options(page).filter({ hasText: "crane repairs" }).waitFor();
  expect(await options(page).first().getAttribute("aria-selected")).toBe("true");
  expect(await problemsOf(visit)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("article").first().waitFor();
  await expect.poll(() => titles(page)).toBe("crane repairs");
  await dialog.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await field.fill("/inbox");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toBe("Inbox");
  await page.keyboard.press("Control+k");
  await expect.poll(() => options(page).first().textContent()).toContain("crane repairs");
  await field.fill("#");
  await expect.poll(() => options(page).filter({ hasText: "Go to" }).count()).toBe(0);
  await field.fill("said about");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").nth(2).waitFor();
  await expect.poll(() => titles(page)).toBe("Search: “said about”");
});

test("the palette shows messages with the typed words, even when the server doesn't answer", async ({
  crew: { owner },
  show,
}) => {
  const id = await channelWith(owner, "wharf", ["crane repairs"]);
  const long = `${"The report of the week is long. ".repeat(20)} The bollard is loose`;
  for (const content of ["The bollard is painted", long]) await say(owner, id, "inspections", content);
  await say(owner, id, "lunch", "soup");
  const visit = await show(owner, `#narrow/channel/${id}-wharf/topic/inspections`);
  const { page } = visit;
  await page.getByText("is painted").waitFor();
  await rest(page);
  const field = page.getByRole("dialog", { name: "Jump or search" }).getByRole("combobox");
  const found = page.getByRole("group", { name: "Messages" }).getByRole("option");
  await page.keyboard.press("Control+k");
  await field.fill("bollard");
  await found.nth(1).waitFor();
  expect(await found.nth(0).textContent()).toMatch(/#wharf › inspections.*….*The bollard is loose$/);
  expect(await found.nth(1).textContent()).toMatch(/The bollard is painted$/);
  expect(await problemsOf(visit)).toEqual([]);
  // A leading sign restricts the search to names.
  await field.fill("#bollard");
  await found.first().waitFor({ state: "detached" });

  let isHeld = false;
  await page.route(/\/json\/messages\?/, () => {
    isHeld = true;
  });
  await field.fill("paint");
  await found.filter({ hasText: "is painted" }).waitFor();
  await expect.poll(() => isHeld).toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.keyboard.press("Escape");
  await visit.go("#inbox");
  await page.keyboard.press("Control+k");
  const answered = page.waitForResponse(/\/json\/messages\?.*painted/);
  await field.fill("painted");
  await found.filter({ hasText: "is painted" }).waitFor();
  await answered;
  const selected = () => page.getByRole("option", { selected: true }).textContent();
  for (let text = await selected(); text?.endsWith("is painted") === false; text = await selected()) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(selected).not.toBe(text);
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toBe("inspections");
  await expect.poll(() => page.url()).toContain("/near/");
});

test("Enter searches for words that match no name, even if the palette offers to start a topic with them", async ({
  owner,
  open,
}) => {
  const harbour = await channelWith(owner, "harbour", ["lunch"]);
  const { page } = await open(owner, { at: `#narrow/channel/${harbour}-harbour/topic/lunch` });
  await page.getByRole("article").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("gulls");
  await options(page).filter({ hasText: "New topic “gulls”" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("/search/gulls");
});

test("messages found later don't move the selection in the palette", async ({ owner, open }) => {
  const numbers = Array.from({ length: 9 }, (_, at) => `crane ${at}`);
  const id = await channelWith(owner, "harbour", numbers);
  const { page } = await open(owner, { at: `#narrow/channel/${id}-harbour/topic/crane%200` });
  await page.getByText("about crane 0").waitFor();
  await rest(page);
  await page.keyboard.press("Control+k");
  await options(page).first().waitFor();
  await rest(page);
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.getByRole("dialog", { name: "Jump or search" }).getByRole("combobox").fill("crane");
  await page.getByRole("option", { name: /crane 8/ }).waitFor();
  for (let pressed = 0; pressed < 8; pressed++) await page.keyboard.press("ArrowDown");
  const selected = page.getByRole("option", { selected: true });
  const chosen = await selected.textContent();
  await page.clock.runFor(1000);
  await page.getByRole("group", { name: "Messages" }).waitFor();
  expect(await selected.textContent()).toBe(chosen);
});

test("recent searches are shown to the account that made them, and to no other in the same browser", async ({
  owner,
  open,
}) => {
  const mia = await owner.invite("Mia");
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  const field = page.getByRole("combobox", { name: "Search" });
  const recent = options(page).filter({ hasText: "crane" });
  const lookAgain = async () => {
    await visit.go("#inbox");
    await expect.poll(() => titles(page)).toBe("Inbox");
    await page.keyboard.press("/");
    await options(page).first().waitFor();
  };
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await page.keyboard.press("/");
  await field.fill("crane");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toBe("Search: “crane”");
  await lookAgain();
  expect(await recent.count()).toBe(1);
  visit.expects(/./);
  await visit.logInAlso(mia);
  await page.goto("about:blank");
  await lookAgain();
  expect(await recent.count()).toBe(0);
});

test("a search combines filters and words, and its results link to their conversations", async ({
  crew: { owner },
  show,
}) => {
  const id = await channelWith(owner, "harbour", ["crane repairs", "lunch"]);
  const visit = await show(owner, `#narrow/channel/${id}-harbour/topic/lunch`);
  const { page } = visit;
  await page.getByRole("article").first().waitFor();
  await rest(page);
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search" });
  await options(page).filter({ hasText: "topic: lunch" }).waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await field.fill("channel:harb");
  await options(page).filter({ hasText: "in #harbour" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove “in #harbour”" }).waitFor();
  await field.fill("crane");
  await page.keyboard.press("Enter");

  await expect.poll(() => titles(page)).toBe("Search: in #harbour, “crane”");
  await page.getByRole("article").first().waitFor();
  await expect.poll(() => page.locator(".content .highlight").allTextContents()).toEqual(["crane"]);
  expect(await problemsOf(visit)).toEqual([]);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.getByRole("article").last().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toBe("crane repairs");

  // Backspace turns a filter back into text. A filter without a match isn't searched for.
  await page.goBack();
  await expect.poll(() => titles(page)).toBe("Search: in #harbour, “crane”");
  await rest(page);
  await page.keyboard.press("/");
  await field.fill("");
  await page.keyboard.press("Backspace");
  await expect.poll(() => field.inputValue()).toBe("channel:harbour");
  await field.fill("channel:nowhere");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "No channel named “nowhere”." }).waitFor();
  await field.fill("zebra");
  await page.keyboard.press("Enter");
  await page.getByText("No results").waitFor();
  await page.getByRole("link", { name: "Search all public channels" }).click();
  await page.getByRole("button", { name: "Remove “in all public channels”" }).waitFor();
});

test("the search's hint, its filters and their descriptions fit on a small phone", async ({ owner, open }) => {
  const { page } = await open(owner, { size: { width: 320, height: 640 }, touch: true });
  const found: Record<string, unknown> = {};
  for (const language of ["en", "de", "es", "fr", "ja", "ar"]) {
    await page.goto(`/?language=${language}#inbox`);
    await page.locator(".shell h1").waitFor();
    await rest(page);
    await page.keyboard.press("/");
    await options(page).first().waitFor();
    found[language] = await page.evaluate(() => {
      const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
      const field = document.querySelector<HTMLInputElement>("dialog input") as HTMLInputElement;
      field.style.fontSize = getComputedStyle(field, "::placeholder").fontSize;
      field.value = field.placeholder;
      const isHintCut = isCut(field);
      field.value = "";
      return [...document.querySelectorAll(".search-option .one-line")]
        .filter(isCut)
        .map((element) => element.textContent)
        .concat(isHintCut ? field.placeholder : []);
    });
    await page.locator("dialog input").fill("crane");
    const [cross, cancel] = await Promise.all([
      page.locator("dialog .search-box button").boundingBox(),
      page.locator("dialog .search-cancel").boundingBox(),
    ]);
    const [before, after] = language === "ar" ? [cancel, cross] : [cross, cancel];
    if (!before || !after || before.x + before.width > after.x) found[language] = { before, after };
    else if (String(found[language]) === "") delete found[language];
  }
  expect(found).toEqual({});
});

test("on a phone, a suggestion without a description is vertically centered on its icon", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox", size: "phone", touch: true });
  await page.keyboard.press("/");
  await page.locator("dialog input").fill("is:");
  const unread = page.locator(".search-option", { hasText: "unread" });
  const middles = () =>
    unread.locator("> *").evaluateAll((parts) =>
      parts.map((part) => {
        const { y, height } = part.getBoundingClientRect();
        return Math.round(y + height / 2);
      }),
    );
  await expect.poll(async () => new Set(await middles()).size).toBe(1);
});

test("search results show their total and their dates, and can start with the newest or the oldest", async ({
  crew: { owner },
  show,
}) => {
  const id = await owner.channel("mole", [owner]);
  for (let at = 0; at < 40; at += 1) {
    const content = `winch ${at}\n\n${"line\n".repeat(8)}`;
    await owner.ok(owner.post("/messages", { type: "stream", to: id, topic: "log", content }));
  }
  const visit = await show(owner, "#narrow/search/winch");
  const { page } = visit;
  await page.getByText("40 results").waitFor();
  const inSight = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  await expect.poll(() => inSight("winch 39")).toBe(true);
  const chosen = () => page.getByRole("group", { name: "Order" }).locator("label:has(:checked)").textContent();
  expect(await chosen()).toBe("Newest");
  expect(await problemsOf(visit)).toEqual([]);
  await page.getByRole("radio", { name: "Oldest" }).check();
  await expect.poll(() => inSight("winch 0")).toBe(true);
  expect(await page.locator(".feed-row .feed-recipient time").first().textContent()).toMatch(/\d/);
  await expect.poll(chosen).toBe("Oldest");
});

test("recent conversations are filtered, navigated, marked as read, and updated live, even without storage space", async ({
  crew: { owner },
  show,
}) => {
  const id = await channelWith(owner, "haven", ["crane repairs", "lunch", "opening hours"]);
  const visit = await show(owner, "#recent");
  const { page } = visit;
  const rows = page.getByRole("list", { name: "Recent conversations" }).getByRole("listitem");
  await rows.filter({ hasText: "opening hours" }).waitFor();
  expect(await rows.first().textContent()).toContain("opening hours");
  expect(await problemsOf(visit)).toEqual([]);
  await say(owner, id, "crane repairs", "done");
  await expect.poll(() => rows.first().textContent()).toContain("crane repairs");

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.getByRole("searchbox", { name: "Find a conversation" }).fill("have lun");
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("searchbox", { name: "Find a conversation" }).fill("haven");
  await page.getByRole("button", { name: "Unread" }).click();
  const before = await rows.count();
  await page.getByRole("searchbox", { name: "Find a conversation" }).press("ArrowDown");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect.poll(() => rows.count()).toBe(before - 1);
  await page.keyboard.press("Enter");
  await page.getByRole("article").first().waitFor();
});

test("a channel opens as a virtualized list of its topics", async ({ crew: { owner }, show }) => {
  const names = Array.from({ length: 150 }, (_, at) => `topic ${at}`);
  const id = await channelWith(owner, "basin", names);
  const visit = await show(owner, `#topics/channel/${id}-basin`);
  const { page } = visit;
  const rows = page.getByRole("list", { name: "Topics" }).getByRole("listitem");
  await rows.filter({ hasText: "topic 149" }).waitFor();
  expect(await rows.count()).toBeLessThan(80);
  // One more topic has the channel's notices.
  await expect.poll(() => rows.first().getAttribute("aria-setsize")).toBe(String(names.length + 1));
  expect(await problemsOf(visit)).toEqual([]);
  await rows.first().getByRole("link").focus();
  for (let step = 0; step < 100; step += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("topic 49");
  await page.getByRole("searchbox", { name: "Find a topic" }).fill("topic 12");
  await expect.poll(() => rows.count()).toBe(12);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("article").first().waitFor();
  await expect.poll(() => titles(page)).toMatch(/^topic 12/);
});

test("a list of topics shows each topic's newest message, even after a newer one was deleted", async ({
  crew: { owner },
  show,
}) => {
  const id = await channelWith(owner, "berth", []);
  await say(owner, id, "crane", "It is stuck.");
  const { id: newest } = await say(owner, id, "crane", "It lifts again.");
  const { page } = await show(owner, `#topics/channel/${id}-berth`);
  const row = page.getByRole("list", { name: "Topics" }).getByRole("listitem").filter({ hasText: "crane" });
  await row.getByText("It lifts again.").waitFor();
  await owner.ok(owner.delete(`/messages/${newest}`));
  await row.getByText("It is stuck.").waitFor();
});

const looks: readonly [string, Look][] = [
  ["in the dark", { theme: "dark" }],
  ["on a phone", { size: "phone", touch: true }],
  ["with the system's colours", { forcedColors: true }],
];

test.for(looks)("the views for finding things pass axe %s", { tags: "nightly" }, async ([, look], { owner, open }) => {
  const id = await channelWith(owner, "harbour", ["crane repairs", "✔ lunch"]);
  const visit = await open(owner, { ...look, at: "#recent" });
  const { page } = visit;
  const listItem = page.getByRole("main").getByRole("listitem");
  await listItem.filter({ hasText: "lunch" }).waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await visit.go(`#topics/channel/${id}-harbour`);
  await page.getByRole("list", { name: "Topics" }).waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await visit.go(`#narrow/channel/${id}-harbour/-is/unread/search/crane`);
  await page.getByText("No results").waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await rest(page);
  await page.keyboard.press("Control+k");
  await options(page).first().waitFor();
  expect(await problemsOf(visit)).toEqual([]);
});
