import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type PictureOf, screens } from "./pictures/screens.ts";
import { AHEAD_MS, type Harbour } from "./support/believable/harbour.ts";
import { test } from "./support/browser-test.ts";
import { type Look, Visit } from "./support/visit.ts";

/** Screens that show the same whatever has been read: what is read out of them is kept beside this file. */
const ON_RECORD = new Set(["login", "connect", "about", "channels", "drafts", "scheduled", "reminders"]);
/** A page may have so many elements, whatever it shows. */
const MOST_ELEMENTS = 6000;

const LOOKS: Readonly<Record<string, Look>> = {
  "light, wide": { size: "desktop", theme: "light" },
  "dark, wide": { size: "desktop", theme: "dark" },
  "light, phone": { size: "phone", theme: "light", touch: true },
  "forced colours, phone": { size: "phone", theme: "dark", forcedColors: true, touch: true },
};

async function show(page: Page, screen: PictureOf, harbour: Harbour): Promise<void> {
  const at = typeof screen.at === "string" ? screen.at : screen.at(harbour);
  await page.goto(at.startsWith("/") ? at : `/${at}`);
  // What stands there before the client has begun has a heading too.
  await page
    .locator(at.startsWith("#") || at === "/" ? ".shell h1" : "h1")
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await screen.act?.(page);
}

/** What stays the same in what is read out, whenever the test runs. */
const timeless = (text: string): string =>
  text
    .replace(/\d{1,2}:\d\d(:\d\d)?(\s| | )?[AP]M/g, "TIME")
    .replace(
      /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(, \w+ \d+(, \d{4})?)?|\bYesterday\b|\bToday\b|\bTomorrow\b/g,
      "DAY",
    )
    .replace(
      /\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(, \d{4})?/g,
      "DATE",
    )
    .replace(/\/url: .*/g, "/url: ADDRESS")
    .replace(/\d+/g, "N");

describe.for(Object.entries(LOOKS))("%s", ([name, look]) => {
  test("axe has nothing against any screen, and none is larger than a page may be", { timeout: 240_000 }, async ({
    server,
    browser,
    harbour,
  }) => {
    const { iris } = harbour.people;
    const rest = { ...look, aheadMs: AHEAD_MS, at: "#about" };
    const visits = {
      in: await Visit.begin(browser, server, iris, rest),
      out: await Visit.begin(browser, server, undefined, { ...rest, at: "/login/", host: iris.host }),
    };
    for (const visit of Object.values(visits)) {
      // What is looked at stays unread: the next screen shows the same organization.
      await visit.context.route("**/json/messages/flags", (route) =>
        route.fulfill({
          json: { result: "success", msg: "", messages: [], ignored_because_not_subscribed_channels: [] },
        }),
      );
    }
    const found: Record<string, string[]> = {};
    for (const screen of screens) {
      const visit = screen.of === null ? visits.out : visits.in;
      const page = await visit.tab("/help/connect");
      await show(page, screen, harbour);
      const problems = await visit.accessProblems(page);
      const elements = await page.evaluate(() => document.querySelectorAll("*").length);
      if (elements > MOST_ELEMENTS) problems.push(`it has ${elements} elements`);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
      if (isTooWide) problems.push("it scrolls sideways");
      if (problems.length > 0) found[screen.name] = problems;
      if (name === "light, wide" && ON_RECORD.has(screen.name)) {
        await expect(timeless(await page.getByRole("main").first().ariaSnapshot())).toMatchFileSnapshot(
          `aria/${screen.name}.yaml`,
        );
      }
      await page.close();
    }
    await visits.in.end();
    await visits.out.end();
    expect(found).toEqual({});
  });
});
