import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD, type Person } from "../process/support/person.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { keptIn } from "./support/kept-in.ts";
import { generalOf, say } from "./support/messages.ts";
import { test } from "./support/shared-page.ts";
import type { Visit } from "./support/visit.ts";

const textOf = (page: Page) => page.getByRole("textbox", { name: /^Message/ });

const problemsOf = (visit: Pick<Visit, "accessProblems">) => visit.accessProblems();

/** The newest message on the server. A page shows its own messages before they arrive there. */
async function newest(owner: Person) {
  const range = { anchor: "newest", num_before: 1, num_after: 0, allow_empty_topic_name: true };
  return (await owner.ok(owner.get("/messages", range))).messages.at(-1);
}

test("the composer completes, formats, undoes, previews, pastes and quotes text, uploads files, and schedules", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch", "first *words*");
  const ticket = { pattern: "#(?P<id>[0-9]+)", url_template: "https://tickets.example/{id}" };
  await owner.ok(owner.post("/realm/filters", { ...ticket, example_input: "#7", reverse_template: "#{id}" }));
  const visit = await show(owner, `#narrow/channel/${general}-general/topic/lunch`);
  const { page } = visit;
  const text = textOf(page);
  await text.click();
  await expect.poll(() => text.getAttribute("aria-label")).toBe("Message #general › lunch");

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

  // Pasted content becomes Markdown, and URLs that match linkifiers become short links.
  await text.fill("");
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

  // The browser itself pastes lines without formatting, where the caret is.
  expect(await paste({ "text/plain": "a\r\nb", "text/html": "<div>a</div><div>b</div>" })).toBe(true);

  await text.fill("see ");
  await paste({ "text/plain": "https://tickets.example/12" });
  expect(await text.inputValue()).toBe("see #12");

  // Files, one of which is removed again.
  await text.fill("");
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
  await expect.poll(() => text.inputValue()).not.toContain("png");
  expect(await problemsOf(visit)).toEqual([]);

  // The last message is edited in place, and quoted.
  await text.fill("");
  await text.click();
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.waitFor();
  expect(await editor.inputValue()).toBe("first *words*");
  await page.keyboard.type(", and more");
  expect(await problemsOf(visit)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByText("first words, and more").waitFor();
  expect(await editor.count()).toBe(0);

  await page.getByRole("article").first().click();
  await page.keyboard.press(">");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("```quote"));
  expect(await text.inputValue()).toMatch(
    /^@_\*\*Owner\*\* \[said\]\(http:\S+\/near\/\d+\):\n```quote\nfirst \*words\*, and more\n```\n$/,
  );

  // Schedules a message, undoes that, schedules it again, and views and edits it.
  const schedule = async () => {
    await page.getByRole("button", { name: "More ways to send" }).click();
    await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
    await page.getByText(/Scheduled for tomorrow/).waitFor();
    expect(await text.inputValue()).toBe("");
  };
  await text.fill("good morning");
  await schedule();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text.inputValue()).toBe("good morning");
  await page.getByText(/Scheduled for tomorrow/).waitFor({ state: "detached" });
  expect((await owner.ok(owner.get("/scheduled_messages"))).scheduled_messages).toEqual([]);
  await schedule();

  await visit.go("#scheduled");
  await page.getByText("good morning").waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await page.getByRole("listitem").getByRole("button", { name: "Edit" }).click();
  await page.waitForURL(/topic\/lunch/);
  await expect.poll(() => text.inputValue()).toBe("good morning");
});

test("a message rescheduled after an undo is stored even if the removal event hasn't arrived yet", async ({
  crew: { owner },
  open,
}) => {
  const jetty = await owner.channel("jetty", [owner]);
  await say(owner, jetty, "lunch");
  const { page } = await open(owner, { at: `#narrow/channel/${jetty}-jetty/topic/lunch` });
  let isHeld = false;
  await page.routeWebSocket(/\/json\/events\/stream/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (!isHeld) socket.send(frame);
    });
  });
  await page.reload();
  const text = textOf(page);
  const schedule = async () => {
    await page.getByRole("button", { name: "More ways to send" }).click();
    await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
    await expect.poll(() => text.inputValue()).toBe("");
  };
  await text.fill("good morning");
  await schedule();
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Scheduled/ })
    .waitFor();
  isHeld = true;
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => text.inputValue()).toBe("good morning");
  await schedule();
  const { scheduled_messages } = await owner.ok(owner.get("/scheduled_messages"));
  expect(scheduled_messages.map(({ content }: { content: string }) => content)).toEqual(["good morning"]);
});

