import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { savedSign } from "./support/saved-sign.ts";
import { test } from "./support/shared-page.ts";
import type { Visit } from "./support/visit.ts";

const composer = (page: Page) => page.getByRole("textbox", { name: /^Message/ });

let channels = 0;

/** A new channel with a message in each of the given topics. All are read: an edit would wait while the page marks them. */
async function channelWith(owner: Person, ...topics: readonly string[]) {
  channels += 1;
  const name = `crane${channels}`;
  const channel = await owner.channel(name, [owner]);
  for (const topic of topics) {
    const message = { type: "channel", to: channel, topic, content: `about ${topic}`, read_by_sender: true };
    await owner.ok(owner.post("/messages", message));
  }
  return { channel, name, at: (topic: string) => `#narrow/channel/${channel}-${name}/topic/${topic}` };
}

test("a message whose scheduling response was lost is not scheduled twice", async ({ crew: { owner }, show }) => {
  const { channel, at } = await channelWith(owner, "lunch");
  const visit = await show(owner, at("lunch"));
  visit.expects(/ERR_FAILED/);
  const { page } = visit;
  const schedule = async () => {
    await page.getByRole("button", { name: "More ways to send" }).click();
    await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
  };
  await page.route(
    "**/json/scheduled_messages",
    async (route) => {
      const sent = new URLSearchParams(route.request().postData() ?? "");
      await owner.ok(
        owner.post("/scheduled_messages", {
          ...{ type: "channel", to: channel, topic: "lunch", content: "good morning" },
          scheduled_delivery_timestamp: Number(sent.get("scheduled_delivery_timestamp")),
        }),
      );
      await route.abort();
    },
    { times: 1 },
  );
  await composer(page).fill("good morning\n");
  await schedule();
  await page.getByRole("link", { name: /^Scheduled/ }).waitFor();
  await schedule();
  await page.getByText(/Scheduled for tomorrow/).waitFor();
  expect(await composer(page).inputValue()).toBe("");
  expect((await owner.ok(owner.get("/scheduled_messages"))).scheduled_messages).toHaveLength(1);
});

test("choosing the same time again while a message is being scheduled does not schedule it twice", async ({
  owner,
  open,
}) => {
  const { at } = await channelWith(owner, "lunch");
  const { page } = await open(owner, { at: at("lunch") });
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/json/scheduled_messages") && asked.push(request.url()));
  const scheduling = await holdRequests(page, "POST", "**/json/scheduled_messages");
  await composer(page).fill("good morning");
  for (const _ of ["first", "again"]) {
    await page.getByRole("button", { name: "More ways to send" }).click();
    await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
    await scheduling.made;
  }
  scheduling.release();
  await page.getByText(/Scheduled for tomorrow/).waitFor();
  expect(asked).toHaveLength(1);
});

test("scheduling a message keeps the text typed while the request runs", async ({ crew: { owner }, show }) => {
  const { at } = await channelWith(owner, "lunch", "tea");
  const visit = await show(owner, at("lunch"));
  const { page } = visit;
  const scheduling = await holdRequests(page, "POST", "**/json/scheduled_messages");
  await composer(page).fill("good morning");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
  await scheduling.made;
  await visit.go(at("tea"));
  await page.getByRole("article").getByText("about tea").waitFor();
  await composer(page).fill("a cup, please");
  scheduling.release();
  await page.getByText(/Scheduled for tomorrow/).waitFor();
  expect(await composer(page).inputValue()).toBe("a cup, please");
  await visit.go(at("lunch"));
  await page.getByRole("article").getByText("about lunch").waitFor();
  expect(await composer(page).inputValue()).toBe("");
});

