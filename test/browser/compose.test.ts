import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import type { Visit } from "./support/visit.ts";

const textOf = (page: Page) => page.getByRole("textbox", { name: /^Message/ });

/** What is wrong with the composer. */
const problemsOf = async (visit: Visit) => (await visit.accessProblems()).filter((text) => !text.includes("nav-row"));

/** A channel that everybody is in. */
async function generalOf(owner: Person): Promise<number> {
  const { subscriptions } = await owner.ok(owner.get("/users/me/subscriptions"));
  return subscriptions.find((one: { name: string }) => one.name === "general").stream_id;
}

const say = (owner: Person, to: number, topic: string, content = "hello") =>
  owner.ok(owner.post("/messages", { type: "channel", to, topic, content }));

test("a text is completed, formatted, undone and previewed", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  const text = textOf(page);
  await text.click();
  expect(await text.getAttribute("aria-label")).toBe("Message #general › lunch");

  await page.keyboard.type("see #gen");
  await page
    .getByRole("listbox", { name: "Suggestions" })
    .getByRole("option", { name: /^general/ })
    .waitFor();
  await page.keyboard.press(">");
  await page.getByRole("option", { name: /lunch/ }).waitFor();
  await page.keyboard.press("Tab");
  expect(await text.inputValue()).toBe("see #**general>lunch** ");
  await page.keyboard.type(":tad");
  await page.getByRole("option", { name: /tada/ }).waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await page.keyboard.press("Enter");
  expect(await text.inputValue()).toBe("see #**general>lunch** :tada: ");

  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+i");
  expect(await text.inputValue()).toBe("*see #**general>lunch** :tada:* ");
  await page.keyboard.press("Control+z");
  expect(await text.inputValue()).toBe("see #**general>lunch** :tada: ");

  await page.keyboard.press("Alt+p");
  await page.getByRole("region", { name: "Preview" }).getByRole("link", { name: "#general > lunch" }).waitFor();
  await page.keyboard.press("Alt+p");
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
});

test("what is pasted becomes Markdown: links over words, HTML, pictures", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const { page } = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const text = textOf(page);
  await text.click();
  const paste = (data: Record<string, string>) =>
    text.evaluate((area, all) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(all)) clipboardData.setData(type, value);
      return area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, data);

  await page.keyboard.type("read this");
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 9));
  await paste({ "text/plain": "https://example.org/a" });
  expect(await text.inputValue()).toBe("read [this](https://example.org/a)");

  await text.fill("");
  await paste({ "text/plain": "a b", "text/html": "<p>a <b>b</b></p><ul><li>c</li></ul>" });
  await page.waitForFunction(() => document.querySelector("textarea")?.value !== "");
  expect(await text.inputValue()).toBe("a **b**\n\n- c");
});

test("files are uploaded into the text, and can be given up", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  const text = textOf(page);
  const files = [
    { name: "crane log.txt", mimeType: "text/plain", buffer: Buffer.from("all is well") },
    {
      name: "crane.png",
      mimeType: "image/png",
      buffer: Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    },
  ];
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chosen).setFiles(files);
  await page.waitForFunction(() => !document.querySelector("textarea")?.value.includes("]()"));
  expect(await text.inputValue()).toMatch(
    /^\[crane log\.txt\]\(\/user_uploads\/\S+\)\n\[crane\.png\]\(\/user_uploads\/\S+\)\n$/,
  );
  await page.getByRole("button", { name: "Remove crane.png" }).click();
  expect(await text.inputValue()).not.toContain("png");
  expect(await problemsOf(visit)).toEqual([]);
});

test("where a message goes is said by keys: a new topic, people, another place", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press("c");
  await page.getByRole("combobox", { name: "Channel" }).waitFor();
  await page.keyboard.type("gener");
  await page.keyboard.press("Enter");
  await page.keyboard.type("lun");
  await page.getByRole("option", { name: "lunch" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await textOf(page).getAttribute("aria-label")).toBe("Message #general › lunch");
  expect(await textOf(page).evaluate((area) => area === document.activeElement)).toBe(true);
  await page.keyboard.type("a draft");
  await page.keyboard.press("Escape");
  expect(await textOf(page).count()).toBe(0);

  await page.keyboard.press("d");
  await page.getByRole("heading", { name: "Drafts" }).waitFor();
  await page.getByRole("button", { name: "Go on writing" }).click();
  await page.waitForURL(/topic\/lunch/);
  expect(await textOf(page).inputValue()).toBe("a draft");
  expect(await problemsOf(visit)).toEqual([]);
});
