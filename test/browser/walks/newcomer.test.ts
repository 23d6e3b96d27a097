import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { harbourPicture } from "../support/believable/pictures.ts";
import { test } from "../support/browser-test.ts";
import { contentsOf, generalOf, say } from "../support/messages.ts";

test("a newcomer joins through a link, and finds the composer and every other feature without instructions", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  const crane = await owner.channel("crane", [owner]);
  await say(owner, general, "lunch", "Who comes along at noon?");
  await say(owner, general, "keys", "The door of the shed is open.");
  await say(owner, crane, "brakes", "They squeak again.");
  const newest = async (channel: number, topic: string) =>
    (await contentsOf(owner, ["channel", channel], ["topic", topic])).at(-1);

  // The owner creates a link.
  const { page: desk } = await open(owner);
  await desk.keyboard.press("Control+k");
  await desk.getByRole("combobox", { name: "Jump or search" }).fill("invite people");
  await desk.getByRole("option", { name: /^Invite/ }).waitFor();
  await desk.keyboard.press("Enter");
  // The newcomer finds this channel themselves.
  await desk.getByRole("button", { name: "Remove crane" }).click();
  await desk.getByRole("button", { name: "Create link" }).click();
  const link = await desk.getByRole("textbox", { name: "Share this link:" }).inputValue();

  // The newcomer joins, and is in the client.
  const visit = await open(undefined, { at: new URL(link).pathname, host: owner.host });
  const { page } = visit;
  visit.expects(/401/);
  await page.getByRole("textbox", { name: "Email" }).fill("nina@example.org");
  await page.getByRole("textbox", { name: "Your name" }).fill("Nina New");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: /^Join / }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const nav = page.getByRole("navigation", { name: "Navigation" });
  const main = page.getByRole("main");
  const feed = page.getByRole("feed", { name: "Messages" });
  const text = page.getByRole("textbox", { name: /^Message/ });

  // Someone welcomes them.
  await main
    .getByRole("region", { name: "For you" })
    .getByRole("link", { name: /^Welcome Bot/ })
    .click();
  await feed.getByText(/welcome to org/).waitFor();
  await page.waitForFunction(() => !document.title.startsWith("("));

  // A channel shows its topics; messages go to a topic.
  await nav.getByRole("link", { name: /^general/ }).click();
  await main.getByRole("heading", { level: 1, name: "general" }).waitFor();
  await main.getByRole("link", { name: /keys/ }).waitFor();
  await main.getByRole("link", { name: /lunch/ }).first().click();
  await feed.getByText("Who comes along at noon?").waitFor();
  await expect.poll(() => text.getAttribute("aria-label")).toBe("Message #general › lunch");
  await text.click();
  await page.keyboard.type("I do!");
  await page.keyboard.press("Control+Enter");
  await feed.getByText("I do!").waitFor();
  await expect.poll(() => newest(general, "lunch")).toBe("I do!");
  // The answer appears live.
  await say(owner, general, "lunch", "Great, at the gate then.");
  const answer = feed.getByRole("article").filter({ hasText: "Great, at the gate then." });
  await answer.waitFor();

  await answer.hover();
  await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("combobox", { name: "Find an emoji" }).fill("tada");
  await page.getByRole("option", { name: "tada", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await answer.getByRole("button", { name: /^tada You/ }).waitFor();

  // Messages count as read only after a moment.
  await page.waitForFunction(() => !document.title.startsWith("("));

  // Another user mentions them elsewhere: the title counts it, and the inbox links to it.
  await nav.getByRole("link", { name: "Inbox" }).click();
  await say(owner, general, "keys", "@**Nina New** here is yours.");
  await page.waitForFunction(() => document.title.startsWith("(1)"));
  await main.getByRole("region", { name: "For you" }).getByRole("link", { name: /keys/ }).click();
  await feed.getByText("here is yours").waitFor();
  await page.waitForFunction(() => !document.title.startsWith("("));

  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Set your status" }).click();
  await page.getByRole("dialog", { name: "Your status" }).getByRole("button", { name: "In a meeting" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Your status" }).waitFor({ state: "detached" });
  const nina = await owner.as("nina@example.org", PASSWORD);
  const { status } = await owner.ok(owner.get(`/users/${nina.id}/status`));
  expect(status.status_text).toBe("In a meeting");

  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chosen).setFiles([
    { name: "crane.png", mimeType: "image/png", buffer: Buffer.from(await harbourPicture().arrayBuffer()) },
  ]);
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("/user_uploads/"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await feed
    .getByRole("link", { name: /crane\.png/ })
    .first()
    .waitFor();
  await feed.getByRole("img", { name: "Image: crane.png" }).click();
  await page.getByRole("dialog", { name: "Image: crane.png" }).waitFor();
  await page.keyboard.press("Escape");

  // Another channel, and a new topic.
  const more = nav.getByRole("link", { name: /^Browse channels · \d+ more/ });
  await more.click();
  await main.getByRole("listitem").filter({ hasText: "crane" }).getByRole("button", { name: "Join" }).click();
  await nav.getByRole("link", { name: /^crane/ }).click();
  await main.getByRole("link", { name: /brakes/ }).waitFor();
  await main.getByRole("button", { name: "New topic" }).click();
  await page.keyboard.type("grease");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Try some of this.");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => newest(crane, "grease")).toBe("Try some of this.");
  await page.waitForURL(/topic\/grease/);
  // The feed can be loaded before the send is answered: then it shows the message twice for a moment.
  await expect.poll(() => feed.getByText("Try some of this.").count()).toBe(1);

  await page.getByRole("button", { name: "New direct message" }).first().click();
  await page.keyboard.type("Own");
  await page.getByRole("option", { name: /^Owner/ }).click();
  await text.fill("Thanks for having me.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await nav.getByRole("link", { name: /Owner/ }).waitFor();
  await expect.poll(() => contentsOf(owner, ["is", "dm"])).toContain("Thanks for having me.");
  await page.getByRole("button", { name: "Change destination" }).waitFor();

  // Earlier messages are found by topic name and by content.
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Jump or search" }).getByRole("combobox").fill("lunch");
  await page.getByRole("option", { name: /lunch/ }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/topic\/lunch/);
  await feed.getByText("Great, at the gate then.").waitFor();
  // Leaves the composer, which had the focus.
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("squeak");
  await page.keyboard.press("Enter");
  // The message was sent before they joined.
  await main.getByRole("link", { name: "Search all public channels" }).click();
  await feed.getByText("They squeak again.").waitFor();

  // The theme, and logging out.
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(background).not.toBe(light);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL(/\/login\//);
  await page.getByRole("textbox", { name: "Email" }).waitFor();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  await page.goBack().catch(() => undefined);
  await page.waitForURL(/\/login\//);
});

test("an owner chooses whether a new channel is a default one, and opens the default channels from an invitation", async ({
  owner,
  open,
}) => {
  const visit = await open(owner);
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  const isDefault = dialog.getByRole("checkbox", { name: /^Default channel for new people/ });
  const create = async (name: string) => {
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  await visit.go("#channels/new");
  await dialog.getByRole("textbox", { name: "Name" }).fill("winch");
  await expect.poll(() => isDefault.isChecked()).toBe(false);
  await isDefault.check();
  await create("winch");

  // Private channels can't be default ones.
  await visit.go("#channels/new");
  await dialog.getByRole("textbox", { name: "Name" }).fill("cellar");
  await isDefault.check();
  await dialog.getByRole("radio", { name: /^Private, shared/ }).check();
  await expect.poll(() => isDefault.count()).toBe(0);
  await create("cellar");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Jump or search" }).fill("invite people");
  await page.getByRole("option", { name: /^Invite/ }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Remove winch" }).waitFor();
  await dialog.getByRole("link", { name: "Change default channels" }).click();
  await page.getByRole("list", { name: "Default channels" }).getByText("winch").waitFor();
  expect(await dialog.count()).toBe(0);
});
