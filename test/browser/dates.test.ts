import type { Locator } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { wholePng } from "../support/pictures.ts";
import { afternoon } from "./support/afternoon.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { test } from "./support/shared-page.ts";

const DAY_MS = 86_400_000;
const ZONE = afternoon();
/** Formats a day for a date field, in the browser's zone. */
const dayOf = (ms: number) => new Date(ms).toLocaleDateString("sv", { timeZone: ZONE });

const isInSight = (one: Locator): Promise<boolean> =>
  one.evaluate((found) => {
    const { top, bottom } = found.getBoundingClientRect();
    return top > 0 && bottom < window.innerHeight;
  });

let channels = 0;

async function quayOf(owner: Person) {
  channels += 1;
  const name = `quay${channels}`;
  const channel = await owner.channel(name, [owner]);
  const say = async (content: string, topic = "tides"): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content }))).id;
  return { channel, say, at: `#narrow/channel/${channel}-${name}/topic/tides` };
}

async function upload(person: Person, name: string, width: number, height: number): Promise<string> {
  const form = new FormData();
  form.set("file", new File([wholePng(width, height)], name));
  return (await person.ok(person.send("POST", "/user_uploads", form))).url;
}

test("a date leads to the first message on or after that day, in a conversation and in a search", async ({
  owner,
  open,
}) => {
  const { channel, say, at } = await quayOf(owner);
  await say("low water");
  await owner.ok(owner.post("/testing/clock", { advance_ms: 3 * DAY_MS }));
  const sought = await say("flood of the third day");
  for (let count = 0; count < 40; count++) await say(`high water ${count}`);
  const { message } = await owner.ok(owner.get(`/messages/${sought}`));
  const day = dayOf(message.timestamp * 1000);
  const before = dayOf(message.timestamp * 1000 - DAY_MS);
  const look = { aheadMs: 3 * DAY_MS, timeZone: ZONE, theme: "dark" } as const;
  const visit = await open(owner, { at: `${at}/near/${sought + 40}`, ...look });
  const { page } = visit;
  await page.getByRole("article").filter({ hasText: "high water 39" }).waitFor();
  const flood = page.getByText("flood of the third day");
  expect(await isInSight(flood)).toBe(false);

  // The page listens to keys once it is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // By key, with the day typed in. The previous day has no message, so the first one after it is shown.
  await page.keyboard.press("Shift+T");
  const dialog = page.getByRole("dialog", { name: "Jump to date" });
  const field = dialog.getByLabel("Date");
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  await field.fill(before);
  await page.keyboard.press("Enter");
  await expect.poll(() => isInSight(flood)).toBe(true);
  await expect.poll(() => new URL(page.url()).hash).toBe(`${at}/near/${sought}`);

  // No message follows the newest one.
  await page.locator(".place-tools").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Jump to date" }).click();
  await field.fill(dayOf(message.timestamp * 1000 + 5 * DAY_MS));
  await dialog.getByRole("button", { name: "Jump" }).click();
  await page.getByText("No messages since then. This is the newest one.").waitFor();
  await expect.poll(() => isInSight(page.getByText("high water 39"))).toBe(true);

  // The phone's clock is a day slow, and without presence it can't know.
  await owner.ok(owner.patch("/realm", { presence_disabled: true }));
  const onPhone = await open(owner, {
    ...look,
    aheadMs: 2 * DAY_MS,
    theme: "light",
    size: { width: 390, height: 844 },
    touch: true,
    at: `#narrow/channel/${channel}-quay/search/water`,
  });
  const phone = onPhone.page;
  await phone.getByRole("article").filter({ hasText: "high water 39" }).waitFor();
  await phone.getByRole("heading", { name: "Today" }).waitFor();
  expect(await phone.getByRole("article", { name: /tomorrow/i }).count()).toBe(0);
  await phone.getByRole("button", { name: "Jump to date" }).tap();
  await phone.getByRole("dialog", { name: "Jump to date" }).getByLabel("Date").fill(day);
  expect(await onPhone.accessProblems()).toEqual([]);
  await phone.getByRole("dialog").getByRole("button", { name: "Jump" }).tap();
  await phone
    .getByRole("article")
    .filter({ hasText: /high water 0$/ })
    .waitFor();
  // A short list may show it before the server has answered.
  await expect.poll(() => new URL(phone.url()).hash).toContain(`/near/${sought + 1}`);
});

test("a message's age is based on the server's time, even if the device's clock is two hours fast", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  await noah.ok(noah.post("/messages", { type: "direct", to: [owner.id], content: "high water" }));
  const { page } = await open(owner, { at: "#inbox", aheadMs: 7_200_000 });
  await page.getByText("high water").waitFor();
  const ages = page.locator("main time");
  await expect.poll(() => ages.allInnerTexts()).toContainEqual(expect.stringMatching(/^(?:now|\dm)$/));
});