test("text typed into a channel's page while it is saved stays in its editor", async ({ crew: { owner }, show }) => {
  const channel = await owner.channel("kitchen", [owner]);
  const write = (content: string, base_version: number) =>
    owner.ok(owner.patch(`/streams/${channel}/page`, { content, base_version }));
  await write("one\n\ntwo\n\nthree", 0);
  const visit = await show(owner, `#board/channel/${channel}-kitchen`);
  const { page } = visit;
  const text = page.getByRole("textbox", { name: "Text of the page" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Edit page");
  const first = await holdRequests(page, "PATCH", "**/page");
  await text.fill("one\n\ntwo\n\nthree, four");
  await press("Save");
  await first.made;
  await text.fill("one\n\ntwo\n\nthree, four, five");
  first.release();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe(null);
  expect(await text.inputValue()).toBe("one\n\ntwo\n\nthree, four, five");

  // Someone else's change is merged into what was typed while the conflict was not yet known.
  visit.expects(/400 \(Bad Request\).*\/page\)/);
  await page.unrouteAll();
  const second = await holdRequests(page, "PATCH", "**/page");
  await press("Save");
  await second.made;
  await write("one, as they say\n\ntwo\n\nthree, four", 2);
  await text.fill("one\n\ntwo\n\nthree, four, five, six");
  second.release();
  await page.getByRole("alert").getByText("Both changes are in the text.").waitFor();
  expect(await text.inputValue()).toBe("one, as they say\n\ntwo\n\nthree, four, five, six");
  await page.unrouteAll();
  await press("Save");
  await page.getByRole("button", { name: "Edit page" }).waitFor();
  const { page: saved } = await owner.ok(owner.get(`/streams/${channel}/board`));
  expect(saved.content).toBe("one, as they say\n\ntwo\n\nthree, four, five, six");

  // The former text, typed again during a save, stays too.
  await press("Edit page");
  const third = await holdRequests(page, "PATCH", "**/page");
  await text.fill("none");
  await press("Save");
  await third.made;
  await text.fill(saved.content);
  third.release();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe(null);
  expect(await text.inputValue()).toBe(saved.content);

  // What is discarded meanwhile stays discarded.
  await page.unrouteAll();
  const fourth = await holdRequests(page, "PATCH", "**/page");
  await text.fill("five");
  await press("Save");
  await fourth.made;
  await press("Discard draft");
  const response = page.waitForResponse((one) => one.request().method() === "PATCH");
  fourth.release();
  await (await response).finished();
  await page.getByText("five", { exact: true }).waitFor();
  await press("Edit page");
  expect(await text.inputValue()).toBe("five");

  // A refusal is shown even without an editor, and the text stays a draft.
  await page.unrouteAll();
  const refused = await holdRequests(page, "PATCH", "**/page");
  await text.fill("six");
  await press("Save");
  await press("Close");
  refused.refuse();
  await page.getByRole("alert").getByText("Not today.").waitFor();
  await press("Continue writing");
  expect(await text.inputValue()).toBe("six");

  // A conflict with somebody else's change is shown too, and the editor offers to merge it when it is opened again.
  await page.unrouteAll();
  const fifth = await holdRequests(page, "PATCH", "**/page");
  await press("Save");
  await fifth.made;
  await page.locator(".board-editor").getByRole("button", { name: "Close" }).click();
  const { page: now } = await owner.ok(owner.get(`/streams/${channel}/board`));
  await write("five, as they say", now.version);
  fifth.release();
  await page
    .getByRole("alert")
    .getByText(/changed this page while/)
    .waitFor();
  await press("Continue writing");
  expect(await text.inputValue()).toBe("six");
  await page.getByRole("button", { name: "Merge changes" }).waitFor();
});

test("a message's editor loses nothing while an earlier edit is saved or waits", async ({ crew: { owner }, show }) => {
  const { at } = await channelWith(owner, "lunch");
  const visit = await show(owner, at("lunch"));
  visit.expects(/400 \(Bad Request\)/);
  const { page } = visit;
  const article = page.getByRole("article");
  await article.getByText("about lunch").waitFor();
  const editor = page.getByRole("textbox", { name: "Edit message" });
  const edit = async () => {
    await composer(page).click();
    await page.keyboard.press("ArrowUp");
    await editor.waitFor();
  };
  await edit();
  const first = await holdRequests(page, "PATCH", /\/json\/messages\/\d+$/);
  await editor.fill("soup");
  await page.keyboard.press("Control+Enter");
  await first.made;
  await page.keyboard.type(" and bread");
  first.release();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe(null);
  expect(await editor.inputValue()).toBe("soup and bread");
  const next = page.waitForRequest((request) => request.method() === "PATCH");
  await page.keyboard.press("Control+Enter");
  expect((await next).postData()).toContain("prev_content_sha256");
  await article.getByText("soup and bread").waitFor();

  // An editor closed while it saves doesn't close the next one.
  await page.unrouteAll();
  const second = await holdRequests(page, "PATCH", /\/json\/messages\/\d+$/);
  await edit();
  await editor.fill("rice");
  await page.keyboard.press("Control+Enter");
  await second.made;
  await page.getByRole("button", { name: "Cancel" }).click();
  await edit();
  expect(await editor.inputValue()).toBe("rice");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  second.release();
  await (await saved).finished();
  expect(await editor.inputValue()).toBe("rice");
  await editor.fill("rice and beans");
  await editor.press("Control+Enter");
  await article.getByText("rice and beans").waitFor();

  // Edits are sent one after the other, and a refusal is shown even without an editor.
  await page.unrouteAll();
  const refused = Promise.withResolvers<void>();
  const contents: string[] = [];
  await page.route(/\/json\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    contents.push(new URLSearchParams(route.request().postData() ?? "").get("content") ?? "");
    if (contents.length > 1) return route.continue();
    await refused.promise;
    return route.fulfill({ status: 400, json: { result: "error", msg: "Not today.", code: "BAD_REQUEST" } });
  });
  for (const text of ["bread", "bread and butter"]) {
    await edit();
    await editor.fill(text);
    await editor.press("Control+Enter");
    if (text === "bread") await page.getByRole("button", { name: "Cancel" }).click();
  }
  await expect.poll(() => contents).toEqual(["bread"]);
  // A request made after the second edit reaches the network after it.
  await page.evaluate(async () => (await fetch("/json/server_settings")).text());
  expect(contents).toEqual(["bread"]);
  refused.resolve();
  await page.getByRole("alert").getByText("Not today.").waitFor();
  await article.getByText("bread and butter").waitFor();
  await page.unrouteAll();

  // An edit that waits behind another change is what the next edit starts with.
  const star = await holdRequests(page, "POST", "**/json/messages/flags");
  await article.click();
  await page.keyboard.press("Control+s");
  await star.made;
  await edit();
  await editor.fill("*soup*");
  await page.keyboard.press("Control+Enter");
  await article.getByText("*soup*").waitFor();
  await edit();
  expect(await editor.inputValue()).toBe("*soup*");
  await page.keyboard.type(" and bread");
  await page.keyboard.press("Control+Enter");
  await article.getByText("*soup* and bread").waitFor();
  star.release();
  await article.getByText("soup and bread", { exact: true }).waitFor();
});

