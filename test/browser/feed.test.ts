import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { keptIn } from "./support/kept-in.ts";
import { contentsOf } from "./support/messages.ts";
import { type SharedPages, test } from "./support/shared-page.ts";

const LOREM = "The ship waits outside until the crane has been looked at. ";

let channels = 0;

/** Creates a topic in a new channel with `count` messages of different heights by another user. */
async function topicWith({ owner, omar }: { owner: Person; omar: Person }, count: number) {
  channels += 1;
  const channel = await owner.channel(`quay${channels}`, [owner, omar]);
  const send = async (content: string): Promise<number> =>
    (await omar.ok(omar.post("/messages", { type: "stream", to: channel, topic: "long", content }))).id;
  const messages = Array.from({ length: count }, (_, place) => {
    return {
      sender: omar.id,
      to: channel,
      topic: "long",
      content: `Message ${place}. ${LOREM.repeat((place * 7) % 11)}`,
    };
  });
  if (count > 0) await owner.ok(owner.post("/testing/messages", { messages }));
  return { omar, send, channel, at: `#narrow/channel/${channel}-quay${channels}/topic/long` };
}

/**
 * Marks everything as read, and opens the inbox. Events come in order: a page that shows the organization's new name
 * knows that everything is read, even if an earlier test left it.
 */
async function readAll(owner: Person, show: SharedPages["show"]): Promise<Page> {
  await owner.ok(owner.post("/mark_all_as_read"));
  const name = `Quay ${channels}`;
  await owner.ok(owner.patch("/realm", { name }));
  const { page } = await show(owner, "#inbox");
  await expect.poll(() => page.title()).toContain(name);
  return page;
}

/** The fields of a request for a channel's first messages. */
const firstOf = (channel: number, num_after: number) => {
  return { narrow: [{ operator: "channel", operand: channel }], anchor: "oldest", num_before: 0, num_after };
};

const feedOf = (page: Page) => page.getByRole("feed", { name: "Messages" });
const article = (page: Page, text: string) => feedOf(page).getByRole("article").filter({ hasText: text });

