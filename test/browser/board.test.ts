import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { keptIn } from "./support/kept-in.ts";
import { test } from "./support/shared-page.ts";

const board = (page: Page) => page.getByRole("main");
const part = (page: Page, name: string) => board(page).getByRole("region", { name });

let kitchens = 0;

/** A new channel with some members and a topic "tea" with one message. */
async function kitchen(owner: Person, people: readonly Person[]) {
  kitchens += 1;
  const name = `kitchen${kitchens}`;
  const channel = await owner.channel(name, people);
  const send = async (topic: string, content: string): Promise<number> =>
    (await owner.ok(owner.post("/messages", { type: "channel", to: channel, topic, content }))).id;
  const pin = async (fields: Record<string, string | number>): Promise<number> =>
    (await owner.ok(owner.post(`/streams/${channel}/pins`, fields))).pin_id;
  const write = (content: string, base_version: number) =>
    owner.ok(owner.patch(`/streams/${channel}/page`, { content, base_version }));
  return { channel, name, at: `#board/channel/${channel}-${name}`, send, pin, write };
}

test("a channel's board shows its page and pins, follows changes, and is available offline", async ({
  owner,
  open,
}) => {
  const mia = await owner.invite("Mia");
  const { channel, name, at, send, pin, write } = await kitchen(owner, [owner, mia]);
  const visit = await open(mia, { at: `#topics/channel/${channel}-${name}` });
  const { page } = visit;
  await board(page).getByRole("button", { name: "Board" }).click();
  await board(page).getByText("Nothing on this board yet").waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe(at);

  const message = await send("tea", "The kettle is *new*.");
  await pin({ url: "https://tea.example/leaves", title: "Leaves" });
  await pin({ message_id: message });
  await pin({ topic: "tea" });
  await write("# Welcome\n\nWash your cup.", 0);
  const heading = part(page, "Page").getByRole("heading", { name: "Welcome" });
  await expect.poll(() => heading.getAttribute("aria-level")).toBe("3");
  await part(page, "Pinned topics").getByRole("link", { name: "tea" }).waitFor();
  await part(page, "Pinned messages").getByText("The kettle is new.").waitFor();
  const link = part(page, "Links").getByRole("link", { name: "Leaves" });
  expect(await link.getAttribute("href")).toBe("https://tea.example/leaves");
  await board(page).getByRole("heading", { name: "Board", level: 1 }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  await part(page, "Pinned messages").getByRole("link", { name: "Go to message" }).click();
  await page.getByRole("feed", { name: "Messages" }).getByText("The kettle is").waitFor();
  await page.getByRole("main").getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Board" }).click();
  await part(page, "Page").getByText("Wash your cup.").waitFor();

  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/);
  await visit.context.setOffline(true);
  await page.getByText(/^You.re offline/).waitFor();
  await write("Wash your cup twice.", 1);
  await page.evaluate(() => {
    location.hash = "#inbox";
  });
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  await page.goBack();
  await part(page, "Page").getByText("Wash your cup.").waitFor();
  await visit.context.setOffline(false);
  await part(page, "Page").getByText("Wash your cup twice.").waitFor();
});

test("two people who edit a page at the same time are notified, lose nothing, and can restore earlier versions", async ({
  crew: { owner },
  open,
  show,
}) => {
  const mia = await owner.invite("Mia");
  const { channel, at, write } = await kitchen(owner, [owner, mia]);
  await write("one\n\ntwo\n\nthree", 0);
  const stored = async (): Promise<string> => (await owner.ok(owner.get(`/streams/${channel}/board`))).page.content;
  const visit = await open(mia, { at, size: { width: 390, height: 844 } });
  // The refusal of a text that is based on an older version.
  visit.expects(/400 \(Bad Request\).*\/page\)/);
  const hers = visit.page;
  const { page: mine } = await show(owner, at);
  const text = (page: Page) => part(page, "Page").getByRole("textbox", { name: "Text of the page" });
  const press = (page: Page, name: string) => part(page, "Page").getByRole("button", { name }).click();
  for (const page of [mine, hers]) await press(page, "Edit page");

  await text(hers).fill("one\n\ntwo\n\nthree, says Mia");
  await text(mine).fill("one, says the owner\n\ntwo\n\nthree");
  await press(mine, "Save");
  await part(hers, "Page").getByRole("status").getByText("Owner changed this page while you were writing.").waitFor();
  // She hasn't merged yet, so the server refuses.
  await press(hers, "Save");
  await part(hers, "Page").getByRole("alert").getByText("Both changes are in the text.").waitFor();
  const both = "one, says the owner\n\ntwo\n\nthree, says Mia";
  expect(await text(hers).inputValue()).toBe(both);
  expect(await visit.accessProblems()).toEqual([]);
  await press(hers, "Save");
  for (const page of [mine, hers]) await part(page, "Page").getByText("three, says Mia").waitFor();
  await part(mine, "Page").getByText("Last edited by Mia").waitFor();
  expect(await stored()).toBe(both);

  for (const page of [mine, hers]) await press(page, "Edit page");
  await text(mine).fill(both.replace("two", "two of mine"));
  await text(hers).fill(both.replace("two", "two of hers"));
  await press(hers, "Save");
  await press(mine, "Merge changes");
  await part(mine, "Page").getByText("Their version").waitFor();
  await expect.poll(() => text(mine).inputValue()).toBe(both.replace("two", "two of hers\ntwo of mine"));
  await expect.poll(() => keptIn(mine)).toMatch(/two of hers\\+ntwo of mine/);
  await mine.reload();
  await press(mine, "Continue writing");
  expect(await text(mine).inputValue()).toBe(both.replace("two", "two of hers\ntwo of mine"));
  await press(mine, "Save");
  await part(hers, "Page").getByText("two of mine").waitFor();

  await press(hers, "Edit history");
  const history = hers.getByRole("dialog", { name: "Edit history" });
  await history.getByRole("button", { name: "Restore this version" }).last().click();
  await hers.getByRole("status").getByRole("button", { name: "Undo" }).hover();
  await expect.poll(stored).toBe("one\n\ntwo\n\nthree");
  await hers.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored).toContain("two of mine");
  await part(mine, "Page").getByText("two of mine").waitFor();
});