test("an edit of a message that was changed elsewhere in the meantime is refused once, and then replaces that change", async ({
  crew: { owner },
  show,
}) => {
  const { at } = await channelWith(owner, "lunch");
  const visit = await show(owner, at("lunch"));
  visit.expects(/400 \(Bad Request\)/);
  const { page } = visit;
  const article = page.getByRole("article");
  await article.getByText("about lunch").waitFor();
  await composer(page).click();
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("soup");
  const { messages } = await owner.ok(owner.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }));
  await owner.ok(owner.patch(`/messages/${messages[0].id}`, { content: "rice" }));
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByText("The message was changed meanwhile.").waitFor();
  expect(await editor.inputValue()).toBe("soup");
  await page.keyboard.press("Control+Enter");
  await article.getByText("soup").waitFor();
});

/** Begins an edit of the message about lunch, and leaves it unsaved. */
async function leaveEdit<V extends Pick<Visit, "page" | "go">>(owner: Person, begin: (at: string) => Promise<V>) {
  const { channel, at } = await channelWith(owner, "lunch", "tea");
  const visit = await begin(at("lunch"));
  const { page } = visit;
  const go = async (topic: string) => {
    await visit.go(at(topic));
    await expect.poll(() => page.title()).toContain(topic);
  };
  await page.getByRole("article").getByText("about lunch").waitFor();
  await composer(page).click();
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("soup");
  await go("tea");
  const narrow = [
    { operator: "channel", operand: channel },
    { operator: "topic", operand: "lunch" },
  ];
  const { messages } = await owner.ok(
    owner.get("/messages", { narrow, anchor: "newest", num_before: 1, num_after: 0 }),
  );
  return { visit, page, go, editor, path: `/messages/${messages[0].id}` };
}

