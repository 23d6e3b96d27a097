import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";
import type { Visit } from "./support/visit.ts";

/** Opens an address, and never answers the requests that match a pattern. */
async function openHeld({ context, page }: Visit, held: RegExp, at: string): Promise<Page> {
  await context.route(held, () => {});
  await page.goto("about:blank");
  await page.goto(`/${at}`, { waitUntil: "commit" });
  return page;
}

test("a feed that is loading shows message outlines, and passes axe", async ({ owner, open }) => {
  const channel = await owner.channel("crane", [owner]);
  const visit = await open(owner, { at: "#inbox" });
  const page = await openHeld(visit, /\/json\/messages\?/, `#narrow/channel/${channel}-crane/topic/brakes`);
  const outlines = page.getByRole("main").getByRole("status").filter({ hasText: "Loading messages" });
  await outlines.waitFor();
  expect(await outlines.locator("i").count()).toBeGreaterThan(5);
  expect(await visit.accessProblems()).toEqual([]);
});

test("a screen whose script is loading shows its title and outlines of its content", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox" });
  for (const [at, title, outlines] of [
    ["#recent", "Recent", ".skeleton-rows"],
    ["#settings/preferences", "Settings", ".skeleton-fields"],
  ] as const) {
    const page = await openHeld(visit, /\/w\/(?:soon|settings)\./, at);
    await page.locator(".place-title", { hasText: title }).waitFor();
    await page.locator(outlines).waitFor();
    await page
      .getByRole("navigation", { name: "Navigation" })
      .getByRole("link", { name: /^Inbox/ })
      .waitFor();
  }
});

test("a screen whose data is loading shows outlines of its content", async ({ owner, open }) => {
  const channel = await owner.channel("pier", [owner]);
  const visit = await open(owner, { at: "#inbox" });
  for (const [held, at] of [
    [/\/json\/realm\/statistics/, "#organization/statistics"],
    [/\/json\/attachments/, "#settings/uploaded-files"],
    [/\/json\/users\/me\/\d+\/topics/, `#topics/channel/${channel}-pier`],
  ] as const) {
    const asked = visit.page.waitForRequest(held);
    const page = await openHeld(visit, held, at);
    await asked;
    const heightOf = async () => (await page.getByRole("main").locator(".skeleton").first().boundingBox())?.height;
    await expect.poll(heightOf, { message: at }).toBeGreaterThan(100);
  }
});

test("the page shows outlines in both panes before the client's script runs", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox" });
  const page = await openHeld(visit, /\/w\/main\..*js/, "#inbox");
  const seen = page.locator(":is(.opening-nav, .opening-rows) i");
  await expect.poll(() => seen.count()).toBe(10);
  expect(await seen.last().boundingBox()).toMatchObject({ height: 12 });
});

test("a first visit requests its messages before the scripts that aren't needed to show them", async ({
  owner,
  open,
}) => {
  const channel = await owner.channel("crane", [owner]);
  const topic = { type: "channel", to: channel, topic: "brakes" };
  await owner.ok(owner.post("/messages", { ...topic, content: "They squeak." }));
  const visit = await open(owner, { at: "/help/connect" });
  const { page } = visit;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit.go(`#narrow/channel/${channel}-crane/topic/brakes`);
  await page.getByText("They squeak.").waitFor();
  await page.getByRole("textbox", { name: /^Message/ }).waitFor();
  const scripts = asked.slice(asked.indexOf("/json/messages")).filter((path) => path.startsWith("/w/soon."));
  expect(scripts).toHaveLength(1);
});

test("the diagnostics show how long sending and switching took, and list frames over 50 ms", async ({
  owner,
  open,
}) => {
  const channel = await owner.channel("crane", [owner]);
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  await page.goto(`/?debug#narrow/channel/${channel}-crane/topic/brakes`);
  const text = page.getByRole("textbox", { name: /^Message/ });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await text.fill("They hold");
  await text.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: "They hold" }).waitFor();
  await page.evaluate(() => location.assign("#about-parley"));
  const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
  for (const name of ["Send to shown", "Switch of conversations"])
    await fact(name)
      .filter({ hasText: /^\d+ \/ \d+ ms$/ })
      .waitFor();
  await fact("Frames over 50 ms").filter({ hasText: /^\d+$/ }).waitFor();
});