/** Waits until a page has drawn the latest events. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Measures how far an element moves during a change. */
async function moveOf(page: Page, text: string, change: () => Promise<unknown>): Promise<number> {
  const top = async () => (await article(page, text).boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await change();
  return Math.round(Math.abs((await top()) - before));
}

describe("a topic with unread messages", () => {
  test("opens at the first unread message, below a line, with a button to the latest", async ({ crew, show }) => {
    const { owner } = crew;
    const { omar, channel, at } = await topicWith(crew, 40);
    await readAll(owner, show);
    await omar.ok(omar.post("/messages", { type: "stream", to: channel, topic: "long", content: "First of the new" }));
    const long = Array.from({ length: 20 }, () => {
      return { sender: omar.id, to: channel, topic: "long", content: LOREM.repeat(3) };
    });
    await owner.ok(owner.post("/testing/messages", { messages: long }));
    const { page } = await show(owner, at);
    const line = page.getByRole("separator", { name: "New messages" });
    await line.waitFor();
    const box = await line.boundingBox();
    const view = await page.locator(".feed-viewport").boundingBox();
    expect((box?.y ?? 0) - (view?.y ?? 0)).toBeGreaterThan(0);
    expect((box?.y ?? 0) - (view?.y ?? 0)).toBeLessThan(200);
    await page.getByRole("button", { name: /new messages$/ }).click();
    await expect.poll(() => article(page, LOREM.trim()).last().isVisible()).toBe(true);
    await page.getByRole("button", { name: /Jump to latest|new messages/ }).waitFor({ state: "detached" });
  });

  test("counts all unread messages below, not only the loaded ones", async ({ crew, show }) => {
    const { owner } = crew;
    const { at, channel } = await topicWith(crew, 130);
    const visit = await show(owner, "#inbox");
    const { page } = visit;
    await page.getByRole("main").locator(`a[href*="/channel/${channel}-"]`).first().waitFor();
    await visit.go(at);
    const below = page.getByRole("button", { name: /new messages$/ });
    await expect.poll(async () => Number.parseInt(await below.innerText(), 10)).toBeGreaterThan(120);
  });

  test("marks visible messages as read, but not those that the user marks as unread afterwards", async ({
    owner,
    open,
  }) => {
    const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 6);
    const unread = async () => (await contentsOf(owner, ["is", "unread"])).length;
    const before = await unread();
    const visit = await open(owner, { at: "/help/connect" });
    const { page } = visit;
    await page.clock.install();
    await visit.go(at);
    await article(page, "Message 5").waitFor();
    await expect.poll(unread).toBe(before - 6);
    await article(page, "Message 2").focus();
    await page.keyboard.press("Shift+U");
    await expect.poll(unread).toBe(before - 2);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(5_000);
    expect(asked).not.toContain("/json/messages/flags");
    expect(await unread()).toBe(before - 2);

    // With the policy "conversations only", direct ones are marked too, but not a combined feed.
    const noah = await owner.invite("Noah");
    await owner.ok(owner.patch("/settings", { web_mark_read_on_scroll_policy: 2 }));
    await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "Soup?" }));
    // The page has the policy before the message.
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Noah Example/ })
      .waitFor();
    await visit.go("#feed");
    await article(page, "Soup?").waitFor();
    await page.clock.runFor(5_000);
    expect(asked).not.toContain("/json/messages/flags");
    expect(await unread()).toBe(before - 1);
    await visit.go(`#narrow/dm/${noah.id}`);
    await expect.poll(unread).toBe(before - 2);
  });

  test("opens at the first unread message even after the server refused a message there", async ({ crew, show }) => {
    const { owner } = crew;
    const { channel, omar, at } = await topicWith(crew, 3);
    await owner.ok(owner.post("/mark_all_as_read"));
    const visit = await show(owner, at);
    const { page } = visit;
    visit.expects(/status of 400/);
    (await holdRequests(page, "POST", "**/json/messages")).refuse();
    await page.getByRole("textbox", { name: /^Message/ }).fill("a plea");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Not today.").waitFor();
    await visit.go("#inbox");
    const news = Array.from({ length: 40 }, (_, place) => {
      return { sender: omar.id, to: channel, topic: "long", content: `New ${place}. ${LOREM}` };
    });
    await owner.ok(owner.post("/testing/messages", { messages: news }));
    await page.getByRole("main").getByText("40 unread", { exact: true }).waitFor();
    await visit.go(at);
    await article(page, "New 0.").waitFor();
    await page.getByRole("button", { name: /new messages$/ }).waitFor();
    await drawn(page);
    expect(await article(page, "New 0.").evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(0);
  });

  test("never marks messages as read that the user marked as unread, even if the topic is renamed", async ({
    owner,
    open,
  }) => {
    const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 3);
    await owner.ok(owner.post("/mark_all_as_read"));
    const { page } = await open(owner, { at });
    await page.clock.install();
    await article(page, "Message 1").focus();
    await page.keyboard.press("Shift+U");
    const id = await article(page, "Message 1").getAttribute("data-row");
    const flags = async () => (await owner.ok(owner.get(`/messages/${id}`))).message.flags;
    await expect.poll(flags).not.toContain("read");
    await owner.ok(owner.patch(`/messages/${id}`, { topic: "tall", propagate_mode: "change_all" }));
    await page.getByRole("heading", { level: 1, name: "tall" }).waitFor();
    await article(page, "Message 2").waitFor();
    await page.clock.runFor(5_000);
    expect(await flags()).not.toContain("read");
  });
});