test("a user who cannot start topics posts to existing ones", async ({ crew: { owner }, show }) => {
  const canteen = await owner.channel("canteen", [owner]);
  await say(owner, canteen, "lunch");
  const { user_groups } = await owner.ok(owner.get("/user_groups"));
  const nobody = user_groups.find((group: { name: string }) => group.name === "role:nobody").id;
  await owner.ok(owner.patch(`/streams/${canteen}`, { can_create_topic_group: { new: nobody } }));
  const { page } = await show(owner, `#narrow/channel/${canteen}-canteen`);
  const text = textOf(page);
  const topic = page.getByRole("combobox", { name: "Topic" });
  // The client knows the channel's topics when it lists them.
  await topic.fill("lun");
  await page.getByRole("option", { name: "lunch" }).waitFor();
  await topic.fill("dinner");
  await text.fill("when?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("You can't start new topics in this channel. Choose an existing one.").waitFor();
  await topic.fill("lunch");
  await text.fill("when?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").getByText("when?").waitFor();
});

test("the destination is chosen by keyboard: a new topic, people, or another conversation", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "brunch");
  const visit = await show(owner, "#inbox");
  const { page } = visit;
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await page.keyboard.press("c");
  await page.getByRole("combobox", { name: "Channel" }).waitFor();
  await page.keyboard.type("gener");
  await page.keyboard.press("Enter");
  await page.keyboard.type("brun");
  await page.getByRole("option", { name: "brunch" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => textOf(page).getAttribute("aria-label")).toBe("Message #general › brunch");
  expect(await textOf(page).evaluate((area) => area === document.activeElement)).toBe(true);
  await page.keyboard.type("a draft");
  await page.keyboard.press("Escape");
  await expect.poll(() => textOf(page).count()).toBe(0);

  await page.keyboard.press("d");
  await page.getByRole("heading", { name: "Drafts" }).waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: "a draft" })
    .getByRole("button", { name: "Continue writing" })
    .click();
  await page.waitForURL(/topic\/brunch/);
  await expect.poll(() => textOf(page).inputValue()).toBe("a draft");
  expect(await problemsOf(visit)).toEqual([]);
});