test("an unsaved edit is refused once after the message was changed elsewhere", async ({ crew: { owner }, show }) => {
  const { visit, page, go, editor, path } = await leaveEdit(owner, (at) => show(owner, at));
  visit.expects(/400 \(Bad Request\)/);
  await owner.ok(owner.patch(path, { content: "rice" }));
  await go("lunch");
  await editor.press("Control+Enter");
  await page.getByRole("alert").getByText("The message was changed meanwhile.").waitFor();
  expect(await editor.inputValue()).toBe("soup");
});

test("an unsaved edit of a message ends when the message is deleted", async ({ owner, open }) => {
  const { visit, page, go, path } = await leaveEdit(owner, (at) => open(owner, { at }));
  // Typing may end after the deletion.
  visit.expects(/400 \(Bad Request\)/);
  await owner.ok(owner.delete(path));
  await go("lunch");
  await expect.poll(() => page.getByRole("article").count()).toBe(0);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
});

test("text typed into a message's editor comes back after Escape", async ({ crew: { owner }, show }) => {
  const { at } = await channelWith(owner, "lunch");
  const { page } = await show(owner, at("lunch"));
  await page.getByRole("article").getByText("about lunch").waitFor();
  await composer(page).click();
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("soup");
  await editor.press("Escape");
  await page.getByText("Draft deleted").waitFor();
  expect(await editor.count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => editor.inputValue()).toBe("soup");
});

test("a refused reordering of a list is undone, and keeps entries added in the meantime", async ({
  crew: { owner },
  show,
}) => {
  const linkifier = (pattern: string) => ({
    ...{ pattern, url_template: "https://tickets.example/{id}" },
    ...{ example_input: `${pattern.charAt(0)}1`, reverse_template: `${pattern.charAt(0)}{id}` },
  });
  const add = (pattern: string) => owner.ok(owner.post("/realm/filters", linkifier(pattern)));
  for (const letter of ["a", "b", "c"]) await add(`${letter}(?P<id>[0-9]+)`);
  const visit = await show(owner, "#organization/linkifier-settings");
  visit.expects(/400 \(Bad Request\).*\/linkifiers\)/);
  const { page } = visit;
  const rows = page.getByRole("list", { name: "Linkifiers" }).getByRole("listitem");
  const order = async () => (await rows.allInnerTexts()).map((text) => text.trim().charAt(0)).join("");
  const moveDown = async (index: number) => {
    await rows.nth(index).getByRole("button", { name: /^Move/ }).focus();
    await page.keyboard.press("ArrowDown");
  };
  await expect.poll(order).toBe("abc");
  const first = await holdRequests(page, "PATCH", "**/json/realm/linkifiers");
  await moveDown(0);
  await expect.poll(order).toBe("bac");
  await first.made;
  const last = await add("d(?P<id>[0-9]+)");
  await expect.poll(order).toBe("abcd");
  first.release();
  await page.getByRole("alert").waitFor();
  expect(await order()).toBe("abcd");

  // The server refuses two orders. The second was made before the first was refused.
  await page.unrouteAll();
  const two = await holdRequests(page, "PATCH", "**/json/realm/linkifiers");
  await moveDown(0);
  await expect.poll(order).toBe("bacd");
  await moveDown(1);
  await expect.poll(order).toBe("bcad");
  two.refuse();
  await expect.poll(order).toBe("abcd");

  // The event of a first order doesn't bring it back while a second one is saved.
  await page.unrouteAll();
  const sent = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  await page.route("**/json/realm/linkifiers", async (route) => {
    await sent[requests++]?.promise;
    await route.continue();
  });
  await moveDown(0);
  await expect.poll(order).toBe("bacd");
  await moveDown(1);
  await expect.poll(order).toBe("bcad");
  sent[0]?.resolve();
  const orderOnServer = async () =>
    (await owner.ok(owner.get("/realm/linkifiers"))).linkifiers
      .map(({ pattern }: { pattern: string }) => pattern.charAt(0))
      .join("");
  await expect.poll(orderOnServer).toBe("bacd");
  await owner.ok(owner.patch(`/realm/filters/${last.id}`, linkifier("e(?P<id>[0-9]+)")));
  await expect.poll(order).toBe("bcae");
  sent[1]?.resolve();
  await expect.poll(orderOnServer).toBe("bcae");
  await expect.poll(order).toBe("bcae");
});