test("restoring an old version is refused if the page has changed since the history was opened, and the reason is shown", async ({
  crew: { owner },
  show,
}) => {
  const { at, write } = await kitchen(owner, [owner]);
  await write("one", 0);
  await write("two", 1);
  const visit = await show(owner, at);
  visit.expects(/400 \(Bad Request\).*\/page\)/);
  const { page } = visit;
  await part(page, "Page").getByRole("button", { name: "Edit history" }).click();
  const restore = page.getByRole("dialog", { name: "Edit history" }).getByRole("button", { name: /^Restore/ });
  await restore.waitFor();
  await write("three", 2);
  await restore.click();
  await page.getByRole("alert").getByText("Someone else changed the page meanwhile.").waitFor();
});

test("pins are added, moved and removed by menu and keyboard, shown to other users at once, and can be undone", async ({
  crew: { owner, omar: mia },
  open,
  show,
}) => {
  const { channel, name, at, send } = await kitchen(owner, [owner, mia]);
  await send("tea", "The kettle is new.");
  await send("coffee", "The beans are here.");
  const { page: hers } = await open(mia, { at, size: { width: 390, height: 844 } });
  const { page: mine } = await show(owner, `#narrow/channel/${channel}-${name}/topic/tea`);
  await board(hers).getByText("Nothing on this board yet").waitFor();

  const status = mine.getByRole("status");
  await mine.getByRole("article").filter({ hasText: "The kettle is new." }).hover();
  const tools = mine.getByRole("toolbar", { name: "Message actions" });
  await tools.getByRole("button", { name: "More" }).click();
  await mine.getByRole("menuitem", { name: "Pin to board" }).click();
  // A notice stays while the pointer is on it.
  await status.getByRole("button", { name: "Undo" }).hover();
  await part(hers, "Pinned messages").getByText("The kettle is new.").waitFor();
  await status.getByRole("button", { name: "Undo" }).click();
  await part(hers, "Pinned messages").waitFor({ state: "detached" });

  const topicMenu = async (name: string) => {
    await board(mine).getByRole("button", { name: "More" }).first().click();
    await mine.getByRole("menuitem", { name }).click();
  };
  await topicMenu("Pin topic");
  await part(hers, "Pinned topics").getByRole("link", { name: "tea" }).waitFor();
  await mine.keyboard.press("y");
  const first = board(mine).getByRole("list", { name: "Topics" }).getByRole("listitem").first();
  await first.getByText("Pinned").waitFor();
  expect(await first.getByRole("link").first().textContent()).toBe("tea");

  /** Adds a link by keyboard alone, with the focus on the button. */
  const addLink = async (url: string, title: string) => {
    await board(hers).getByRole("button", { name: "Add link" }).focus();
    await hers.keyboard.press("Enter");
    await hers.getByRole("dialog", { name: "Add link" }).waitFor();
    await hers.keyboard.type(url);
    await hers.keyboard.press("Tab");
    await hers.keyboard.type(title);
    await hers.keyboard.press("Enter");
  };
  await addLink("javascript:alert(1)", "Leaves");
  await hers.getByText("Enter a URL that starts with https:// or http://.").waitFor();
  await hers.keyboard.press("Escape");
  await addLink("tea.example/leaves", "Leaves");
  await part(hers, "Links").getByRole("link", { name: "Leaves" }).waitFor();
  await addLink("tea.example:8443/pots", "Pots");
  const links = () => part(hers, "Links").getByRole("link").allTextContents();
  await expect.poll(links).toEqual(["Leaves", "Pots"]);
  const unsaved = () => part(hers, "Links").locator("[aria-busy=true]").count();
  await expect.poll(unsaved).toBe(0);
  const options = (name: string) => part(hers, "Links").getByRole("button", { name: `Options for ${name}` });
  const choose = async (of: string, name: string) => {
    await options(of).focus();
    await hers.keyboard.press("Enter");
    await hers.getByRole("menuitem", { name }).focus();
    await hers.keyboard.press("Enter");
  };
  await choose("Pots", "Move up");
  await expect.poll(links).toEqual(["Pots", "Leaves"]);
  await expect.poll(() => options("Pots").evaluate((one) => one === document.activeElement)).toBe(true);
  await choose("Pots", "Rename link");
  await hers.getByRole("dialog", { name: "Rename link" }).getByRole("textbox", { name: "Title" }).fill("Teapots");
  await hers.keyboard.press("Enter");
  await expect.poll(links).toEqual(["Teapots", "Leaves"]);
  await choose("Leaves", "Remove");
  await expect.poll(links).toEqual(["Teapots"]);
  await hers.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(links).toEqual(["Teapots", "Leaves"]);
  // Until the removal and its undo are saved, the server lists the same pins as afterwards.
  await expect.poll(unsaved).toBe(0);
  const stored = async () => {
    const { pins } = await owner.ok(owner.get(`/streams/${channel}/board`));
    return pins.map((one: Record<string, unknown>) => one["topic_name"] ?? one["title"]);
  };
  await expect.poll(stored).toEqual(["tea", "Teapots", "Leaves"]);

  await owner.ok(
    owner.patch("/realm", { can_change_board_group: { new: { direct_members: [owner.id], direct_subgroups: [] } } }),
  );
  await board(hers).getByRole("button", { name: "Add link" }).waitFor({ state: "detached" });
  expect(
    await board(hers)
      .getByRole("button", { name: /^Options for/ })
      .count(),
  ).toBe(0);
});