test("the composer, its fields and its lists fit on a phone", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general`, size: "phone", touch: true });
  const { page } = visit;
  await page.getByRole("article").first().waitFor();
  // In a channel the topic field comes first.
  await textOf(page).tap();
  await page.keyboard.type("lunch");
  await page.keyboard.press("Enter");
  await page.keyboard.type("hello @**all**");
  // The on-screen keyboard stays, so that nothing moves away below the finger.
  await page.getByRole("button", { name: "Emoji" }).tap();
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => textOf(page).evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await problemsOf(visit)).toEqual([]);
});

test("a sent message appears in the feed at once, an unsent one survives a reload, and a dialog creates polls", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  await textOf(page).click();
  await page.keyboard.type("on my **way**");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: "on my way" }).waitFor();
  await expect.poll(() => textOf(page).inputValue()).toBe("");

  await page.keyboard.type("half a sent");
  await expect.poll(() => keptIn(page)).toContain("half a sent");
  await page.reload();
  await page.getByRole("article").first().waitFor();
  await textOf(page).click();
  await expect.poll(() => textOf(page).inputValue()).toBe("half a sent");
  // Once sent, it is neither a draft nor in the outbox.
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => keptIn(page)).not.toContain('"content":"half a sent"');

  // Commands that aren't messages run at once.
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  await textOf(page).fill("/dark ");
  await page.keyboard.press("Control+Enter");
  await expect.poll(theme).toBe("dark");
  await expect.poll(() => textOf(page).inputValue()).toBe("");
  await page.keyboard.type("/fluid");
  await page.getByRole("option", { name: /fluid-width/ }).waitFor();
  await page.keyboard.press("Enter");
  const measure = () => page.evaluate(() => document.documentElement.style.getPropertyValue("--measure"));
  await expect.poll(measure).toBe("100%");
  await expect.poll(() => textOf(page).inputValue()).toBe("");

  await page.keyboard.type("/po");
  await page.getByRole("option", { name: /poll/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Poll" }).waitFor();
  await page.keyboard.type("Where?");
  await page.keyboard.press("Tab");
  await page.keyboard.type("At the harbour");
  expect(await visit.accessProblems()).toEqual([]);
  // Whoever navigates away and comes back finds the unsent poll again.
  await visit.go("#inbox");
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  await page.goBack();
  const poll = page.getByRole("dialog", { name: "Poll" });
  const openPoll = async () => {
    await textOf(page).fill("/po");
    await page.getByRole("option", { name: /poll/ }).click();
    await poll.waitFor();
  };
  const option = poll.getByRole("textbox", { name: "Option 1" });
  await openPoll();
  await expect.poll(() => option.inputValue()).toBe("At the harbour");
  await poll.getByRole("button", { name: "Cancel" }).click();
  await openPoll();
  expect(await option.inputValue()).toBe("");
  await poll.getByRole("textbox", { name: "Question" }).fill("Where?");
  await option.fill("At the harbour");
  await page.getByRole("button", { name: "Send poll" }).click();
  await page.getByRole("article").filter({ hasText: "At the harbour" }).waitFor();
  await expect.poll(() => textOf(page).inputValue()).toBe("");
});

test("the composer inserts call links, and suggests commands of bots with their descriptions", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  const bot = await owner.ok(owner.post("/bots", { full_name: "Gull", short_name: "gull" }));
  const commands = [{ name: "deploy", description: "Puts a version into use", usage: "SERVICE" }];
  const form = new URLSearchParams({ commands: JSON.stringify(commands) });
  await owner.ok(owner.send("PUT", `/bots/${bot.user_id}/commands`, form));
  await say(owner, general, "calls");
  const visit = await show(owner, `#narrow/channel/${general}-general/topic/calls`);
  const { page } = visit;
  await textOf(page).click();
  await page.keyboard.type("/dep");
  await page.getByRole("option", { name: "deploy SERVICE" }).getByText("Puts a version into use").waitFor();
  await page.keyboard.press("Enter");
  expect(await textOf(page).inputValue()).toBe("/deploy ");
  await textOf(page).fill("");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Video call" }).click();
  await expect
    .poll(() => textOf(page).inputValue())
    .toMatch(/^\[Join video call\.\]\(http:\/\/[^/]+\/call\/[1-9]\d{14}#config\.startWithVideoMuted=false\) $/);
  expect(await visit.accessProblems()).toEqual([]);
});

test("a refused message returns to the composer", async ({ crew: { owner }, show }) => {
  const general = await generalOf(owner);
  await say(owner, general, "pleas");
  const visit = await show(owner, `#narrow/channel/${general}-general/topic/pleas`);
  const { page } = visit;
  visit.expects(/status of 400/);
  (await holdRequests(page, "POST", "**/json/messages")).refuse();
  await textOf(page).click();
  await page.keyboard.type("a plea");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Not today.").waitFor();
  await page.keyboard.type("another text");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.poll(() => textOf(page).inputValue()).toBe("a plea");
  await visit.go("#drafts");
  await page.getByText("another text").waitFor();
});

test("[accessibility 3.3.3] the composer warns about mentioned users the message wouldn't reach", async ({
  crew: { owner },
  show,
}) => {
  const made = await owner.ok(
    owner.post("/channels/create", { name: "quiet", subscribers: JSON.stringify([owner.id]) }),
  );
  const nina = await owner.ok(
    owner.post("/users", { email: "nina@example.org", password: PASSWORD, full_name: "Nina" }),
  );
  const visit = await show(owner, `#narrow/channel/${made.id}-quiet/topic/tea`);
  const { page } = visit;
  await textOf(page).click();
  await page.keyboard.type("@nin");
  await page.getByRole("option", { name: /Nina/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Nina isn't in #quiet and won't be notified.").waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await page.getByRole("button", { name: "Add to channel" }).click();
  await page.getByText("Nina isn't in #quiet").waitFor({ state: "detached" });
  const { subscribers } = await owner.ok(owner.get(`/streams/${made.id}/members`));
  expect(subscribers).toContain(nina.user_id);
});

test("the draft follows its topic when it is renamed", async ({ crew: { owner }, show }) => {
  const mess = await owner.channel("mess", [owner]);
  const id = await say(owner, mess, "lunch");
  const { page } = await show(owner, `#narrow/channel/${mess}-mess/topic/lunch`);
  await page.getByRole("article").first().waitFor();
  await textOf(page).click();
  await page.keyboard.type("at noon");
  await owner.ok(owner.patch(`/messages/${id}`, { topic: "dinner", propagate_mode: "change_all" }));
  await page.getByRole("heading", { name: "dinner" }).waitFor();
  await expect.poll(() => textOf(page).getAttribute("aria-label")).toBe("Message #mess › dinner");
  await page.keyboard.type(", or later");
  expect(await textOf(page).inputValue()).toBe("at noon, or later");

  // Also elsewhere: the draft, the history and the channel's address are updated.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+I");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await owner.ok(owner.patch(`/messages/${id}`, { topic: "supper", propagate_mode: "change_all" }));
  await owner.ok(owner.patch(`/streams/${mess}`, { new_name: "quay" }));
  await page.getByRole("link", { name: /quay/ }).first().waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "supper" }).waitFor();
  await expect.poll(() => textOf(page).getAttribute("aria-label")).toBe("Message #quay › supper");
  expect(await textOf(page).inputValue()).toBe("at noon, or later");
  await expect.poll(() => page.url()).toMatch(/quay\/topic\/supper$/);
  await owner.ok(owner.patch(`/streams/${mess}`, { new_name: "pier" }));
  await expect.poll(() => page.url()).toMatch(/pier\/topic\/supper$/);
});

test("the composer explains why the user cannot post in a channel, and keeps the draft visible", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  // The notification that typing stopped is refused too.
  visit.expects(/400 .*\/json\/typing/);
  const { page } = visit;
  await textOf(page).click();
  await page.keyboard.type("at noon");
  await owner.ok(owner.delete(`/streams/${general}`));
  await page.getByText("This channel is archived. No one can post to it.").waitFor();
  expect(await page.getByRole("button", { name: "Send", exact: true }).count()).toBe(0);
  expect(await textOf(page).inputValue()).toBe("at noon");
  expect(await problemsOf(visit)).toEqual([]);
});

