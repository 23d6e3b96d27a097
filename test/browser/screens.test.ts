import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import type { Server } from "../process/support/server.ts";
import { dialogs } from "./pictures/dialogs.ts";
import { offered, type PictureOf, screens } from "./pictures/screens.ts";
import { afternoon } from "./support/afternoon.ts";
import { AHEAD_MS, type Harbour } from "./support/believable/harbour.ts";
import { testOn } from "./support/browser-test.ts";
import { fitProblems } from "./support/fit.ts";
import { CHEAP, canBeLeft, leave, show, type Tab, tabOf } from "./support/show-screen.ts";
import { type Look, Visit } from "./support/visit.ts";

const test = testOn(async (use) => {
  const data = makeData();
  await use(await launchOn({ data, ...offered }).running());
  await removeData(data);
});

/** The most elements of any page. */
const MAX_ELEMENTS = 6000;

/** Color schemes of a page other than the initial one. */
const COLOURS = {
  dark: { colorScheme: "dark" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

/** Line, letter and word spacing that users may need (WCAG 1.4.12). */
const SPACED = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }";

const isTooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll(".dialog-body")].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
    ),
  );

/** Returns a page's layout problems when it is zoomed to a phone's width, and when its text also has wider spacing. */
async function crampedProblems(page: Page): Promise<string[]> {
  // Equals a window of 1280 px at 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  const problems = (await isTooWide(page)) ? ["it scrolls sideways at 320 px"] : [];
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, SPACED);
  return (await isTooWide(page)) ? [...problems, "it scrolls sideways with text that is spaced"] : problems;
}