test("text typed while an entry is added stays in its field", async ({ crew: { owner }, show }) => {
  await owner.invite("Mia");
  const made = await owner.ok(owner.post("/user_groups/create", { name: "sailors", description: "", members: [] }));
  const visit = await show(owner, "#settings/alert-words");
  const { page } = visit;
  const word = page.getByRole("textbox", { name: "New alert word" });
  const adding = await holdRequests(page, "POST", "**/json/users/me/alert_words");
  await word.fill("crane");
  await word.press("Enter");
  await adding.made;
  await word.fill("harbour");
  adding.release();
  await page.getByRole("button", { name: "Remove crane" }).waitFor();
  expect(await word.inputValue()).toBe("harbour");

  await visit.go(`#groups/${made.group_id}`);
  const people = page.getByRole("combobox", { name: "Add people" });
  const choose = async (name: string) => {
    await people.fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).waitFor();
    await people.press("Enter");
  };
  const form = page.locator("form", { has: people });
  const joining = await holdRequests(page, "POST", "**/json/user_groups/*/members");
  await choose("Mia");
  await form.getByRole("button", { name: "Add" }).click();
  await joining.made;
  await choose("Omar");
  joining.release();
  await page.getByRole("region", { name: "Direct members" }).locator("button", { hasText: "Mia Example" }).waitFor();
  await expect.poll(() => form.locator(".pill").count()).toBe(1);
  expect(await form.locator(".pill").innerText()).toContain("Omar");
});

test("the text of a scheduled message is kept if the response to withdrawing it is lost", async ({
  crew: { owner },
  show,
}) => {
  const { channel } = await channelWith(owner, "lunch");
  const { scheduled_message_id: id } = await owner.ok(
    owner.post("/scheduled_messages", {
      ...{ type: "channel", to: channel, topic: "lunch", content: "good evening" },
      scheduled_delivery_timestamp: 4_000_000_000,
    }),
  );
  const visit = await show(owner, "#scheduled");
  visit.expects(/ERR_FAILED|Failed to load resource/);
  const { page } = visit;
  await page.getByText("good evening").waitFor();
  await page.route("**/json/scheduled_messages/*", async (route) => {
    await owner.ok(owner.delete(`/scheduled_messages/${id}`));
    await route.abort();
  });
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "good evening" });
  await row.getByRole("button", { name: "Edit" }).click();
  await page.getByText("good evening").waitFor({ state: "detached" });
  await visit.go("#drafts");
  await page.getByText("good evening").waitFor();
});