describe("the scroll position", () => {
  test("is kept while older messages load, and the document stays small", async ({ owner, open }) => {
    const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 400);
    await owner.ok(owner.post("/mark_all_as_read"));
    const visit = await open(owner, { at });
    const { page } = visit;
    await article(page, "Message 399").waitFor();
    const drift = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const view = document.querySelector(".feed-viewport") as HTMLElement;
      let worst = 0;
      for (let step = 0; step < 120; step++) {
        const edge = view.getBoundingClientRect().top;
        const rows = [...view.querySelectorAll("article")];
        // At the upper edge, and in the middle.
        const from = edge + (step % 2) * (view.clientHeight / 2);
        const row = rows.find((one) => one.getBoundingClientRect().bottom > from + 5);
        if (row === undefined) throw new Error("there is no message in sight");
        // The bottom edge: what precedes the text, such as the date, disappears once the previous message is loaded.
        const before = { bottom: row.getBoundingClientRect().bottom, scroll: view.scrollTop };
        // Sometimes jumps to the first loaded message, before others load.
        view.scrollTop -= step % 8 === 7 ? 4000 : 400;
        const scrolled = before.scroll - view.scrollTop;
        for (let count = 0; count < 3; count++) await frame();
        worst = Math.max(worst, Math.abs(row.getBoundingClientRect().bottom - before.bottom - scrolled));
      }
      return worst;
    });
    expect(drift).toBeLessThan(1);
    await article(page, "Message 0.").waitFor();
    expect(await visit.elements()).toBeLessThan(6000);
    expect(await page.getByRole("article").count()).toBeLessThanOrEqual(300);
  });

  test("never reaches the top before older messages are loaded, even if the user scrolls in every frame", {
    tags: "nightly",
  }, async ({ owner, open }) => {
    const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 300);
    await owner.ok(owner.post("/mark_all_as_read"));
    const { page } = await open(owner, { at });
    await article(page, "Message 299").waitFor();
    const atAnEdge = await page.evaluate(async () => {
      const view = document.querySelector(".feed-viewport") as HTMLElement;
      const first = () => view.querySelector("article")?.textContent ?? "";
      let frames = 0;
      while (!first().includes("Message 0.")) {
        // A slow server doesn't count as a drawing problem.
        if (view.querySelector("[aria-busy=true]") === null) {
          if (view.scrollTop === 0) frames += 1;
          view.scrollTop -= 20;
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return frames;
    });
    expect(atAnEdge).toBe(0);
  });

  test("is kept when the user scrolls, even close to the end", async ({ owner, open }) => {
    const { send, at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 14);
    await owner.ok(owner.post("/mark_all_as_read"));
    const { page } = await open(owner, { at, size: { width: 1024, height: 500 } });
    await article(page, "Message 13.").waitFor();
    const viewport = page.locator(".feed-viewport");
    const scrolled = () => viewport.evaluate(({ scrollTop }) => scrollTop);
    const missing = () =>
      viewport.evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
        Math.round(scrollHeight - clientHeight - scrollTop),
      );
    const scrollBy = async (pixels: number) => {
      const before = await scrolled();
      await viewport.hover();
      await page.mouse.wheel(0, pixels);
      await expect.poll(async () => Math.round((await scrolled()) - before)).toBe(pixels);
      await drawn(page);
    };

    await scrollBy(-50);
    const row = article(page, "Message 12.");
    const movedByPointing = await moveOf(page, "Message 12.", async () => {
      await row.hover();
      await row.getByRole("button", { name: "Star" }).click();
      await row.getByRole("img", { name: "Starred" }).waitFor();
    });
    expect(movedByPointing).toBe(0);
    const movedByArrival = await moveOf(page, "Message 12.", async () => {
      await send("One more");
      await article(page, "One more").waitFor({ state: "attached" });
    });
    expect(movedByArrival).toBe(0);

    // After scrolling nearly to the end, only the next message scrolls.
    await scrollBy((await missing()) - 30);
    await row.hover();
    await row.getByRole("toolbar").waitFor();
    await expect.poll(missing).toBe(30);
    await send("The last");
    await article(page, "The last").waitFor();
    await expect.poll(missing).toBe(0);
  });

  test("is kept when messages below it are added, edited, deleted or get reactions", async ({ crew, show }) => {
    const { owner } = crew;
    const { omar, send, at } = await topicWith(crew, 40);
    await readAll(owner, show);
    const { page } = await show(owner, at);
    await article(page, "Message 39").waitFor();
    await page.locator(".feed-viewport").evaluate((view) => {
      view.scrollTop -= 500;
    });
    await drawn(page);
    const seen = await page.evaluate(() => {
      const view = document.querySelector(".feed-viewport")?.getBoundingClientRect();
      const rows = [...document.querySelectorAll("article")];
      const row = rows.find((one) => one.getBoundingClientRect().top > (view?.top ?? 0) + 50);
      return /Message \d+\./.exec(row?.textContent ?? "")?.[0] ?? "";
    });
    const move = await moveOf(page, seen, async () => {
      const id = await send("And one more");
      await omar.ok(omar.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
      await omar.ok(omar.patch(`/messages/${id}`, { content: "And one more, longer" }));
      await page.getByRole("button", { name: "1 new message" }).waitFor();
    });
    expect(move).toBeLessThanOrEqual(1);
  });

  test("is kept when the user writes in another window", async ({ owner, open }) => {
    const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 40);
    await owner.ok(owner.post("/mark_all_as_read"));
    const visit = await open(owner, { at });
    const { page } = visit;
    await article(page, "Message 39.").waitFor();
    const other = await visit.tab(at);
    await other.getByRole("textbox", { name: /^Message/ }).fill("Written elsewhere");
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await article(page, "Message 30.").evaluate((row) => row.scrollIntoView({ block: "start" }));
    await drawn(page);
    const move = await moveOf(page, "Message 30.", async () => {
      await other.keyboard.press("Control+Enter");
      await article(page, "Written elsewhere").waitFor({ state: "attached" });
      await drawn(page);
    });
    expect(move).toBeLessThanOrEqual(1);
  });

  test("is kept when the topic is renamed", async ({ crew, show }) => {
    const { owner } = crew;
    const { at } = await topicWith(crew, 60);
    await owner.ok(owner.post("/mark_all_as_read"));
    const [{ id }] = (await owner.ok(owner.get("/messages?anchor=newest&num_before=1&num_after=0"))).messages;
    const { page } = await show(owner, `${at}/near/${id - 40}`);
    await article(page, "Message 19.").waitFor();
    const resolution = page.getByRole("heading", { level: 1, name: "long" }).getByText("Resolved");
    const moveAfter = (topic: string, text: string) =>
      moveOf(page, text, async () => {
        await owner.ok(owner.patch(`/messages/${id}`, { topic, propagate_mode: "change_all" }));
        await resolution.waitFor({ state: topic === "long" ? "detached" : "attached" });
        await article(page, text).waitFor();
        await drawn(page);
      });
    await article(page, "Message 50.").evaluate((row) => row.scrollIntoView({ block: "start" }));
    await drawn(page);
    expect(await moveAfter("✔ long", "Message 50.")).toBeLessThanOrEqual(1);
    const viewport = page.locator(".feed-viewport");
    await viewport.evaluate((view) => view.scrollTo({ top: view.scrollHeight }));
    await drawn(page);
    await moveAfter("long", "Message 59.");
    const below = () => viewport.evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
    expect(await below()).toBeLessThanOrEqual(1);
  });
});