test("messages that mention a user are found by the user's name", async ({ crew: { owner }, show }) => {
  const { say, at } = await quayOf(owner);
  await say("@**Omar Example** knows");
  await say("@_**Omar Example** does not");
  const { page } = await show(owner, at);
  await page.getByRole("article").first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("mentio");
  await page.getByRole("option").filter({ hasText: "messages that mention someone by name" }).waitFor();
  await field.fill("mentions:om");
  await page.getByRole("option").filter({ hasText: "mentions Omar Example" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove “mentions Omar Example”" }).waitFor();
  // The place where the search began, which stays until then, has both.
  await expect.poll(() => page.getByRole("article").allInnerTexts()).toEqual([expect.stringContaining("knows")]);
});

test("while the next image is loading, the image view doesn't show the previous one under its name", async ({
  owner,
  open,
}) => {
  const { say, at } = await quayOf(owner);
  await say(
    `![wide](${await upload(owner, "wide.png", 900, 300)}) ![high](${await upload(owner, "high.png", 200, 800)})`,
  );
  const { page } = await open(owner, { at });
  const loaded = await holdRequests(page, "GET", /high\.png$/);
  await page.getByRole("img", { name: "Image: wide" }).click();
  const height = () => page.locator(".lightbox-stage img").evaluate((image) => image.clientHeight);
  await expect.poll(height).toBe(300);
  // It covers the whole window.
  const edges = await page.getByRole("dialog").evaluate((dialog) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect();
    return [left, top, innerWidth - right, innerHeight - bottom];
  });
  expect(edges).toEqual([0, 0, 0, 0]);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "Image: high" }).waitFor();
  expect(await height()).toBeLessThan(100);
  loaded.release();
  await expect.poll(height).toBeGreaterThan(300);
});

test("images in a message's text are shown inline, one or several, and open large", async ({
  crew: { owner },
  show,
}) => {
  const { say, at } = await quayOf(owner);
  const wide = await upload(owner, "wide.png", 900, 300);
  const high = await upload(owner, "high.png", 200, 800);
  await say(`Before ![the wide quay](${wide}) and after`);
  await say(`* ![](${high})\n* ![two](${wide}) ![three](${high})\n\n> ![quoted](${wide})`);
  await say(`[linked.png](${await upload(owner, "linked.png", 300, 300)})`);
  await say(":tada: :tada: :tada: :tada: :tada: :tada: :tada: :tada:");
  const visit = await show(owner, at);
  const { page } = visit;
  const picture = page.getByRole("img", { name: "Image: the wide quay" });
  await picture.waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Image: high.png" }).count()).toBe(1);
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  expect([Math.round(width), Math.round(height)]).toEqual([420, 140]);
  expect(await visit.accessProblems()).toEqual([]);
  // A key pressed as soon as the image appears counts.
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      if (document.querySelector(".lightbox-count") === null) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    }).observe(document, { childList: true, subtree: true }),
  );
  await picture.click();
  await page.getByRole("dialog", { name: "Image: high.png" }).getByText("2 of 6").waitFor();
  // With a modifier, the key is left to the browser.
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const lightbox = page.getByRole("dialog", { name: "Image: the wide quay" });
  await lightbox.getByText("1 of 6").waitFor();
  expect(await lightbox.locator(".lightbox-stage img").getAttribute("src")).toContain(wide);
  await page.keyboard.press("Escape");
  const sizes = await page.evaluate(() =>
    ["content-large-emoji", "content"].map((name) => {
      const found = document.querySelector(`.${name}`);
      return found === null ? 0 : Number.parseFloat(getComputedStyle(found).fontSize);
    }),
  );
  expect(sizes[0]).toBe((sizes[1] ?? 0) * 2);
});

test("the image view leaves out images in closed spoilers, and isn't opened for previews of videos", async ({
  crew: { owner },
  show,
}) => {
  const { say, at } = await quayOf(owner);
  const picture = async (name: string) => `[${name}](${await upload(owner, name, 300, 300)})`;
  await say(await picture("low.png"));
  const hidden = await say(`\`\`\`spoiler Who?\n${await picture("gardener.png")}\n\`\`\``);
  const last = await say(await picture("high.png"));
  const video = await say("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  const { page } = await show(owner, "#inbox");
  await page.route("**/external_content/**", (route) =>
    route.fulfill({ contentType: "image/png", body: Buffer.from(wholePng(30, 30)) }),
  );
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at);
  const view = page.getByRole("dialog");
  await page.getByRole("img", { name: "Image: low.png" }).click();
  await view.getByText("1 of 2").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "Image: high.png" }).waitFor();
  const close = async () => {
    await page.keyboard.press("Escape");
    await view.waitFor({ state: "detached" });
  };
  await close();
  // Keys act on the message under the pointer first.
  await page.mouse.move(0, 0);

  // By key, the image of the selected message is shown, and none of another one.
  const press = async (message: number) => {
    await page.locator(`[data-row="${message}"]`).focus();
    await page.keyboard.press("v");
  };
  await page.getByRole("img", { name: /^Video/ }).waitFor();
  await press(video);
  await press(hidden);
  await press(last);
  await page.getByRole("dialog", { name: "Image: high.png" }).waitFor();
  expect(await view.count()).toBe(1);
  await close();
  await page.getByRole("button", { name: "Who?" }).click();
  await press(hidden);
  await page.getByRole("dialog", { name: "Image: gardener.png" }).getByText("2 of 3").waitFor();
});
