import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("what is typed before the scripts that open a dialog have come goes into it, and does nothing else", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "zebra", content: "They squeak again." }),
  );
  const { page } = await open(owner, { at: "#inbox" });
  const typed = Promise.withResolvers<void>();
  await page.route(/\/soon\.[^/]*\.js$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.reload();
  await page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: /^crane/ })
    .waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("squeak");
  await page.keyboard.press("Enter");
  typed.resolve();
  await page.waitForURL(/search\/squeak$/);
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
});

test("Esc that is pressed before the palette has come closes it", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/soon\.[^/]*\.js$/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  const shown = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = new MutationObserver(() => document.querySelector("dialog.palette") !== null && resolve());
        look.observe(document, { subtree: true, childList: true });
      }),
  );
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  pressed.resolve();
  await shown;
  await page.getByRole("dialog", { name: "Jump or search" }).waitFor({ state: "detached" });
});

test("the palette that is opened before all actions are bound lists them once they are", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  const opened = Promise.withResolvers<void>();
  // The actions are bound once the style of what is loaded later is there too.
  await page.route(/\/later\.[^/]*\.css$/, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Jump or search" }).fill("Invite");
  await page.getByRole("option", { name: /^Search messages/ }).waitFor();
  expect(await page.getByRole("option", { name: /^Invite people/ }).count()).toBe(0);
  opened.resolve();
  await page.getByRole("option", { name: /^Invite people/ }).waitFor();
});

test("keys that are pressed before the scripts have come do the same afterwards, in order, and what is typed after them is written", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "zebra", content: "They squeak again." }),
  );
  const { page } = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/zebra` });
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
  const typed = Promise.withResolvers<void>();
  // Actions and the composer come with this style; the scripts themselves may bring the stored messages up to date first.
  await page.route(/\/later\.[^/]*\.css$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.keyboard.type("Do they?");
  typed.resolve();
  const text = page.getByRole("textbox", { name: /^Message/ });
  await expect.poll(() => text.inputValue()).toBe("Do they?");
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("a key is not lost that is pressed as soon as the first feed is shown", async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "zebra", content: "They squeak again." }),
  );
  const { page } = await open(owner, { at: "#inbox" });
  // The scripts are there once the palette is.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Jump or search" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Jump or search" }).waitFor({ state: "detached" });
  await page.evaluate((hash) => {
    const look = new MutationObserver(() => {
      if (document.querySelector("article") === null) return;
      look.disconnect();
      for (const key of ["j", "r"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    look.observe(document, { subtree: true, childList: true });
    location.hash = hash;
  }, `#narrow/channel/${crane}-crane/topic/zebra`);
  await page
    .getByRole("textbox", { name: /^Message/ })
    .and(page.locator(":focus"))
    .waitFor();
});

test("a letter that is typed as soon as the search has the focus is kept", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  await page.evaluate(() =>
    document.addEventListener("focusin", () => document.execCommand("insertText", false, "q"), { once: true }),
  );
  await page.keyboard.press("/");
  const search = page.getByRole("dialog").getByRole("combobox", { name: "Search" });
  await search.press("u");
  await page.getByRole("option", { name: /“q?u”/ }).waitFor();
  expect(await search.inputValue()).toBe("qu");
});

test("after a dialog or a picker has closed, writing goes on where it was", async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "zebra", content: "They squeak again." }),
  );
  const { page } = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/zebra` });
  const text = page.getByRole("textbox", { name: /^Message/ });
  await text.click();
  await page.keyboard.type("one ");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Jump or search" });
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await page.keyboard.type("two ");
  await page.getByRole("button", { name: "Emoji" }).click();
  await page.getByRole("combobox", { name: "Find an emoji" }).fill("tada");
  await page.getByRole("option", { name: "tada", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("three");
  await expect.poll(() => text.inputValue()).toBe("one two :tada: three");
});