test("without letter shortcuts, typing anywhere starts a message, and an input method completes names and filters lists", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  await owner.ok(owner.post("/users", { email: "yumi@example.org", password: PASSWORD, full_name: "佐藤 由美" }));
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page, context } = visit;
  await page.evaluate(() => localStorage.setItem("parley.letter-keys", "off"));
  await page.reload();
  await page.getByRole("article").first().waitFor();
  await textOf(page).waitFor();
  await page.keyboard.type("jk @");
  expect(await textOf(page).inputValue()).toBe("jk @");
  const browser = await context.newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "佐", selectionStart: 1, selectionEnd: 1 });
  await page.getByRole("option", { name: /佐藤/ }).waitFor();
  await browser.send("Input.insertText", { text: "佐" });
  await page.keyboard.press("Enter");
  expect(await textOf(page).inputValue()).toBe("jk @**佐藤 由美** ");
  // Keys that choose what is inserted don't leave the field that it goes into.
  for (const [place, name] of [
    [`#topics/channel/${general}-general`, "Find a topic"],
    ["#recent", "Find a conversation"],
  ] as const) {
    await visit.go(place);
    const field = page.getByRole("searchbox", { name });
    await field.fill("lunch");
    await page.getByRole("main").getByRole("listitem").filter({ hasText: "lunch" }).waitFor();
    const isLeft = (isComposing: boolean) =>
      field.evaluate((input, how) => {
        const key = { key: "Enter", bubbles: true, cancelable: true };
        input.dispatchEvent(new KeyboardEvent("keydown", { ...key, isComposing: how }));
        return document.activeElement !== input;
      }, isComposing);
    expect([await isLeft(true), await isLeft(false)], name).toEqual([false, true]);
  }
});

