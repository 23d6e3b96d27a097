import { expect } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { say } from "../support/messages.ts";
import { test } from "../support/shared-page.ts";

test("text typed before a dialog's script has loaded goes into the dialog, and triggers nothing else", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await say(owner, crane, "zebra", "They squeak again.");
  const { page } = await open(owner, { at: "#inbox" });
  const typed = await holdRequests(page, "GET", /\/soon\.[^/]*\.js$/);
  await page.reload();
  await page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: /^crane/ })
    .waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("squeak");
  await page.keyboard.press("Enter");
  typed.release();
  await page.waitForURL(/search\/squeak$/);
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
});

test("Esc pressed before the palette has loaded closes it", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  const pressed = await holdRequests(page, "GET", /\/soon\.[^/]*\.js$/);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  const shown = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = new MutationObserver(() => document.querySelector("dialog.dialog-bare") !== null && resolve());
        look.observe(document, { subtree: true, childList: true });
      }),
  );
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  pressed.release();
  await shown;
  await page.getByRole("dialog", { name: "Jump or search" }).waitFor({ state: "detached" });
});

test("the palette lists all actions once they are registered, even if it was opened earlier", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: "#inbox" });
  // Actions are bound only once the late stylesheet is loaded.
  const opened = await holdRequests(page, "GET", /\/later\.[^/]*\.css$/);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Jump or search" }).fill("Invite");
  await page.getByRole("option", { name: /^Search messages/ }).waitFor();
  expect(await page.getByRole("option", { name: /^Invite people/ }).count()).toBe(0);
  opened.release();
  await page.getByRole("option", { name: /^Invite people/ }).waitFor();
});

test("keys pressed before the scripts have loaded take effect afterwards in order, and text typed after them is kept", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await say(owner, crane, "zebra", "They squeak again.");
  const { page } = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/zebra` });
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
  // Actions and the composer wait for this stylesheet. The scripts may first update the stored messages.
  const typed = await holdRequests(page, "GET", /\/later\.[^/]*\.css$/);
  await page.reload();
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.keyboard.type("Do they?");
  typed.release();
  const text = page.getByRole("textbox", { name: /^Message/ });
  await expect.poll(() => text.inputValue()).toBe("Do they?");
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("a key pressed as soon as the first feed is shown is not lost", async ({ crew: { owner }, show }) => {
  const crane = await owner.channel("crane", [owner]);
  await say(owner, crane, "zebra", "They squeak again.");
  const { page } = await show(owner, "#inbox");
  // The palette means that the scripts are loaded.
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

test("a letter typed as soon as the search field has the focus is kept", async ({ crew: { owner }, show }) => {
  const { page } = await show(owner, "#inbox");
  await page.evaluate(() =>
    document.addEventListener("focusin", () => document.execCommand("insertText", false, "q"), { once: true }),
  );
  await page.keyboard.press("/");
  const search = page.getByRole("dialog").getByRole("combobox", { name: "Search" });
  await search.press("u");
  await page.getByRole("option", { name: /“q?u”/ }).waitFor();
  expect(await search.inputValue()).toBe("qu");
});

test("typing continues in the composer after a dialog or picker closes", async ({ crew: { owner }, show }) => {
  const crane = await owner.channel("winch", [owner]);
  await say(owner, crane, "zebra", "They squeak again.");
  const { page } = await show(owner, `#narrow/channel/${crane}-winch/topic/zebra`);
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
