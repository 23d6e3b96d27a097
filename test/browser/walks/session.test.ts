import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD, type Person } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";
import { keptIn } from "../support/kept-in.ts";
import { contentsOf, say } from "../support/messages.ts";
import type { Visit } from "../support/visit.ts";

/** Opens a secret message in two tabs, with a draft, a message that can't be sent, and an unpacked archive. */
async function beAtWork(owner: Person, visit: Visit): Promise<Page[]> {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "a secret of ours" }));
  visit.expects(/401|ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const at = `#narrow/channel/${crane}-crane/topic/load`;
  await visit.go(at);
  const { page } = visit;
  await page.getByRole("feed", { name: "Messages" }).getByText("a secret of ours").waitFor();
  await page.getByRole("textbox", { name: /^Message/ }).fill("half a sentence");
  const other = await visit.tab(at);
  await other.getByRole("feed", { name: "Messages" }).getByText("a secret of ours").waitFor();
  for (const text of ["a secret of ours", "half a sentence"]) await expect.poll(() => keptIn(page)).toContain(text);
  await page.evaluate(async () => {
    localStorage.setItem("moving", "1");
    await (await navigator.storage.getDirectory()).getDirectoryHandle("moving", { create: true });
  });
  return [page, other];
}

/** Stores an unsent recording like the client does. Runs in the page. */
function leaveRecording(account: number): Promise<void> {
  const opening = indexedDB.open("parley-voice", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("recordings", { keyPath: "id" });
    opening.result.createObjectStore("chunks");
  };
  return new Promise((resolve) => {
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("recordings", "readwrite");
      const file = { extension: "said in half a minute", type: "audio/webm", duration_ms: 30_000, peaks: [1] };
      const to = { kind: "direct", users: [] };
      transaction.objectStore("recordings").put({ id: "1", account, to, ...file, isSending: false });
      transaction.oncomplete = () => {
        opening.result.close();
        localStorage.setItem("parley.voice.unsent", "1");
        resolve();
      };
    };
  });
}

const login = (page: Page) => page.getByRole("button", { name: "Log in" }).waitFor();

test("[security 4.2] a browser whose session is ended elsewhere clears every tab and all its data", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const tabs = await beAtWork(owner, visit);
  const { page } = await open(owner, { at: "#settings/devices" });
  const browsers = page.getByRole("region", { name: "Browsers" });
  await browsers.getByText("This browser").waitFor();
  await browsers.getByRole("button", { name: "Log out", exact: true }).click();
  // The user does nothing there: the event stream announces it.
  for (const tab of tabs) await login(tab);
  await expect.poll(() => browsers.getByRole("listitem").count()).toBe(1);
  for (const tab of tabs) expect(await tab.getByText("a secret of ours").count()).toBe(0);
  const [tab] = tabs;
  if (tab !== undefined) await expect.poll(() => keptIn(tab)).toBe("");
});

test("[security 4.2] tabs show the login page even if the browser stops responding while it deletes data", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const tabs = await beAtWork(owner, visit);
  for (const tab of tabs) {
    await tab.evaluate(() => {
      const never = () => new Promise<never>(() => {});
      caches.delete = never;
      indexedDB.databases = never;
    });
  }
  await owner.ok(owner.delete("/users/me/sessions"));
  for (const tab of tabs) {
    await login(tab);
    await expect.poll(() => keptIn(tab)).toBe("");
  }
});

test("[security 4.3] a browser that is reopened later, first offline, clears all its data", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const [page, other] = await beAtWork(owner, visit);
  const at = new URL(visit.page.url()).hash;
  await page?.evaluate(() => navigator.serviceWorker.ready);
  await other?.close();
  await page?.close();
  await owner.ok(owner.delete("/users/me/sessions"));
  await visit.context.setOffline(true);
  const later = await visit.tab(at);
  await later.getByText("a secret of ours").waitFor();
  await visit.context.setOffline(false);
  await login(later);
  expect(await later.getByText("a secret of ours").count()).toBe(0);
  await expect.poll(() => keptIn(later)).toBe("");
});

test("a browser that first opens the login page clears all its data", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const [page, other] = await beAtWork(owner, visit);
  await other?.close();
  await page?.close();
  await owner.ok(owner.delete("/users/me/sessions"));
  const later = await visit.tab("/login/");
  await login(later);
  await expect.poll(() => keptIn(later)).toBe("");
});