/** Returns the color problems in other themes. Needs no reload, because no screen depends on the theme. */
async function themeProblems(visit: Visit, page: Page, themes: readonly (keyof typeof COLOURS)[]): Promise<string[]> {
  const problems: string[] = [];
  for (const name of themes) {
    const media = COLOURS[name];
    await page.emulateMedia(media);
    problems.push(...(await visit.colourProblems(page)).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/**
 * Returns the problems of each screen in one look, by name. Users go from screen to screen, because opening one costs as
 * much as testing it; with `further`, which changes the page, they open each.
 */
async function screenProblems(
  { server, browser, harbour }: { server: Server; browser: Browser; harbour: Harbour },
  look: Look,
  themes: readonly (keyof typeof COLOURS)[] = [],
  further?: (page: Page) => Promise<string[]>,
  shown: readonly PictureOf[] = screens,
): Promise<Record<string, string[]>> {
  const { iris, guest } = harbour.people;
  // Nothing is marked as read, so that the next screen shows the same organization.
  for (const one of [iris, guest]) await one.ok(one.patch("/settings", { web_mark_read_on_scroll_policy: 3 }));
  const rest = { ...look, aheadMs: AHEAD_MS, timeZone: afternoon(), at: CHEAP, worker: true };
  const visits = {
    iris: await Visit.begin(browser, server, iris, rest),
    guest: await Visit.begin(browser, server, guest, rest),
    founder: await Visit.begin(browser, server, harbour.founder, rest),
    outsider: await Visit.begin(browser, server, harbour.outsider, rest),
    out: await Visit.begin(browser, server, undefined, { ...rest, host: iris.host }),
  };
  const found: Record<string, string[]> = {};
  const walked = new Map<Visit, Tab>();
  for (const screen of shown) {
    const visit = visits[(screen.of === null ? "out" : (screen.of ?? "iris")) as keyof typeof visits];
    const isLeft = further === undefined && canBeLeft(screen, harbour);
    const tab = (isLeft ? walked.get(visit) : undefined) ?? (await tabOf(visit));
    const { page } = tab;
    await show(tab, screen, harbour);
    const problems = await visit.accessProblems(page);
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    if (elements > MAX_ELEMENTS) problems.push(`it has ${elements} elements`);
    if (await isTooWide(page)) problems.push("it scrolls sideways");
    problems.push(...(await themeProblems(visit, page, themes)), ...((await further?.(page)) ?? []));
    if (problems.length > 0) found[screen.name] = problems;
    if (isLeft) {
      walked.set(visit, tab);
      if (screen.act !== undefined) await leave(tab);
    } else await page.close();
  }
  for (const visit of Object.values(visits)) await visit.end();
  return found;
}

test("[accessibility 1.1.1, 1.3.1, 1.3.2, 1.4.1, 1.4.3, 1.4.12, 2.4.4, 2.4.6, 2.5.3, 2.5.8, 3.2.3, 3.2.6, 3.3.2, 4.1.2] every screen passes axe, and stays within the maximum number of elements", async ({
  server,
  browser,
  harbour,
}) => {
  const world = { server, browser, harbour };
  expect(await screenProblems(world, { size: "desktop" })).toEqual({});
});

const LOOKS = [{ size: "desktop" }, { size: "phone", touch: true }] as const;

/** Screens per test, so that each test takes only minutes on a busy machine. */
const PART = 20;

/** Divides screens for tests, which are named by the first that each shows. */
const inParts = (all: readonly PictureOf[]) =>
  LOOKS.flatMap((look) =>
    all.flatMap(({ name }, at) => (at % PART === 0 ? { look, first: name, shown: all.slice(at, at + PART) } : [])),
  );

test.for(inParts(screens))(
  "[accessibility 1.1.1, 1.3.1, 1.3.2, 1.4.1, 1.4.3, 1.4.12, 2.4.4, 2.4.6, 2.5.3, 2.5.8, 3.2.3, 3.2.6, 3.3.2, 4.1.2] every screen passes axe in all themes, and on a phone zoomed and with spaced text ($look.size, from $first)",
  { tags: "nightly" },
  async ({ look, shown }, { server, browser, harbour }) => {
    const world = { server, browser, harbour };
    const further = look.size === "phone" ? crampedProblems : undefined;
    expect(await screenProblems(world, look, ["dark", "forced"], further, shown)).toEqual({});
  },
);

test.for(inParts(dialogs))(
  "[accessibility 1.1.1, 1.3.1, 1.4.3, 2.4.6, 4.1.2] every dialog passes axe in all themes, zoomed, and with spaced text ($look.size, from $first)",
  { tags: "nightly" },
  async ({ look, shown }, { server, browser, harbour }) => {
    const world = { server, browser, harbour };
    const cramped = async (page: Page) => [...(await crampedProblems(page)), ...(await fitProblems(page))];
    expect(await screenProblems(world, look, ["dark", "forced"], cramped, shown)).toEqual({});
  },
);

/** Screens with long texts, user content, or tables. */
const NARROW = ["inbox", "topic", "channel-long-name", "settings-notifications"];

test.for(["ar", "de", "es"])(
  "no text is cut off, outside the window, or overlapping on a phone in %s",
  async (language, { server, browser, harbour }) => {
    const visit = await Visit.begin(browser, server, harbour.people.iris, {
      ...{ size: "phone", touch: true, language, aheadMs: AHEAD_MS, timeZone: afternoon(), at: CHEAP, worker: true },
    });
    // The offer of notifications appears above every screen.
    await visit.context.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "default" });
    });
    const found: Record<string, string[]> = {};
    const tab = await tabOf(visit);
    for (const screen of screens.filter(({ name }) => NARROW.includes(name))) {
      await show(tab, screen, harbour);
      const problems = await fitProblems(tab.page);
      if (problems.length > 0) found[screen.name] = problems;
    }
    await visit.end();
    expect(found).toEqual({});
  },
);

test("options with long hints don't overlap in a dialog that is taller than the window", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "/?language=de#channels", language: "de" });
  await page.getByRole("main").getByRole("button", { name: "Neuer Kanal" }).click();
  await page.getByRole("checkbox", { name: /^Standardkanal/ }).waitFor();
  for (const height of [700, 750, 800, 850, 900]) {
    await page.setViewportSize({ width: 390, height });
    expect(await fitProblems(page)).toEqual([]);
  }
});
