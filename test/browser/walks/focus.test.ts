import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { say } from "../support/messages.ts";
import { test } from "../support/shared-page.ts";

/** The focused element: its role or tag, and its name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const name = at?.getAttribute("aria-label") ?? at?.textContent ?? "";
    return `${at?.getAttribute("role") ?? at?.localName}: ${at === document.body ? "" : name.trim()}`;
  });

const messages = (page: Page): Locator => page.getByRole("feed", { name: "Messages" }).getByRole("article");

test("[accessibility 2.4.2, 2.4.3, 3.3.4] focus stays where the user acted, or moves to the next view", async ({
  crew: { owner, omar },
  show,
}) => {
  const quay = await owner.channel("quay", [owner, omar]);
  await say(owner, quay, "crane", "My first words");
  await say(owner, quay, "crane", "My second words");
  await say(owner, quay, "crane", "My third words");
  await owner.ok(owner.post("/mark_all_as_read"));
  await say(omar, quay, "winch", "It turns.");
  await say(omar, quay, "rope", "It holds.");
  const { page } = await show(owner, "#inbox");

  // A row of the inbox leads to its conversation, and so do keys.
  await page.getByRole("main").getByRole("link", { name: /rope/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("h1: rope");
  await expect.poll(() => page.title()).toMatch(/rope – /);
  await page.keyboard.press("n");
  await expect.poll(() => focused(page)).toBe("h1: winch");
  await page.keyboard.press("d");
  await expect.poll(() => focused(page)).toBe("h1: Drafts");

  // After a saved edit, the focus is on the message, and after a deletion on the next one.
  await page.evaluate((id) => {
    location.hash = `#narrow/channel/${id}-quay/topic/crane`;
  }, quay);
  const second = messages(page).filter({ hasText: "My second words" });
  await second.focus();
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Edit message" }).fill("My better words");
  await page.keyboard.press("Control+Enter");
  const better = messages(page).filter({ hasText: "My better words" });
  await better.waitFor();
  await expect.poll(() => better.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("i");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).press("Enter");
  await better.waitFor({ state: "detached" });
  const third = messages(page).filter({ hasText: "My third words" });
  await expect.poll(() => third.evaluate((one) => one === document.activeElement)).toBe(true);

  // Leaving a text or search field moves the focus to the messages.
  await page.getByRole("textbox", { name: /^Message/ }).focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toMatch(/^article: /);
  await page.evaluate(() => {
    location.hash = "#narrow/search/words";
  });
  const search = page.getByRole("combobox", { name: "Search" });
  await search.waitFor();
  await messages(page).first().waitFor();
  await search.focus();
  // The first press closes the suggestions.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toMatch(/^article: /);

  // A new channel opens at once.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Jump or search" }).fill("Create a channel");
  await page.getByRole("option", { name: "Create a channel", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create a channel" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("harbour office");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "harbour office" }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^(h1|textarea|input|combobox): /);
});

test("[accessibility 2.5.2] overlays close when the user navigates back", async ({ crew: { owner }, show }) => {
  const { page } = await show(owner, "#inbox");
  await page.keyboard.press("d");
  await page.getByRole("heading", { level: 1, name: "Drafts" }).waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Jump or search" });
  await palette.waitFor();
  // A press next to it closes it on release.
  await page.mouse.move(4, 4);
  await page.mouse.down();
  expect(await palette.count()).toBe(1);
  await page.mouse.up();
  await palette.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await palette.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("h1: Inbox");
});

test("[accessibility 2.5.7] rows are reordered with buttons and with keys, without dragging", async ({
  crew: { owner },
  show,
}) => {
  for (const name of ["Hook", "Winch"]) await owner.ok(owner.post("/channel_folders/create", { name }));
  const { page } = await show(owner, "#organization/channel-folders");
  const handles = page.getByRole("button", { name: /^Move / });
  const names = () => handles.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await expect.poll(names).toEqual(["Move Hook", "Move Winch"]);
  await page.getByRole("button", { name: "Move Hook" }).click();
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await expect.poll(names).toEqual(["Move Winch", "Move Hook"]);
  await expect.poll(() => focused(page)).toBe("button: Move Hook");
  await page.keyboard.press("ArrowUp");
  await expect.poll(names).toEqual(["Move Hook", "Move Winch"]);
  await expect.poll(() => focused(page)).toBe("button: Move Hook");
});