test("a scheduled message whose withdrawal fails leaves one draft, which disappears once the message is sent", async ({
  owner,
  open,
}) => {
  const { channel } = await channelWith(owner, "lunch");
  await owner.ok(
    owner.post("/scheduled_messages", {
      ...{ type: "channel", to: channel, topic: "lunch", content: "good morning" },
      scheduled_delivery_timestamp: 4_000_000_000,
    }),
  );
  const visit = await open(owner, { at: "#scheduled" });
  visit.expects(/ERR_FAILED|Failed to load resource/);
  const { page } = visit;
  const sendNow = async () => {
    await page.getByRole("main").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Send now" }).click();
  };
  await page.route("**/json/scheduled_messages/*", (route) => route.abort());
  for (let tries = 0; tries < 2; tries++) {
    await sendNow();
    await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
  }
  await visit.go("#drafts");
  await page.getByText("good morning").waitFor();
  expect(await page.getByText("good morning").count()).toBe(1);
  await visit.go("#scheduled");
  await page.unrouteAll();
  await sendNow();
  await page.getByText("good morning").waitFor({ state: "detached" });
  await visit.go("#drafts");
  await page.getByText("good morning").waitFor({ state: "detached" });
  await page.getByText("No drafts").waitFor();
});

test("a saved setting shows its value until its event arrives, however late", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#organization/organization-permissions" });
  // The server responds, but its events don't arrive.
  await page.route("**/json/realm", (route) => route.fulfill({ json: { result: "success", msg: "" } }));
  const tick = page.locator(".setting-saved");
  const saved = savedSign(page);
  await page.getByRole("switch", { name: "Allow message editing", checked: true }).click();
  await saved;
  await tick.waitFor({ state: "detached" });
  expect(await page.getByRole("switch", { name: "Allow message editing" }).isChecked()).toBe(false);
});

test("a move can be undone before its event arrives", async ({ crew: { owner }, show }) => {
  const { name, at } = await channelWith(owner, "lunch");
  const { page } = await show(owner, at("lunch"));
  const asked: (string | null)[] = [];
  // The server responds, but its events don't arrive.
  await page.route(/\/json\/messages\/\d+$/, (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    asked.push(new URLSearchParams(route.request().postData() ?? "").get("topic"));
    return route.fulfill({ json: { result: "success", msg: "" } });
  });
  await page.getByRole("article").filter({ hasText: "about lunch" }).click();
  await page.keyboard.press("m");
  await page.getByRole("dialog").getByRole("combobox", { name: "Topic" }).fill("cranes");
  await page.getByText("Only this message").click();
  await page.keyboard.press("Enter");
  await page.getByText(`Moved to #${name} › cranes`).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Moved back").waitFor();
  expect(asked).toEqual(["cranes", "lunch"]);
});

test("a list in the settings contains entries that were added while it was being loaded", async ({
  crew: { owner },
  show,
}) => {
  const visit = await show(owner, "#settings/profile");
  const { page } = visit;
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/json/attachments", async (route) => {
    const json = await owner.ok(owner.get("/attachments"));
    asked.resolve();
    await released.promise;
    await route.fulfill({ json });
  });
  await visit.go("#settings/uploaded-files");
  await asked.promise;
  const form = new FormData();
  form.append("file", new Blob(["all is well"]), "log.csv");
  await owner.ok(owner.send("POST", "/user_uploads", form));
  await owner.ok(owner.patch("/realm", { name: "Harbour" }));
  await expect.poll(() => page.title()).toContain("Harbour");
  released.resolve();
  await page.getByText("log.csv").waitFor();
});