describe("the end of a topic", () => {
  test("appears when a message is sent, without redrawing the messages above", async ({ crew, show }) => {
    const { owner } = crew;
    const { at } = await topicWith(crew, 60);
    await readAll(owner, show);
    const { page } = await show(owner, at);
    await article(page, "Message 39.").waitFor({ state: "attached" });
    const rows = feedOf(page).getByRole("article");
    await rows.first().evaluate((row) => row.scrollIntoView({ block: "start" }));
    await expect.poll(() => rows.count()).toBeGreaterThan(40);
    await article(page, "Message 30.").evaluate((row) => row.setAttribute("data-drawn", "before"));
    await page.getByRole("textbox", { name: /^Message/ }).fill("Mine");
    await page.keyboard.press("Control+Enter");
    await article(page, "Mine").waitFor();
    await drawn(page);
    expect(await page.locator("[data-drawn]").count()).toBe(1);
  });

  test("supports keyboard navigation and actions, and shows new, changed and deleted messages", async ({
    crew,
    show,
  }) => {
    const { owner } = crew;
    const { omar, send, at } = await topicWith(crew, 5);
    const visit = await show(owner, at);
    const { page } = visit;
    await article(page, "Message 4").waitFor();
    await article(page, "Message 4").focus();
    await page.keyboard.press("k");
    await expect.poll(() => page.locator("article:focus").textContent()).toContain("Message 3");
    await page.getByRole("toolbar", { name: "Message actions" }).waitFor();
    await page.keyboard.press("Control+s");
    await article(page, "Message 3").getByRole("img", { name: "Starred" }).waitFor();
    await page.keyboard.press("+");
    await article(page, "Message 3")
      .getByRole("button", { name: /^\+1\W+You$/ })
      .waitFor();
    await page.keyboard.press("i");
    await page
      .getByRole("menu")
      .getByRole("menuitem", { name: /Copy link/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("article:focus-within").textContent()).toContain("Message 3");
    expect((await visit.accessProblems()).filter((text) => !text.includes("nav-row"))).toEqual([]);

    const id = await send("Good news");
    await article(page, "Good news").waitFor();
    await omar.ok(omar.patch(`/messages/${id}`, { content: "Better news" }));
    await article(page, "Better news").waitFor();
    await omar.ok(omar.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
    const reaction = page.getByRole("button", { name: /^tada\W+Omar Example$/ });
    await reaction.click();
    await page.getByRole("button", { name: /^tada\W.*You/, pressed: true }).waitFor();
    // The page shows the reaction before the server has received it, and marks the message as read a moment later.
    const received = async () => {
      const { reactions, flags } = (await owner.ok(owner.get(`/messages/${id}`))).message;
      return [reactions.length, flags.includes("read")];
    };
    await expect.poll(received).toEqual([2, true]);
    await owner.ok(owner.delete(`/messages/${id}`));
    await article(page, "Better news").waitFor({ state: "detached" });
  });

  test("shows a line above messages that arrived while the user was away, and keeps it in view", async ({
    owner,
    open,
  }) => {
    const { send, at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 12);
    await owner.ok(owner.post("/mark_all_as_read"));
    const { page } = await open(owner, { at });
    await article(page, "Message 11").waitFor();
    const attend = (isThere: boolean) =>
      page.evaluate((there) => {
        document.hasFocus = () => there;
        window.dispatchEvent(new Event(there ? "focus" : "blur"));
      }, isThere);
    await attend(false);
    for (let count = 0; count < 12; count++) await send(`While away ${count}. ${LOREM.repeat(8)}`);
    await article(page, "While away 11").waitFor();
    const line = article(page, "While away 0").getByRole("separator", { name: "New messages" });
    const isInSight = () =>
      line.evaluate((element) => {
        const view = document.querySelector(".feed-viewport")?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return view !== undefined && top >= view.top && bottom <= view.bottom;
      });
    expect(await isInSight()).toBe(true);
    await page.getByRole("button", { name: /new messages$/ }).waitFor();
    const unread = page.getByRole("link", { name: "Inbox 12 unread" });
    await unread.waitFor();
    await attend(true);
    await unread.waitFor({ state: "detached" });
    expect(await isInSight()).toBe(true);
  });
});

test("a feed that was left before the server responded opens at its end the next time", async ({ crew, show }) => {
  const { owner } = crew;
  const { omar, channel } = await topicWith(crew, 0);
  const page = await readAll(owner, show);
  const go = (hash: string) => page.evaluate((to) => location.assign(to), hash);
  // The page knows the messages, but not whether they are the newest with a mention.
  for (let count = 1; count <= 12; count++) {
    const content = `@**|${owner.id}** Call ${count}. ${LOREM.repeat(4)}`;
    await omar.ok(omar.post("/messages", { type: "channel", to: channel, topic: "heron", content }));
  }
  await page.getByRole("link", { name: /^Inbox 12 unread/ }).waitFor();
  await owner.ok(owner.post("/mark_all_as_read"));
  await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
  const asked = await holdRequests(page, "GET", /\/json\/messages\?/);
  await go("#narrow/is/mentioned");
  await article(page, "Call 1.").waitFor();
  await go("#inbox");
  await feedOf(page).waitFor({ state: "detached" });
  asked.release();
  await go("#narrow/is/mentioned");
  await page.getByRole("button", { name: "Jump to latest" }).waitFor({ state: "detached" });
  const isInView = ([last]: Element[]) => (last?.getBoundingClientRect().bottom ?? Infinity) < innerHeight;
  await expect.poll(() => article(page, "Call 12.").evaluateAll(isInView)).toBe(true);
});

test("a late response about the first unread message does not move the feed, and keys act on the focused message", async ({
  crew,
  show,
}) => {
  const { owner } = crew;
  const { omar, channel } = await topicWith(crew, 0);
  // Only the server knows which of all mentions are unread.
  const mention = (topic: string, text: string) =>
    omar.ok(omar.post("/messages", { type: "channel", to: channel, topic, content: `@**|${owner.id}** ${text}` }));
  for (let count = 1; count <= 12; count++) await mention("crane", `Earlier ${count}. ${LOREM.repeat(4)}`);
  await readAll(owner, show);
  const { page } = await show(owner, "#narrow/is/mentioned");
  const go = (hash: string) => page.evaluate((to) => location.assign(to), hash);
  await article(page, "Earlier 12.").waitFor();
  await go("#inbox");
  for (let count = 1; count <= 6; count++) await mention("mast", `Later ${count}. ${LOREM.repeat(12)}`);
  await page.getByRole("link", { name: /^Inbox 6 unread/ }).waitFor();
  const asked = await holdRequests(page, "GET", /\/json\/messages\?/);
  await go("#narrow/is/mentioned");
  await article(page, "Earlier 9.").focus();
  const moved = await moveOf(page, "Earlier 9.", async () => {
    asked.release();
    await page.getByRole("separator", { name: "New messages" }).waitFor({ state: "attached" });
  });
  expect(moved).toBe(0);
  // At the same moment, before the page gets the scroll event.
  await article(page, "Earlier 2.").evaluate((row) => {
    row.focus();
    row.dispatchEvent(new KeyboardEvent("keydown", { key: "z", code: "KeyZ", bubbles: true }));
  });
  await page.getByRole("heading", { level: 1, name: "crane", exact: true }).waitFor();
});

test("a link to a message in the topic on screen scrolls to it each time", async ({ crew, show }) => {
  const { owner } = crew;
  const { send, channel, at } = await topicWith(crew, 60);
  const { messages } = await owner.ok(owner.get("/messages", firstOf(channel, 20)));
  const id = messages.find(({ content = "" }) => content.includes("Message 5."))?.id;
  await send(`Look [there](#narrow/channel/${channel}-quay/topic/long/near/${id}).`);
  await readAll(owner, show);
  const { page } = await show(owner, at);
  for (let time = 1; time <= 2; time++) {
    await article(page, "Look there.").getByRole("link", { name: "there" }).click();
    await article(page, "Message 5.").waitFor();
    await page.getByRole("button", { name: "Jump to latest" }).click();
    await article(page, "Message 5.").waitFor({ state: "detached" });
  }
});

test("a late response about one position in a topic is ignored once the user has requested another", async ({
  crew,
  show,
}) => {
  const { owner } = crew;
  const { channel, at } = await topicWith(crew, 120);
  await owner.ok(owner.post("/mark_all_as_read"));
  const { messages } = await owner.ok(owner.get("/messages", firstOf(channel, 5)));
  const { page } = await show(owner, `${at}/near/${messages.at(-1)?.id}`);
  await article(page, "Message 2.").waitFor();
  const latest = /\/json\/messages\?.*anchor=newest/;
  const held = await holdRequests(page, "GET", latest);
  await page.keyboard.press("End");
  await held.made;
  await page.keyboard.press("Home");
  await article(page, "Message 0.").waitFor();
  const answered = page.waitForResponse(latest);
  held.release();
  await (await answered).finished();
  await drawn(page);
  const scrollTo = async (place: number) => {
    await article(page, `Message ${place}.`).evaluate((row) => row.scrollIntoView({ block: "start" }));
    await drawn(page);
  };
  // The end is loaded while these are in sight, which must not lead there.
  for (let place = 10; place <= 80; place += 10) await scrollTo(place);
});

test("a topic seen before appears before the server answers", async ({ owner, open }) => {
  const { at } = await topicWith({ owner, omar: await owner.invite("Omar") }, 5);
  const visit = await open(owner, { at });
  await article(visit.page, "Message 4").waitFor();
  await expect.poll(() => keptIn(visit.page)).toContain("Message 4");
  visit.expects(/ERR_FAILED|Failed to load resource/);
  await visit.page.route("**/json/messages**", (route) => route.abort());
  await visit.page.reload();
  await article(visit.page, "Message 4").waitFor();
});

test("messages that are already loaded are drawn together with the feed, not after it", async ({ owner, open }) => {
  const channel = await owner.channel("quay", [owner]);
  const at = (topic: string) => `#narrow/channel/${channel}-quay/topic/${topic}`;
  for (const topic of ["long", "short"])
    await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content: `about ${topic}` }));
  const { page } = await open(owner, { at: at("long") });
  const go = async (topic: string) => {
    await page.evaluate((to) => {
      location.hash = to;
    }, at(topic));
    await article(page, `about ${topic}`).waitFor();
  };
  await go("short");
  await go("long");
  await page.evaluate(() => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    // It observes elements as they are inserted, before the next frame.
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      for (const element of added)
        for (const list of element.querySelectorAll("[role=feed]")) drawn.push(list.querySelectorAll("article").length);
    }).observe(document, { childList: true, subtree: true });
  });
  await go("short");
  expect(await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn)).toEqual([1]);
});