test("an Enter that ends a composition is left to the input method, even with the key code that Safari reports", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  const visit = await show(owner, `#narrow/channel/${general}-general/topic/compositions`);
  const { page } = visit;
  const isLeft = (field: Locator) =>
    field.evaluate((input) => {
      const key = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
      return input.dispatchEvent(new KeyboardEvent("keydown", key));
    });
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  const emoji = page.getByRole("combobox", { name: "Find an emoji" });
  await emoji.fill("tada");
  await page.getByRole("option", { name: "tada" }).first().waitFor();
  expect(await isLeft(emoji)).toBe(true);
  await emoji.press("Enter");
  await expect.poll(() => textOf(page).inputValue()).toBe(":tada: ");

  await textOf(page).fill("/po");
  await page.getByRole("option", { name: /poll/ }).click();
  const options = page.getByRole("dialog", { name: "Poll" }).getByRole("textbox", { name: /^Option/ });
  await options.last().fill("harbour");
  expect(await isLeft(options.last())).toBe(true);
  await page.keyboard.press("Escape");

  await visit.go("#settings/profile");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Ow");
  expect(await isLeft(name)).toBe(true);
});

test("the first reply explains topics as threads, and the first Enter asks whether Enter should send", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch");
  const at = `#narrow/channel/${general}-general/topic/lunch`;
  const visit = await open(owner, { at });
  const { page } = visit;
  const reply = async () => {
    await page.getByRole("article").first().hover();
    await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Reply" }).click();
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  };
  const notice = page.locator(".composer-notice");
  const lesson = notice.getByText("A topic works like a thread: your reply goes to the end of “lunch”.");
  await reply();
  await lesson.waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await page.getByRole("button", { name: "Got it" }).click();
  await lesson.waitFor({ state: "detached" });
  await reply();
  expect(await lesson.count()).toBe(0);

  const question = notice.getByText("Enter started a new line. Ctrl+Enter sends.");
  await page.keyboard.type("noon?");
  await page.keyboard.press("Enter");
  await question.waitFor();
  expect(await problemsOf(visit)).toEqual([]);
  await page.getByRole("button", { name: "Send with Enter" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByText("Enter to send", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("article").getByText("noon?").waitFor();
  const client_capabilities = { notification_settings_null: true, parley_onboarding_steps: true };
  const fetch_event_types = ["onboarding_steps", "user_settings"];
  const own = async () => {
    const state = await owner.ok(owner.post("/register", { fetch_event_types, client_capabilities }));
    const names = state.onboarding_steps.map(({ name }: { name: string }) => name);
    return {
      enter_sends: state.user_settings.enter_sends,
      steps: names.filter((name: string) => /^parley_/.test(name)),
    };
  };
  await expect.poll(own).toEqual({ enter_sends: true, steps: [] });
});

test("a message without a topic suggests topics that share its words", async ({ crew: { owner }, show }) => {
  const berth = await owner.channel("berth", [owner]);
  await say(owner, berth, "crane maintenance");
  await say(owner, berth, "lunch");
  const visit = await show(owner, `#narrow/channel/${berth}-berth`);
  const { page } = visit;
  await page.getByRole("article").first().waitFor();
  await textOf(page).fill("The cranes squeak again.");
  const offers = page.getByRole("group", { name: "Suggested topics" });
  await offers.getByRole("button", { name: "crane maintenance" }).waitFor();
  expect(await offers.getByRole("button").count()).toBe(1);
  expect(await problemsOf(visit)).toEqual([]);
  await offers.getByRole("button", { name: "crane maintenance" }).click();
  await offers.waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").getByText("The cranes squeak again.").waitFor();
  await expect
    .poll(() => newest(owner))
    .toMatchObject({ subject: "crane maintenance", content: "<p>The cranes squeak again.</p>" });
});

test("a message in the wrong topic is moved with one key and Enter, and back again", async ({
  crew: { owner },
  show,
}) => {
  const dock = await owner.channel("dock", [owner]);
  await say(owner, dock, "crane maintenance");
  const id = await say(owner, dock, "lunch", "The cranes squeak again.");
  await say(owner, dock, "lunch", "Soup today.");
  const topics = async () => {
    const { messages } = await owner.ok(owner.get("/messages", { anchor: id, num_before: 0, num_after: 1 }));
    return messages.map(({ subject }: { subject: string }) => subject);
  };
  const { page } = await show(owner, `#narrow/channel/${dock}-dock/topic/lunch`);
  await page.getByRole("article").filter({ hasText: "The cranes squeak again." }).click();
  await page.keyboard.press("m");
  const topic = page.getByRole("dialog").getByRole("combobox", { name: "Topic" });
  await topic.waitFor();
  await expect.poll(() => topic.inputValue()).toBe("crane maintenance");
  await page.keyboard.press("Enter");
  await page.getByText("Moved to #dock › crane maintenance").waitFor();
  // A notice stays while the pointer is on it.
  await page.getByRole("button", { name: "Undo" }).hover();
  await expect.poll(topics).toEqual(["crane maintenance", "lunch"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(topics).toEqual(["lunch", "lunch"]);
});

test("a move undone while offline is also undone on the server when the network returns", async ({ owner, open }) => {
  const general = await generalOf(owner);
  const id = await say(owner, general, "lunch", "The cranes squeak again.");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/);
  const { page, context } = visit;
  await page.getByRole("article").filter({ hasText: "The cranes squeak again." }).click();
  await page.keyboard.press("m");
  await page.getByRole("dialog").getByRole("combobox", { name: "Topic" }).fill("cranes");
  await page.getByText("Only this message").click();
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await page.getByText("Moved to #general › cranes").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Moved back").waitFor();
  await page.getByRole("article").filter({ hasText: "The cranes squeak again." }).click();
  await page.keyboard.press("Control+s");
  await context.setOffline(false);
  // The star is sent after what waited before it.
  const message = async () => (await owner.ok(owner.get(`/messages/${id}`))).message;
  await expect.poll(message).toMatchObject({ flags: expect.arrayContaining(["starred"]), subject: "lunch" });
});

test("a channel without topics is one conversation with the channel's name", async ({ crew: { owner }, show }) => {
  const visit = await show(owner, "#channels");
  const { page } = visit;
  await page.getByRole("main").getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a channel" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("lobby");
  await dialog.getByRole("checkbox", { name: /^One conversation without topics/ }).check();
  expect(await problemsOf(visit)).toEqual([]);
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await page.getByRole("heading", { level: 1, name: "lobby" }).waitFor();
  await expect.poll(() => textOf(page).getAttribute("aria-label")).toBe("Message #lobby");
  // A page of messages requested while this one is being sent could contain it too.
  await page.getByRole("main").getByText("This is the beginning of this channel.").waitFor();
  await textOf(page).fill("Coffee?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").getByText("Coffee?").waitFor();
  expect(await page.getByRole("main").getByText("general chat").count()).toBe(0);
  await expect
    .poll(() => newest(owner))
    .toMatchObject({ display_recipient: "lobby", subject: "", content: "<p>Coffee?</p>" });
});

test("a completion list closes when the caret leaves the word to complete", async ({ crew: { owner }, show }) => {
  const general = await generalOf(owner);
  await say(owner, general, "carets");
  const { page } = await show(owner, `#narrow/channel/${general}-general/topic/carets`);
  const text = textOf(page);
  const list = page.getByRole("listbox", { name: "Suggestions" });
  for (const [key, then] of [
    ["End", "Hello @own, how are you?\n"],
    ["Home", "\nHello @own, how are you?"],
  ] as const) {
    await text.fill("Hello , how are you?");
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
    await page.keyboard.type("@own");
    await list.waitFor();
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    expect(await text.inputValue()).toBe(then);
  }
});

test("a preview or an error disappears once its text is no longer in the composer", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  for (const topic of ["noon", "night"]) await say(owner, general, topic);
  const at = (topic: string) => `#narrow/channel/${general}-general/topic/${topic}`;
  const { page } = await show(owner, at("noon"));
  const text = textOf(page);
  const go = async (topic: string) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, at(topic));
    await page.getByRole("group", { name: "New message" }).getByText(topic).waitFor();
  };
  await text.fill("soup");
  await text.fill("");
  await page.keyboard.press("Control+Enter");
  const problem = page.getByText("Write something first.");
  await problem.waitFor();
  await go("night");
  await problem.waitFor({ state: "detached" });

  // A preview disappears when its text is sent, and when another conversation is opened.
  await text.fill("soup");
  await page.keyboard.press("Alt+p");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.waitFor();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true);
  await text.fill("rice");
  await page.keyboard.press("Alt+p");
  await preview.waitFor();
  await go("noon");
  await text.focus();
  await page.keyboard.press("Alt+p");
  await preview.waitFor();
  await page.getByRole("article").first().click();
  await page.keyboard.press("r");
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true);
});