test("a file is added to the text where its upload began, even if the user leaves the conversation meanwhile", async ({
  crew: { owner },
  show,
}) => {
  const { at } = await channelWith(owner, "lunch", "tea");
  const visit = await show(owner, at("lunch"));
  const { page } = visit;
  const file = { name: "crane.txt", mimeType: "text/plain", buffer: Buffer.from("all is well") };
  const begun = /^look\n\[Uploading crane\.txt…\]\(\)\n$/;
  const done = /^look\n\[crane\.txt\]\(\/user_uploads\/\S+\)\n$/;
  const chip = page.getByRole("button", { name: "Cancel upload of crane.txt" });
  const first = await holdRequests(page, "POST", /\/user_uploads/);
  await composer(page).fill("look\n");
  await page.locator(".composer input[type=file]").setInputFiles(file);
  await first.made;
  expect(await composer(page).inputValue()).toMatch(begun);

  // Messages to others can be sent meanwhile.
  await visit.go(at("tea"));
  await page.getByRole("article").getByText("about tea").waitFor();
  await composer(page).fill("a cup, please");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("article").getByText("a cup, please").waitFor();

  await visit.go("#inbox");
  await composer(page).waitFor({ state: "detached" });
  await visit.go(at("lunch"));
  await expect.poll(() => composer(page).inputValue()).toMatch(begun);
  await chip.waitFor();
  await composer(page).press("Control+Enter");
  await page.getByRole("alert").getByText("Your files are still uploading.").waitFor();
  first.release();
  await expect.poll(() => composer(page).inputValue()).toMatch(done);

  // The same in a message that is edited.
  const go = async (topic: string) => {
    await visit.go(at(topic));
    await page.getByRole("article").getByText(`about ${topic}`).waitFor();
  };
  await go("tea");
  // Only a message that is sent can be edited.
  await page
    .getByRole("article", { name: /\d:\d\d/ })
    .filter({ hasText: "a cup, please" })
    .waitFor();
  await composer(page).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("look\n");
  const second = await holdRequests(page, "POST", /\/user_uploads/);
  await editor.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["all is well"], "crane.txt", { type: "text/plain" }));
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await second.made;
  await go("lunch");
  await go("tea");
  await expect.poll(() => editor.inputValue()).toMatch(begun);
  await chip.waitFor();
  await go("lunch");
  const uploaded = page.waitForResponse(/\/user_uploads/);
  second.release();
  await uploaded;
  await go("tea");
  await expect.poll(() => editor.inputValue()).toMatch(done);

  // The browser asks before a reload, which ends an upload.
  await go("lunch");
  await composer(page).fill("look again\n");
  const third = await holdRequests(page, "POST", /\/user_uploads/);
  await page.locator(".composer input[type=file]").setInputFiles(file);
  await third.made;
  const asking = page.waitForEvent("dialog");
  const reloading = page.reload();
  await (await asking).accept();
  await reloading;
  await page.getByRole("article").getByText("about lunch").waitFor();
  expect(await composer(page).inputValue()).toBe("look again\n");
});

test("a refusal is shown even if its dialog was closed in the meantime", async ({ crew: { owner }, show }) => {
  const visit = await show(owner, "#organization/channel-folders");
  visit.expects(/400/);
  const { page } = visit;
  const saving = await holdRequests(page, "POST", "**/json/channel_folders/create");
  await page.getByRole("button", { name: "New folder" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Cranes");
  await dialog.getByRole("button", { name: "Create folder" }).click();
  await saving.made;
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  saving.refuse();
  await page.getByRole("alert").getByText("Not today.").waitFor();
});

test("a delivery log that loads slowly is not requested again while it loads", async ({ owner, open }) => {
  const { user_id } = await owner.ok(owner.post("/bots", { full_name: "Dredger", short_name: "dredger", bot_type: 2 }));
  const visit = await open(owner);
  const { page } = visit;
  await page.clock.install();
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/deliveries")) requests += 1;
  });
  const held = await holdRequests(page, "GET", /\/deliveries/);
  await visit.go(`#settings/your-bots/${user_id}/deliveries`);
  await held.made;
  await page.clock.runFor(20_000);
  expect(requests).toBe(1);
  held.release();
  await page.getByText("No deliveries yet").waitFor();
});