test("a public channel the user is not subscribed to updates live, and offers to subscribe", async ({
  crew: { owner, omar },
  show,
}) => {
  const channel = await omar.channel("pier", [omar]);
  const say = async (content: string): Promise<number> =>
    (await omar.ok(omar.post("/messages", { type: "channel", to: channel, topic: "crane", content }))).id;
  const first = await say("It squeaks");
  const { page } = await show(owner, `#narrow/channel/${channel}-pier/topic/crane`);
  await article(page, "It squeaks").waitFor();
  const notice = page.getByText("You're not in #pier and won't be notified.");
  await notice.waitFor();

  await omar.ok(omar.patch(`/messages/${first}`, { content: "It squeaks badly" }));
  await say("Who has the oil?");
  await article(page, "Who has the oil?").waitFor();
  await article(page, "It squeaks badly").waitFor();
  await page.getByRole("textbox", { name: /^Message/ }).fill("In the shed");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByRole("article", { name: /\d:\d\d/ })
    .filter({ hasText: "In the shed" })
    .waitFor();
  await say("Got it");
  await article(page, "Got it").waitFor();
  expect(await article(page, "In the shed").count()).toBe(1);

  await page.getByRole("button", { name: "Join channel" }).click();
  await notice.waitFor({ state: "detached" });
  await say("Quiet now");
  await article(page, "Quiet now").waitFor();
});

