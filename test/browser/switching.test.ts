import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { foundOrganization, ownerOf, PASSWORD, type Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";
import { holdRequests } from "./support/hold-requests.ts";

const rail = (page: Page) => page.getByRole("list", { name: "Organizations" });
const entries = (page: Page) => rail(page).getByRole("link").allInnerTexts();
const original = (person: Person) => `http://${person.host}`;
const isAt = (page: Page, person: Person, hash: string) =>
  page.waitForURL(({ origin, hash: at }) => origin === original(person) && at === hash);

async function add(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Add organization" }).click();
  const dialog = page.getByRole("dialog", { name: "Add organization" });
  await dialog.getByRole("textbox", { name: "Organization URL" }).fill(address);
  await dialog.getByRole("button", { name: "Open" }).click();
}

const nameOfNotifications = (page: Page) =>
  page.evaluate(async () => (await caches.match("/organization-name"))?.text());
const known = (page: Page) => page.evaluate(() => localStorage.getItem("parley.organizations"));

test("a user adds an organization, switches by click, key and palette, and logs out of only one", async ({
  server,
  owner,
  open,
}) => {
  const tea = await foundOrganization(server, `tea-of-${owner.host.replace(/\W.*/, "")}`, "Tea & Co");
  const mate = await tea.invite("mate");
  const visit = await open(owner, { at: "#recent" });
  const { page } = visit;
  expect(await rail(page).count()).toBe(0);
  await add(page, tea.host);
  // The list brought along waits until the user logs in there.
  await page.getByRole("textbox", { name: "Email" }).fill(tea.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();

  const question = page.getByRole("alertdialog", { name: "Switch between these organizations?" });
  await question.getByText(owner.host, { exact: true }).waitFor();
  await question.getByRole("button", { name: "Show together" }).click();
  await rail(page).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  expect(await rail(page).locator("[aria-current]").innerText()).toContain("Tea & Co");
  const unread = await mate.ok(mate.post("/messages", { type: "direct", to: [tea.id], content: "Is it ready?" }));
  expect(unread.id).toBeGreaterThan(0);
  await page.waitForFunction(() => document.title.startsWith("("));
  await expect.poll(() => nameOfNotifications(page)).toBe("Tea & Co");
  await page.keyboard.press("*");
  await isAt(page, tea, "#narrow/is/starred");

  // Back to where the first organization was left. It now knows the other's name and unread count.
  await rail(page).getByRole("link").first().click();
  await isAt(page, owner, "#recent");
  await expect
    .poll(() => entries(page))
    .toEqual([expect.anything(), expect.stringMatching(/Tea & Co.*\d+ unread.*as of/s)]);
  await page.keyboard.press("Alt+Shift+Digit2");
  await isAt(page, tea, "#narrow/is/starred");
  await rail(page).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("/org");
  await page.getByRole("option", { name: /^Go to org\d/ }).click();
  await isAt(page, owner, "#recent");

  await rail(page).getByRole("link").last().click();
  await isAt(page, tea, "#narrow/is/starred");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await expect.poll(async () => [await known(page), await nameOfNotifications(page)]).toEqual([null, undefined]);
  await page.goto(original(owner));
  await rail(page).waitFor();
  await expect.poll(() => entries(page)).toHaveLength(2);

  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Your organizations" }).click();
  const dialog = page.getByRole("dialog", { name: "Your organizations" });
  await dialog.getByText(/\d+ unread\s*as of/).waitFor();
  await page.getByRole("button", { name: "Remove Tea & Co" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await rail(page).waitFor({ state: "detached" });
  await expect.poll(() => known(page)).toBeNull();
});

test("text that isn't an organization's address is refused with the reason", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  await add(page, "http://chat.example.org");
  await page.getByRole("alert").getByText("That isn't the URL of an organization.").waitFor();
  expect(await known(page)).toBe(null);
});

test("a user switches between organizations of two servers at unrelated addresses", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const data = makeData();
  onTestFinished(() => removeData(data));
  const other = await launchOn({ data, args: ["--quiet", "--rate-limits", "off"] }).running();
  const ada = await ownerOf(other);
  const host = `127.0.0.1:${new URL(other.url).port}`;
  const { page } = await open(owner, { at: "#recent" });
  await add(page, host);
  await page.waitForURL((url) => url.host === host);
  await page.getByRole("textbox", { name: "Email" }).fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(other.password ?? "");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Switch between these organizations?" });
  await question.getByRole("button", { name: "Show together" }).click();
  await rail(page).waitFor();
  const mate = await ada.invite("mate");
  await mate.ok(mate.post("/messages", { type: "direct", to: [ada.id], content: "Is it ready?" }));
  await page.waitForFunction(() => document.title.startsWith("("));
  // Back and forth by key: neither asks for a password or for the list.
  await rail(page).getByRole("link").first().click();
  await isAt(page, owner, "#recent");
  await expect.poll(() => entries(page)).toEqual([expect.anything(), expect.stringMatching(/\d+ unread.*as of/s)]);
  await page.keyboard.press("Alt+Shift+Digit2");
  await page.waitForURL((url) => url.host === host);
  await rail(page).waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await page.close();
});

test("[security 17.1] a listed organization can add another one only if the user agrees", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#inbox" });
  const key = "0123456789abcdef";
  const all = [
    { origin: original(owner), name: "Harbour" },
    { origin: "https://tea.example", name: "Tea & Co" },
  ];
  await page.evaluate((list) => localStorage.setItem("parley.organizations", JSON.stringify(list)), {
    ...{ key, changedMs: 1, all },
  });
  const told = { key, changedMs: 9e14, all: [...all, { origin: "https://bank.example", name: "Bank" }] };
  await page.goto("about:blank");
  await page.goto(`${original(owner)}/#organizations/${encodeURIComponent(JSON.stringify(told))}`);
  const question = page.getByRole("alertdialog", { name: "Switch between these organizations?" });
  await question.getByText("bank.example").waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(JSON.parse((await known(page)) ?? "").all).toHaveLength(2);
});

test("a logout removes the organization from the list, despite a concurrent update of its unread count", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  const { page } = await open(owner, { at: "#inbox", worker: true });
  const all = [
    { origin: original(owner), name: "Harbour" },
    { origin: "https://tea.example", name: "Tea & Co" },
  ];
  await page.evaluate((list) => localStorage.setItem("parley.organizations", JSON.stringify(list)), {
    key: "0123456789abcdef",
    changedMs: 1,
    all,
  });
  await page.reload();
  await rail(page).waitFor();
  // Ending push notifications takes forever here.
  await page.evaluate(() => {
    navigator.serviceWorker.getRegistration = () => new Promise(() => {});
  });
  const isAnswered = await holdRequests(page, "POST", "**/json/logout");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const before = await page.title();
  await omar.ok(omar.post("/messages", { type: "direct", to: [owner.id], content: "Is it ready?" }));
  await page.waitForFunction((title) => document.title !== title, before);
  isAnswered.release();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  const kept = () => Object.keys(localStorage).filter((name) => name.startsWith("parley.organizations"));
  expect(await page.evaluate(kept)).toEqual([]);
});

test("[security 17.1] a third party's link adds no organization", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#inbox" });
  const { page } = visit;
  const forged = {
    key: "0123456789abcdef",
    changedMs: 1,
    all: [{ origin: "https://evil.example", name: `<img src=x onerror="document.title='run'">${"x".repeat(200)}` }],
  };
  await page.goto("about:blank");
  await visit.go(`#organizations/${encodeURIComponent(JSON.stringify(forged))}`);
  const question = page.getByRole("alertdialog", { name: "Switch between these organizations?" });
  await question.getByText("evil.example", { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  expect(await question.getByRole("listitem").locator("img").count()).toBe(0);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect([await known(page), await rail(page).count()]).toEqual([null, 0]);
  await page.goto("about:blank");
  await visit.go("#organizations/%");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("parley.organizations.arrived"))).toBeNull();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});