test("a board viewed once is available offline in a page opened later, and a pin added there is sent afterwards", async ({
  owner,
  open,
}) => {
  const { channel, at, write } = await kitchen(owner, [owner]);
  await write("Wash your cup.", 0);
  const visit = await open(owner, { at, worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load|WebSocket/);
  const { page, context } = visit;
  await part(page, "Page").getByText("Wash your cup.").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => keptIn(page)).toContain("opened_boards");
  await page.goto("about:blank");
  await context.setOffline(true);
  await visit.go(at);
  await part(page, "Page").getByText("Wash your cup.").waitFor();
  await board(page).getByRole("button", { name: "Add link" }).click();
  const asking = page.getByRole("dialog", { name: "Add link" });
  await asking.getByRole("textbox", { name: "URL" }).fill("tea.example");
  await page.keyboard.press("Enter");
  await part(page, "Links").getByRole("link", { name: "tea.example" }).waitFor();
  await context.setOffline(false);
  const pins = async () => (await owner.ok(owner.get(`/streams/${channel}/board`))).pins;
  await expect.poll(pins).toMatchObject([{ url: "https://tea.example/" }]);
});

test("a board opened in a second tab is available offline after both tabs were closed", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const { at, write } = await kitchen(owner, [owner]);
  await write("Wash your cup.", 0);
  const visit = await open(owner, { worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load|WebSocket/);
  const { page, context } = visit;
  await page.evaluate(() => navigator.serviceWorker.ready);
  const second = await visit.tab(at);
  await part(second, "Page").getByText("Wash your cup.").waitFor();
  await expect.poll(() => keptIn(page)).toContain("opened_boards");
  // The first tab, which leads, also follows what changes on the board.
  await write("Wash your cups.", 1);
  await part(second, "Page").getByText("Wash your cups.").waitFor();
  await second.close();
  await page.goto("about:blank");
  await context.setOffline(true);
  await visit.go(at);
  await part(page, "Page").getByText("Wash your cups.").waitFor();
});

test("a page written offline stays on the device until it can be saved", async ({ owner, open }) => {
  const { channel, at } = await kitchen(owner, [owner]);
  const visit = await open(owner, { at });
  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/);
  const { page } = visit;
  await board(page).getByRole("button", { name: "Write page" }).click();
  const text = part(page, "Page").getByRole("textbox", { name: "Text of the page" });
  await visit.context.setOffline(true);
  await text.fill("Wash your cup.");
  await part(page, "Page").getByRole("button", { name: "Save" }).click();
  await part(page, "Page").getByRole("alert").getByText("Nothing is lost.").waitFor();
  await part(page, "Page").getByRole("button", { name: "Close" }).click();
  await visit.context.setOffline(false);
  await board(page).getByRole("button", { name: "Continue writing" }).click();
  await expect.poll(() => text.inputValue()).toBe("Wash your cup.");
  await part(page, "Page").getByRole("button", { name: "Save" }).click();
  await part(page, "Page").getByText("Last edited by Owner").waitFor();
  expect((await owner.ok(owner.get(`/streams/${channel}/board`))).page.content).toBe("Wash your cup.");
});
