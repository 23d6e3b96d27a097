import { expect } from "vitest";
import { PASSWORD } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";

const LOOKS = [
  { size: "phone", theme: "dark" },
  { size: "desktop", theme: "light" },
  { size: "desktop", forcedColors: true },
] as const;

test("[accessibility 1.3.5] the server's own pages pass axe in every state", async ({ owner, open }) => {
  const { invite_link } = await owner.ok(owner.post("/invites/multiuse"));
  for (const look of LOOKS) {
    const visit = await open(undefined, { ...look, at: "/login/" });
    visit.expects(/404/);
    for (const path of ["/login/", "/accounts/password/reset/", new URL(invite_link).pathname, "/nowhere"]) {
      await visit.page.goto(`http://${owner.host}${path}`);
      expect(await visit.page.getByRole("heading", { level: 1 }).count(), path).toBe(1);
      expect(await visit.accessProblems(), path).toEqual([]);
      const isWide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWide, path).toBe(false);
    }
  }
});

test("a user without a session returns to the requested page after login", async ({ owner, open }) => {
  const visit = await open(undefined, { at: "/login/" });
  visit.expects(/401/);
  const { page } = visit;
  await page.goto(`http://${owner.host}/#settings/profile`);
  await page.waitForURL(/\/login\/\?next=/);
  await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill("a guess");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/#settings\/profile$/);
});

test("opening a page without a session leads to the login page, and requests no account data", async ({
  owner,
  open,
}) => {
  const { page } = await open(undefined, { at: "/login/" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // An empty response keeps the page.
  await page.route("**/login/", (route) => route.fulfill({ status: 204 }));
  const isLeaving = page.waitForResponse((response) => response.url().endsWith("/login/"));
  await page.goto(`http://${owner.host}/`, { waitUntil: "commit" });
  await isLeaving;
  const databases = await page.evaluate(async () => {
    // Databases that the page opened earlier are open once this one is.
    await new Promise((resolve) => {
      indexedDB.open("probe").onsuccess = resolve;
    });
    return indexedDB.databases();
  });
  expect(databases.map(({ name }) => name)).toEqual(["probe"]);
  expect(asked).not.toContain("/json/register");
});

test("a visitor without an account reads public channels if allowed, and logs in from there", async ({
  owner,
  open,
}) => {
  await owner.ok(owner.patch("/realm", { enable_spectator_access: true }));
  await owner.ok(
    owner.post("/channels/create", { name: "quay", subscribers: JSON.stringify([owner.id]), is_web_public: true }),
  );
  const visit = await open(undefined, { at: "/login/" });
  const { page } = visit;
  await page.goto(`http://${owner.host}/`);
  await page.getByText("You're viewing without an account.").waitFor();
  await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: /quay/ }).waitFor();
  expect(await page.getByRole("link", { name: "Inbox" }).count()).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);
  expect(await page.getByRole("button", { name: "New topic" }).count()).toBe(0);
  const listed = page.url();
  const tides = { type: "channel", to: "quay", topic: "tides", content: "High at six." };
  const { id } = await owner.ok(owner.post("/messages", tides));
  await owner.ok(owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  // Reopening the page requests the list of topics again.
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: /tides/ }).click();
  await page.getByText("High at six.").waitFor();
  expect(await page.getByRole("textbox", { name: /^Message/ }).count()).toBe(0);
  // Actions that need an account are hidden, or lead to the login.
  await page.getByText("High at six.").hover();
  const tools = page.getByRole("toolbar", { name: "Message actions" });
  await tools.getByRole("button", { name: "More" }).click();
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual([expect.stringContaining("Copy link"), expect.stringContaining("Copy text")]);
  await page.keyboard.press("Escape");
  const isRefused = async () => {
    const toast = page.locator(".toast", { hasText: "Log in to join the conversation." });
    await toast.getByRole("button", { name: "Close" }).click();
    await toast.waitFor({ state: "detached" });
  };
  await page.keyboard.press("f");
  await isRefused();
  await page.getByRole("group", { name: "Reactions" }).getByRole("button").first().click();
  await isRefused();
  await page.getByRole("button", { name: "Add reaction" }).click();
  await isRefused();
  await page.keyboard.press("t");
  await page.getByText("High at six.").waitFor();
  await page.goto(`http://${owner.host}/#drafts`);
  await page.getByText("You need an account for this").waitFor();
  await page.goto(listed);
  const place = new URL(page.url()).hash;
  expect(place).toMatch(/^#(?:topics|narrow)\/channel\/\d+-quay/);
  await page.getByRole("link", { name: "Log in" }).first().click();
  await page.getByRole("textbox", { name: "Email" }).fill(owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/" && url.hash === place);
  await page.getByRole("link", { name: "Inbox" }).waitFor();
});
