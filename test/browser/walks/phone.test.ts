import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { screens } from "../pictures/screens.ts";
import { AHEAD_MS } from "../support/believable/harbour.ts";
import { test } from "../support/browser-test.ts";
import { Finger } from "../support/finger.ts";

const PATIENT = { timeout: 15_000 };

/** What a finger is to hit, and that is smaller than 44 pixels in a direction. */
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

/** What stands beyond the edge of the page, where nobody can scroll to it. */
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

test("on a phone one logs in, finds what is unread behind the bar at the bottom, and reads it with a finger", async ({
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

  // The inbox, the bar at the bottom, and what is behind its buttons.
  await main.getByRole("link", { name: /^brakes/ }).waitFor();
  expect(await smallIn(tabs)).toEqual([]);
  await tabs.getByRole("button", { name: "Channels" }).tap();
  const nav = page.getByRole("navigation", { name: "Navigation" });
  await nav.getByRole("link", { name: /^crane/ }).waitFor();
  expect(await smallIn(nav)).toEqual([]);
  expect(await beyond(page)).toEqual([]);
  await tabs.getByRole("button", { name: "Inbox" }).tap();
  await main.getByRole("link", { name: /^brakes/ }).tap();

  // Reading: to the end, by dragging. What was seen is read.
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
    }, PATIENT)
    .toBe(true);
  const isRead = async () => {
    const narrow = [["topic", "brakes"]];
    const page = await iris.ok(iris.get("/messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }));
    return page.messages[0].flags.includes("read");
  };
  await expect.poll(isRead, PATIENT).toBe(true);
  expect(await smallIn(page.locator(".place-back, .place-tools"))).toEqual([]);
});

test("at 320 pixels nothing stands beyond the edge, on any screen", { timeout: 120_000 }, async ({ open, harbour }) => {
  const size = { width: 320, height: 640 };
  const { iris } = harbour.people;
  const { page } = await open(iris, { at: "#about", size, touch: true, aheadMs: AHEAD_MS });
  const found: Record<string, string[]> = {};
  for (const { name, at, act, of } of screens) {
    if (of !== undefined) continue;
    const address = typeof at === "string" ? at : at(harbour);
    await page.goto(address.startsWith("/") ? address : `/${address}`);
    await page.locator(".shell h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    await act?.(page);
    const out = await beyond(page);
    if (out.length > 0) found[name] = out;
    await page.keyboard.press("Escape");
  }
  expect(found).toEqual({});
});
