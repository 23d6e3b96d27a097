import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

const edges = async (one: Locator) => {
  const { x, width } = (await one.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
  return { left: x, right: x + width };
};

/** Returns the left and right edge of an element's text. The element can be as wide as its line. */
const textEdges = (one: Locator) =>
  one.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });

test("in Arabic, a description in English is truncated at its end, not at its beginning", async ({ owner, open }) => {
  const description = "Keeps the cranes of the northern basin and of the new terminal running, by day and by night";
  await owner.ok(owner.post("/user_groups/create", { name: "cranes", description, members: [] }));
  const { page } = await open(owner, { at: "/?language=ar#groups", size: "phone", aheadMs: 0 });
  const shown = page.getByText(description);
  await shown.waitFor();
  const isBeginningShown = await shown.evaluate((element) => {
    const letter = document.createRange();
    const text = [...element.childNodes].at(-1) as Text;
    const at = text.data.indexOf("Keeps");
    letter.setStart(text, at);
    letter.setEnd(text, at + 1);
    return letter.getBoundingClientRect().left >= element.getBoundingClientRect().left - 1;
  });
  expect(isBeginningShown).toBe(true);
});

test("counts and messages are aligned, and tables and keys aren't mirrored, in Arabic", async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, omar]);
  const write = (content: string) =>
    omar.ok(omar.post("/messages", { type: "channel", to: quay, topic: "crane", content }));
  await write("| step | before | after |\n|--|--|--|\n| one | 1 | 2 |");
  await write("@**Owner** it turns.");
  const visit = await open(owner, { at: "/?language=ar#inbox", aheadMs: 0 });
  const { page } = visit;
  const nav = page.getByRole("navigation").first();
  const row = nav.getByRole("link", { name: /quay/ });
  const [count, whole] = [await edges(row.locator(".count")), await edges(row)];
  expect(count.left - whole.left).toBeLessThan(20);
  expect(
    await row
      .locator(".count")
      .evaluate((element) => getComputedStyle(element.firstElementChild as Element, "::before").content),
  ).toBe('"@"');

  const item = page.getByRole("main").locator(".inbox-item").filter({ hasText: "crane" });
  const [title, preview] = [
    await textEdges(item.getByRole("link").first()),
    await textEdges(item.getByText("it turns.")),
  ];
  expect(Math.abs(title.right - preview.right)).toBeLessThan(2);

  await item.getByRole("link").first().click();
  const article = page.getByRole("article").filter({ hasText: "it turns." });
  const paragraph = article.locator(".content p");
  expect(Math.abs((await textEdges(paragraph)).right - (await edges(paragraph)).right)).toBeLessThan(2);
  const table = page.getByRole("table");
  const [step, after] = [await edges(table.getByText("step")), await edges(table.getByText("after"))];
  expect(step.left).toBeLessThan(after.left);
  const content = page.getByRole("article").filter({ has: table }).locator(".content");
  await expect.poll(async () => Math.abs((await edges(table)).right - (await edges(content)).right)).toBeLessThan(2);

  await page.keyboard.press("?");
  const key = page.locator("kbd").getByText("[", { exact: true });
  expect(await key.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
});

test("in Arabic, a preview is truncated before a name that does not fit, not within the name", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, omar]);
  const write = (topic: string, content: string) =>
    omar.ok(omar.post("/messages", { type: "channel", to: quay, topic, content }));
  await write("one", "تم الإصلاح، شكرا جزيلا Bartholomew-Christopherson-Featherstone");
  await write("two", "تم الإصلاح صباح اليوم Bartholomew Christopherson Featherstone");
  const { page } = await open(owner, { at: "/?language=ar#inbox", size: "phone", aheadMs: 0 });
  const previews = page.locator(".conversation-peek", { hasText: "Bartholomew" });
  await expect.poll(() => previews.count()).toBe(2);
  const shown = await previews.evaluateAll((all) =>
    all.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const text = [...element.childNodes].at(-1) as Text;
      const letter = document.createRange();
      const isShown = (at: number) => {
        letter.setStart(text, at);
        letter.setEnd(text, at + 1);
        const box = letter.getBoundingClientRect();
        return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 4 && box.bottom <= bottom + 4;
      };
      return [isShown(text.data.indexOf("Bartholomew")), isShown(text.data.length - 1)];
    }),
  );
  expect(shown).toEqual([
    [false, false],
    [false, false],
  ]);
});

test("searches, URLs and email addresses are written from left to right in Arabic", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "/?language=ar#narrow/search/crane", aheadMs: 0 });
  const directionOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).direction);
  const search = page.getByRole("search").getByRole("combobox");
  await search.fill("is:starred");
  expect(await directionOf(search)).toBe("ltr");
  await page.goto("/?language=ar#organization/organization-settings");
  const url = page.locator('input[type="url"]').first();
  await url.waitFor();
  expect(await directionOf(url)).toBe("ltr");
  await page.goto("/login/?again=true&language=ar");
  expect(await directionOf(page.locator('input[type="email"]'))).toBe("ltr");
});

test("descriptions and versions keep their own direction in Arabic", async ({ owner, open }) => {
  await owner.ok(owner.post("/channel_folders/create", { name: "Quay", description: "Ships and berths." }));
  const { page } = await open(owner, { at: "/?language=ar#organization/channel-folders", aheadMs: 0 });
  await page.locator("bdi", { hasText: /^Ships and berths\.$/ }).waitFor();
  await page.goto("/?language=ar#organization/health");
  await page.locator("bdi", { hasText: /^\d+\.\d+\.\d+/ }).waitFor();
});
