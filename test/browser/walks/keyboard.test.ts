import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("what is typed while a dialog is still being loaded goes into it, and does nothing else", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(
    owner.post("/messages", { type: "channel", to: crane, topic: "zebra", content: "They squeak again." }),
  );
  const { page } = await open(owner, { at: "#recent" });
  await page.getByRole("main").getByRole("link", { name: /zebra/ }).waitFor();
  // What the dialog is made of comes only when everything has been typed.
  const typed = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("squeak");
  await page.keyboard.press("Enter");
  typed.resolve();
  await page.getByRole("feed", { name: "Messages" }).getByText("They squeak again.").waitFor();
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
