import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

/** Only the unread messages of the state. */
const UNREAD = { fetch_event_types: ["message", "update_message_flags"] };
const TOPICS = 8;
const EACH = 10;

test("a user reads 80 unread messages in 8 topics by keyboard only", async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("operations", [owner, omar]);
  const messages = Array.from({ length: TOPICS * EACH }, (_, index) => {
    const topic = Math.floor(index / EACH) + 1;
    const content = `message ${(index % EACH) + 1} of ${topic}`;
    return { sender: omar.id, to: channel, topic: `topic ${topic}`, content };
  });
  await owner.ok(owner.post("/testing/messages", { messages }));
  const { page } = await open(owner, { at: "#inbox" });
  await page.getByRole("heading", { name: /^[89]\d unread/ }).waitFor();
  const rows = page.getByRole("region", { name: "operations" }).getByRole("link", { name: /topic \d+, 10 unread/ });
  await expect.poll(() => rows.count()).toBe(TOPICS);

  const seen = new Set<string>();
  for (let step = 0; step < 3 * TOPICS; step++) {
    const title = page.getByRole("heading", { level: 1 });
    const before = await title.innerText();
    await page.keyboard.press("n");
    await page.waitForFunction(
      (name) => document.querySelector("h1")?.innerText !== name || document.body.innerText.includes("all caught up"),
      before,
    );
    if ((await page.getByText("You're all caught up").count()) > 0) break;
    seen.add(await title.innerText());
    // Messages count as read after half a second in view. Longer ones need scrolling.
    await page.keyboard.press("End");
    await page.waitForFunction(() => {
      const here = document.querySelector(
        '.nav-topics [aria-current="page"] .count, .nav-row[aria-current="page"] .count',
      );
      return here === null;
    });
  }
  await page.keyboard.press("Shift+I");
  await page.getByRole("main").getByText("You're all caught up").waitFor();
  for (let topic = 1; topic <= TOPICS; topic++) expect([...seen]).toContain(`topic ${topic}`);
  await expect.poll(async () => (await owner.ok(owner.post("/register", UNREAD))).unread_msgs.streams).toEqual([]);
});

test("one key marks messages as unread from the focused one on, and another marks them as read", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const channel = await owner.channel("operations", [owner, omar]);
  for (let number = 1; number <= 5; number++) {
    await omar.ok(
      omar.post("/messages", { type: "channel", to: channel, topic: "crane", content: `number ${number}` }),
    );
  }
  const { page } = await open(owner, { at: `#narrow/channel/${channel}-operations/topic/crane` });
  const messages = page.getByRole("feed", { name: "Messages" }).getByRole("article");
  await messages.nth(4).waitFor();
  const link = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: /^crane/ });
  await expect.poll(() => link.innerText()).toBe("crane");
  await page.keyboard.press("End");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.keyboard.press("Shift+U");
  await expect.poll(() => link.innerText()).toMatch(/2 unread/);
  const unread = async () => (await owner.ok(owner.post("/register", UNREAD))).unread_msgs.streams;
  const inCrane = async () =>
    (await unread()).find((one: { topic: string }) => one.topic === "crane")?.unread_message_ids.length;
  await expect.poll(inCrane).toBe(2);
  await page.keyboard.press("Shift+I");
  await page.getByRole("button", { name: "Mark all as read" }).click();
  const toast = page.locator(".toast", { hasText: /^Marked \d+ messages as read/ });
  // A notice stays while the pointer is on it.
  await toast.hover();
  await expect.poll(async () => (await unread()).length).toBe(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(inCrane).toBe(2);
});
