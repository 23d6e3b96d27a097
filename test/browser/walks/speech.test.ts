import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { Speech } from "../support/speech.ts";

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Checks that at most one polite announcement comes every three seconds. */
function expectCalm({ heard }: Speech): void {
  const summaries = heard.filter(({ isPolite, text }) => isPolite && /new message/.test(text));
  const early = summaries.filter(({ at }, index) => index > 0 && at - (summaries[index - 1]?.at ?? 0) < 2900);
  expect(early).toEqual([]);
}

test("[accessibility 4.1.3] a screen reader announces the focused element, new messages and reactions", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const quay = await owner.channel("quay", [owner, omar]);
  const say = (content: string) =>
    omar.ok(omar.post("/messages", { type: "channel", to: quay, topic: "crane", content }));
  await owner.ok(owner.post("/mark_all_as_read"));
  await say("Does it hold?");
  const { page } = await open(owner, { at: "#inbox" });
  await page.getByRole("main").getByRole("link", { name: /crane/ }).waitFor();
  const speech = await Speech.begin(page);
  await speech.press("j", /crane/);
  await speech.press("Enter", /^crane, heading/);
  await page.getByRole("feed", { name: "Messages" }).getByText("Does it hold?").waitFor();
  // The feed's key handling loads together with the composer.
  await page.getByRole("textbox", { name: "Message #quay › crane" }).waitFor();
  await speech.press("j", /^Omar Example.*article/);
  await speech.press("r", /^Message #quay › crane, textbox/);
  await speech.type("It does.", /It does\./);
  await speech.press("Control+Enter", /^Message #quay › crane, textbox(?!.*It does)/);
  await page.getByRole("article").filter({ hasText: "It does." }).waitFor();
  await speech.press("Escape", /article/);
  let good = 0;
  const praise = async () => {
    good = (await say("Good.")).id;
  };
  await speech.after("Omar writes", praise, /article/);
  await speech.hears(/^1 new message/);
  const both = ["Then lift.", "Slowly."].map((content) => ({ sender: omar.id, to: quay, topic: "crane", content }));
  const { ids } = await owner.ok(owner.post("/testing/messages", { messages: both }));
  await speech.hears(/^2 new messages/);
  await speech.press("j", /^Owner.*article.*It does/);
  await speech.press("j", /^Omar Example.*article.*Good/);
  await speech.press(":", /Find an emoji, combobox, expanded/);
  await speech.type("tada", /^tada, option/);
  await speech.press("Enter", /^Omar Example.*article/);
  await page.getByRole("button", { name: /^tada/, pressed: true }).waitFor();
  await speech.hears(/^tada: You$/);
  const reacts = (to: number, emoji_name: string) => omar.ok(omar.post(`/messages/${to}/reactions`, { emoji_name }));
  await reacts(ids[0], "eyes");
  await reacts(good, "heart");
  await speech.hears(/^heart: Omar Example$/);
  await speech.press("=", /^Omar Example.*article/);
  await speech.hears(/^Removed/);
  expect(speech.heard.filter(({ text }) => text.includes("eyes"))).toEqual([]);
  expectCalm(speech);
  // Own messages are shown, but not announced.
  expect(speech.heard.filter(({ text }) => text.includes("It does."))).toEqual([]);
  await expect(`${speech.lines.join("\n")}\n`).toMatchFileSnapshot("../speech/reader.txt");
});

test("[accessibility 4.1.3] a screen reader announces each step of creating a channel, and that a permission is saved", async ({
  owner,
  open,
}) => {
  const { page } = await open(owner, { at: "#inbox" });
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  const speech = await Speech.begin(page);
  await speech.press("Control+k", /, option, selected$/);
  await speech.type("Create a channel", /^Create a channel, option/);
  await speech.press("Enter", /^Name, textbox/);
  await speech.type("harbour office", /harbour office/);
  await speech.press("Enter", /^harbour office, heading/);
  await goTo(page, "#organization/organization-permissions");
  await page.getByRole("combobox", { name: "Who can create public channels" }).waitFor();
  await speech.after(
    "to a permission",
    () => page.getByRole("combobox", { name: "Who can create public channels" }).focus(),
    /^Who can create public channels, combobox/,
  );
  await speech.press("ArrowDown", /^Who can create public channels, combobox.*, Full members/);
  await speech.hears(/^Saved/);
  await expect(`${speech.lines.join("\n")}\n`).toMatchFileSnapshot("../speech/administrator.txt");
});

test("[accessibility 4.1.3] a screen reader announces the views opened by the bottom bar on a phone", async ({
  owner,
  open,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It holds." }));
  const { page } = await open(owner, { at: "#inbox", size: "phone", touch: true });
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  const speech = await Speech.begin(page);
  const channels = page.getByRole("button", { name: "Channels", exact: true });
  await speech.after("to the bar", () => channels.focus(), /^Channels, button/);
  await speech.press("Enter", /^Channels, button, expanded/);
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await speech.after("to a channel", () => navigation.getByRole("link", { name: /^quay/ }).focus(), /^quay.*link/);
  await speech.press("Enter", /^quay, heading/);
  await page.getByRole("list", { name: "Topics" }).getByRole("link", { name: /crane/ }).waitFor();
  await speech.press("j", /crane.*link/);
  await speech.press("Enter", /^crane, heading/);
  await page.getByRole("button", { name: "Back" }).waitFor();
  await page.getByRole("button", { name: "Start voice call" }).waitFor();
  await speech.press("Tab", /^(?!crane).*(button|link)/);
  await expect(`${speech.lines.join("\n")}\n`).toMatchFileSnapshot("../speech/phone.txt");
});
