import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";
import { contentsOf } from "../support/contents-of.ts";

test("whose session ends while they write logs in again, and sends what they have written", async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "before" }));
  const visit = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/load` });
  visit.expects(/401/);
  const { page } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  const text = page.getByRole("textbox", { name: /^Message/ });
  const sent = () =>
    contentsOf(owner, [
      ["channel", crane],
      ["topic", "load"],
    ]);
  await feed.getByText("before").waitFor();
  await text.click();
  await page.keyboard.type("this goes first");
  await owner.ok(owner.delete("/users/me/sessions"));
  // Sending is how they find out.
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  await dialog.waitFor();
  expect(await sent()).toEqual(["before"]);
  expect(await feed.getByText("this goes first").count()).toBe(1);
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(sent).toEqual(["before", "this goes first"]);

  // What was only begun is still there, and is sent as if nothing had been.
  await text.click();
  await page.keyboard.type("half a sentence");
  await owner.ok(owner.delete("/users/me/sessions"));
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await dialog.waitFor();
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await text.inputValue()).toBe("half a sentence");
  await page.keyboard.type(", and the rest");
  await page.keyboard.press("Control+Enter");
  await expect.poll(sent).toEqual(["before", "this goes first", "half a sentence, and the rest"]);
  expect(await feed.getByText("this goes first").count()).toBe(1);
});