test("a message that the user has collapsed can be edited", async ({ crew: { owner }, show }) => {
  const general = await generalOf(owner);
  const id = await say(owner, general, "folds");
  await owner.ok(owner.post("/messages/flags", { messages: [id], op: "add", flag: "collapsed" }));
  const { page } = await show(owner, `#narrow/channel/${general}-general/topic/folds`);
  await page.getByRole("article").first().focus();
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Edit message" }).waitFor();
});

test("if a required topic is missing, a poll is inserted as text, and a voice message is not recorded", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  await owner.ok(owner.patch(`/streams/${general}`, { topics_policy: "disable_empty_topic" }));
  const { page } = await open(owner, { at: `#narrow/channel/${general}-general` });
  const text = page.getByRole("textbox", { name: /^Message/ });
  const topic = page.getByRole("combobox", { name: "Topic" });
  await page.getByRole("button", { name: "Voice message" }).click();
  await expect.poll(() => topic.evaluate((field) => field === document.activeElement)).toBe(true);
  await text.fill("half a sentence");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Poll" }).click();
  const poll = page.getByRole("dialog", { name: "Poll" });
  await poll.getByRole("textbox", { name: "Question" }).fill("Where?");
  await poll.getByRole("button", { name: "Send poll" }).click();
  await expect.poll(() => text.inputValue()).toBe("/poll Where?");
  await topic.fill("lunch");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: "Where?" }).waitFor();
  await expect.poll(async () => (await newest(owner)).subject).toBe("lunch");
  await expect.poll(() => text.inputValue()).toBe("");
});

