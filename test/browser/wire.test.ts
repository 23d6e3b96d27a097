import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import { keptIn } from "./support/kept-in.ts";
import { contentsOf, generalOf, say } from "./support/messages.ts";

const textOf = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const message = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** The requests of a page to a path, from now on. */
function requestsOf(page: Page, path: string): Request[] {
  const found: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) found.push(request);
  });
  return found;
}

test("the second visit shows stored data, and resumes the events without a registration", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch", "before");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  await message(page, "before").waitFor();
  await say(owner, general, "lunch", "while it is open");
  await message(page, "while it is open").waitFor();
  await textOf(page).fill("a draft");
  for (const text of ["a draft", "while it is open"]) await expect.poll(() => keptIn(page)).toContain(text);
  await page.goto("about:blank");
  await say(owner, general, "lunch", "while it was closed");
  const registrations = requestsOf(page, "/json/register");
  // The first view needs no response.
  const isShown = Promise.withResolvers<void>();
  await page.route("**/json/**", async (route) => {
    await isShown.promise;
    await route.continue();
  });
  await page.goBack();
  await message(page, "while it is open").waitFor();
  await expect.poll(() => textOf(page).inputValue()).toBe("a draft");
  isShown.resolve();
  await message(page, "while it was closed").waitFor();
  expect(registrations).toEqual([]);
});

test("only one of several tabs requests events, and the next one takes over when it is closed", async ({
  owner,
  open,
}) => {
  const general = await generalOf(owner);
  const at = `#narrow/channel/${general}-general/topic/lunch`;
  await say(owner, general, "lunch", "before");
  const visit = await open(owner, { at });
  const tabs = [visit.page, await visit.tab(at), await visit.tab(at)];
  const registrations = tabs.map((page) => requestsOf(page, "/json/register"));
  for (const tab of tabs) await message(tab, "before").waitFor();
  for (let i = 0; i < 5; i++) await say(owner, general, "lunch", `number ${i}`);
  for (const tab of tabs) await message(tab, "number 4").waitFor();
  // On a busy machine, it need not be the first: another one takes over if it is late to answer.
  const asking = () => tabs.filter((page) => visit.streamsOf(page) > 0);
  await expect.poll(asking).toHaveLength(1);
  const [first] = asking();
  await first?.close();
  await say(owner, general, "lunch", "after");
  const others = tabs.filter((page) => page !== first);
  for (const tab of others) await message(tab, "after").waitFor();
  expect(registrations.flat()).toEqual([]);
  for (const tab of others) for (const text of ["number 4", "after"]) expect(await message(tab, text).count()).toBe(1);
});

test("a lost response does not send the message twice", async ({ owner, open }) => {
  const general = await generalOf(owner);
  await say(owner, general, "lunch", "before");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  visit.expects(/ERR_FAILED|Failed to load resource/);
  const { page } = visit;
  await message(page, "before").waitFor();
  let lost = 0;
  await page.route("**/json/messages", async (route) => {
    if (route.request().method() !== "POST" || lost++ >= 3) return route.continue();
    await owner.ok(owner.post("/messages", Object.fromEntries(new URLSearchParams(route.request().postData() ?? ""))));
    return route.abort();
  });
  await textOf(page).fill("once");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => lost).toBeGreaterThanOrEqual(1);
  // The browser stores the text until it is sent.
  await expect.poll(() => keptIn(page)).not.toContain('"content":"once"');
  expect(await contentsOf(owner, ["channel", general], ["topic", "lunch"])).toEqual(["before", "once"]);
  expect(await message(page, "once").count()).toBe(1);
});

test("a network that is not allowed is reported until it is allowed again, even on a page without stored data", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  const general = await generalOf(owner);
  await say(owner, general, "lunch", "before");
  const at = `#narrow/channel/${general}-general/topic/lunch`;
  const allow = (...networks: object[]) =>
    owner.askInBrowser(PASSWORD, "PATCH", "/realm/allowed_networks", { networks });
  const barred = (page: Page) => page.getByText("Your organization doesn't allow this network.");
  const [kept, empty] = [await open(noah, { at }), await open(noah, { at: "/help/connect" })];
  for (const visit of [kept, empty]) visit.expects(/403|Failed to load resource|WebSocket/);
  await message(kept.page, "before").waitFor();
  await allow({ network: "203.0.113.0/24", label: "Office", roles: [400] });
  await barred(kept.page).waitFor();
  await textOf(kept.page).fill("from the café");
  await kept.page.getByRole("button", { name: "Send", exact: true }).click();
  await message(kept.page, "Waiting for connection").waitFor();
  await kept.page.reload();
  await message(kept.page, "before").waitFor();
  await barred(kept.page).waitFor();
  expect(await kept.accessProblems()).toEqual([]);

  const stranger = await open(undefined, { at: "/login/", host: owner.host });
  stranger.expects(/403/);
  await stranger.page.getByRole("textbox", { name: "Email" }).fill(noah.email);
  await stranger.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await stranger.page.getByRole("button", { name: "Log in" }).click();
  await stranger.page.getByText("This organization does not allow logins from your network.").waitFor();

  await empty.go(at);
  await empty.page.getByRole("alert").getByText("Your organization doesn't allow this network.").waitFor();
  expect(await empty.accessProblems()).toEqual([]);

  await allow();
  await barred(kept.page).waitFor({ state: "detached" });
  await expect.poll(() => contentsOf(owner, ["channel", general], ["topic", "lunch"])).toContain("from the café");
  await message(empty.page, "before").waitFor();
  expect(await barred(empty.page).count()).toBe(0);
});

test("a chosen file isn't uploaded once another tab has logged in to another account", async ({ owner, open }) => {
  const mia = await owner.invite("Mia");
  const general = await generalOf(owner);
  await say(owner, general, "lunch", "hello");
  const visit = await open(owner, { at: `#narrow/channel/${general}-general/topic/lunch` });
  const { page } = visit;
  visit.expects(/./);
  await textOf(page).click();
  // A request of the page's own may notice the login first. The page that follows is the other account's.
  await page.evaluate(() => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
      if (String(url).includes("user_uploads")) sessionStorage.setItem("uploaded", String(url));
      open.call(this, method, url, true);
    };
    const chosen = new DataTransfer();
    chosen.items.add(new File(["secret"], "payslip.txt"));
    const input = document.querySelector<HTMLInputElement>(".composer input[type=file]");
    addEventListener("message", () => {
      if (input) input.files = chosen.files;
      input?.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const reloaded = page.waitForEvent("load");
  await visit.logInAlso(mia);
  await page.evaluate(() => postMessage("choose")).catch(() => "it is being replaced");
  await reloaded;
  expect([await page.evaluate(() => sessionStorage.getItem("uploaded")), asked]).toEqual([null, []]);
});