test("reactions in an archived channel can't be changed", async ({ crew: { owner }, show }) => {
  const channel = await owner.channel("attic", [owner]);
  const send = { type: "channel", to: channel, topic: "crane", content: "It squeaks" };
  const { id } = await owner.ok(owner.post("/messages", send));
  await owner.ok(owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  const { page } = await show(owner, `#narrow/channel/${channel}-attic/topic/crane`);
  const reactions = article(page, "It squeaks").getByRole("group", { name: "Reactions" });
  const add = reactions.getByRole("button", { name: "Add reaction" });
  await add.waitFor();
  await owner.ok(owner.delete(`/streams/${channel}`));
  await add.waitFor({ state: "detached" });
  await reactions.getByRole("button", { name: /^tada/, disabled: true }).waitFor();
});

test.for(["desktop", "phone"] as const)(
  "the feed reserves space for a call before its card loads: on a %s",
  async (size, { owner, open }) => {
    const channel = await owner.channel("quay", [owner]);
    await owner.ok(owner.post("/calls", { type: "channel", to: channel, topic: "crane" }));
    const send = { type: "channel", to: channel, topic: "crane", content: "below the call" };
    await owner.ok(owner.post("/messages", send));
    const visit = await open(owner, { at: "/help/connect", size, touch: size === "phone" });
    const { page } = visit;
    const seen = await holdRequests(page, "GET", /\/soon\.[^/]*\.js$/);
    await visit.go(`#narrow/channel/${channel}-quay/topic/crane`);
    await page.getByRole("link", { name: "Join voice call." }).waitFor();
    const top = (await article(page, "below the call").boundingBox())?.y;
    seen.release();
    await page.getByRole("article").getByRole("button", { name: "Join call" }).waitFor();
    expect((await article(page, "below the call").boundingBox())?.y).toBe(top);
  },
);

test("an older event does not undo a change that the server has not received yet", async ({ crew, show }) => {
  const { owner } = crew;
  const { at, send, channel } = await topicWith(crew, 1);
  const { page } = await show(owner, at);
  await article(page, "Message 0.").waitFor();
  const seen = await holdRequests(page, "POST", "**/json/user_topics");
  await page.keyboard.press("f");
  const followed = page.getByRole("button", { name: "Follow", pressed: true });
  await followed.waitFor();
  await owner.ok(owner.post("/user_topics", { stream_id: channel, topic: "long", visibility_policy: 1 }));
  await send("After that");
  await article(page, "After that").waitFor();
  expect(await followed.isVisible()).toBe(true);
  seen.release();
  const policies = async () => {
    const { user_topics } = await owner.ok(owner.post("/register", { fetch_event_types: ["user_topic"] }));
    return user_topics
      .filter(({ stream_id }: { stream_id: number }) => stream_id === channel)
      .map((one: { visibility_policy: number }) => one.visibility_policy);
  };
  await expect.poll(policies).toEqual([3]);
  expect(await followed.isVisible()).toBe(true);
});

test("a code block wider than the window can be reached by keyboard", async ({ crew: { owner }, show }) => {
  const channel = await owner.channel("wide", [owner]);
  const content = `\`\`\`js\n${"crane(4); ".repeat(6)}\n\`\`\`\n\n|  | height |\n|--|--|\n| crane 4 | 60 m |`;
  await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic: "sizes", content }));
  const visit = await show(owner, `#narrow/channel/${channel}-wide/topic/sizes`);
  const { page } = visit;
  const regions = page.getByRole("article").getByRole("region");
  await page.getByRole("article").getByRole("table").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  expect(await regions.count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => regions.count()).toBe(1);
  expect(await visit.accessProblems()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => regions.count()).toBe(0);
});