test("a poll sent from a channel's list of topics opens its topic", async ({ crew: { owner }, show }) => {
  const derrick = await owner.channel("derrick", [owner]);
  const { page } = await show(owner, `#topics/channel/${derrick}-derrick`);
  await page.getByRole("combobox", { name: "Topic" }).fill("lunch");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Poll" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill("Where?");
  await page.getByRole("button", { name: "Send poll" }).click();
  await page.getByRole("article").filter({ hasText: "Where?" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "lunch", level: 1 }).waitFor();
});

test("a chosen time is inserted where its dialog was opened, even if an upload finishes in between", async ({
  crew: { owner },
  show,
}) => {
  const general = await generalOf(owner);
  await say(owner, general, "times");
  const { page } = await show(owner, `#narrow/channel/${general}-general/topic/times`);
  const uploaded = await holdRequests(page, "POST", "**/user_uploads**");
  const text = textOf(page);
  await text.click();
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chosen).setFiles([{ name: "menu.txt", mimeType: "text/plain", buffer: Buffer.from("soup") }]);
  await expect.poll(() => text.inputValue()).toContain("Uploading");
  await page.keyboard.type("At <time:");
  await page.getByRole("option", { name: /Choose/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  uploaded.release();
  await expect.poll(() => text.inputValue()).toContain("user_uploads");
  await dialog.getByRole("button", { name: "Insert" }).click();
  await expect.poll(() => text.inputValue()).toMatch(/^\[menu\.txt\]\(\S+\)\nAt <time:\d{4}[^<>]*> $/);

  // A preview follows what is inserted.
  await page.keyboard.press("Alt+p");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("menu.txt").waitFor();
  await page.getByRole("button", { name: "Remove menu.txt" }).click();
  await preview.getByText("menu.txt").waitFor({ state: "detached" });
});