test("[security 4.4] a browser whose session expired while closed keeps only unsent texts", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox", worker: true });
  const pages = await beAtWork(owner, visit);
  await pages[0]?.evaluate(leaveRecording, owner.id);
  const at = new URL(visit.page.url()).hash;
  for (const page of pages) await page.close();
  // First the session has expired only by the server's clock, then the browser has removed its cookies too.
  await owner.ok(owner.post("/testing/clock", { advance_ms: 30 * 86_400_000 }));
  for (let times = 0; times < 2; times++) {
    const later = await visit.tab(at);
    await login(later);
    await expect.poll(() => keptIn(later)).not.toContain("a secret of ours");
    for (const own of ["half a sentence", "said in half a minute"]) expect(await keptIn(later)).toContain(own);
    await later.getByRole("textbox", { name: "Email" }).fill(owner.email);
    await later.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await later.getByRole("button", { name: "Log in" }).click();
    await later.getByText("a secret of ours").waitFor();
    await expect.poll(() => keptIn(later)).toContain("a secret of ours");
    await later.close();
    await visit.context.clearCookies();
  }
});

test("[security 4.5] [accessibility 2.2.1, 3.3.7] a user whose session expires while typing logs in again, and sends the text", async ({
  owner,
  open,
}) => {
  const crane = await owner.channel("crane", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "before" }));
  const visit = await open(owner, { at: `#narrow/channel/${crane}-crane/topic/load` });
  const { page } = visit;
  const feed = page.getByRole("feed", { name: "Messages" });
  const text = page.getByRole("textbox", { name: /^Message/ });
  const sent = () => contentsOf(owner, ["channel", crane], ["topic", "load"]);
  await feed.getByText("before").waitFor();
  await text.click();
  await page.keyboard.type("this goes first");
  await visit.loseSession();
  // The user only notices when sending.
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  await dialog.waitFor();
  expect(await sent()).toEqual(["before"]);
  expect(await feed.getByText("this goes first").count()).toBe(1);
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(sent).toEqual(["before", "this goes first"]);

  // Unsent text is still there, and is sent as usual.
  await text.click();
  await page.keyboard.type("half a sentence");
  await visit.endSession();
  expect(await visit.accessProblems()).toEqual([]);
  expect(await dialog.getByRole("textbox", { name: "Email" }).inputValue()).toBe(owner.email);
  await dialog.getByRole("textbox", { name: "Password" }).fill("a guess");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await text.inputValue()).toBe("half a sentence");
  await page.keyboard.type(", and the rest");
  await page.keyboard.press("Control+Enter");
  await expect.poll(sent).toEqual(["before", "this goes first", "half a sentence, and the rest"]);
  // Events arrive again.
  await say(owner, crane, "load", "after");
  await feed.getByText("after", { exact: true }).waitFor();
  expect(await feed.getByText("this goes first").count()).toBe(1);
});

test("a user logged out by a role change or elsewhere gets the reason, and returns to the conversation", async ({
  owner,
  open,
}) => {
  const omar = await owner.invite("Omar");
  const crane = await owner.channel("crane", [owner, omar]);
  await owner.ok(owner.post("/messages", { type: "channel", to: crane, topic: "load", content: "before" }));
  const [his, hers] = [await open(omar, { at: `#narrow/channel/${crane}-crane/topic/load` }), await open(owner)];
  his.expects(/401/);
  const feed = his.page.getByRole("feed", { name: "Messages" });
  const logInAgain = async () => {
    await his.page.getByRole("textbox", { name: "Email" }).fill(omar.email);
    await his.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await his.page.getByRole("button", { name: "Log in", exact: true }).click();
    await feed.getByText("before").waitFor();
  };
  await feed.getByText("before").waitFor();

  await hers.go("#organization/users");
  await hers.page.getByRole("button", { name: "Actions for Omar" }).click();
  await hers.page.getByRole("menuitem", { name: "Change role…" }).click();
  const dialog = hers.page.getByRole("dialog", { name: "Role of Omar" });
  await dialog.getByRole("radio", { name: /^Moderator/ }).check();
  await expect.poll(() => dialog.getByRole("status").count()).toBe(0);
  await dialog.getByRole("radio", { name: /^Administrator/ }).check();
  await dialog.getByText("Omar Example will be logged out of all browsers.").waitFor();
  expect(await hers.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();

  await his.page.getByText("Your role changed, so you were logged out. Log in again.").waitFor();
  await logInAgain();

  await omar.ok(omar.delete("/users/me/sessions"));
  await his.page.getByText("You were logged out from another device.").waitFor();
  await logInAgain();
});
