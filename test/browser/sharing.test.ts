import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";
import { share } from "./support/share.ts";

const outside = (page: Page) => page.getByRole("alertdialog", { name: "Shared from outside" });

const choose = async (page: Page, typed: string) => {
  await outside(page).getByRole("button", { name: "Choose conversation" }).click();
  const dialog = page.getByRole("dialog", { name: "Share to" });
  await dialog.getByRole("combobox", { name: "Share to" }).fill(typed);
  await dialog.getByRole("option", { name: new RegExp(typed) }).click();
  await dialog.waitFor({ state: "detached" });
};

test("content shared by other apps reaches the composer of a chosen conversation, even offline or before a login", async ({
  owner,
  open,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It turns." }));
  const visit = await open(owner, { at: "#inbox", worker: true });
  visit.expects(/ERR_INTERNET_DISCONNECTED|401|ERR_FAILED/);
  const { page, context } = visit;
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await share(page, { title: "A page", text: "Look: https://example.org/a", url: "https://example.org/a" });
  await choose(page, "crane");
  const text = page.getByRole("textbox", { name: /^Message/ });
  const shared = "A page\nLook: https://example.org/a";
  await expect.poll(() => text.inputValue()).toBe(shared);
  await context.setOffline(false);

  await context.clearCookies();
  await share(page, {}, ["plan.txt", "list.txt", ...Array.from({ length: 12 }, (_, at) => `more${at}.txt`)]);
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await visit.logInAlso(owner);
  await visit.go("#inbox");
  await page.getByText("4 files are too much to share at once").waitFor();
  await choose(page, "crane");
  await expect.poll(() => text.inputValue()).toMatch(/\]\(\/user_uploads\/[^)]+more7\.txt\)/);
  const written = await text.inputValue();
  expect(written.startsWith(`${shared}\n`)).toBe(true);
  await expect.poll(async () => (await text.inputValue()).match(/\]\(\/user_uploads\//g)).toHaveLength(10);

  // Shared content is used only once.
  await visit.go("#recent");
  await page.reload();
  await page.getByRole("heading", { name: "Recent conversations" }).waitFor();
  expect(await page.evaluate(() => caches.has("shared"))).toBe(false);
});

test("a shared text that is too long for one message is kept whole, for the user to split", async ({ owner, open }) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It turns." }));
  const { page } = await open(owner, { at: "#inbox", worker: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await share(page, { text: "crane ".repeat(2_000).trim() });
  await choose(page, "crane");
  const text = page.getByRole("textbox", { name: /^Message/ });
  await expect.poll(async () => (await text.inputValue()).length).toBe(11_999);
  await page.getByText(/1,999 characters too long/).waitFor();
});

/** A page of another site that posts a form to the client, with a referrer policy. */
const posting = (url: string, policy: string, text: string) => `<meta name="referrer" content="${policy}">
  <form method="post" enctype="multipart/form-data" action="${url}/share"><input name="text" value="${text}"></form>
  <script>document.forms[0].submit()</script>`;

test("[security 11.12] a form posted by another website is refused if detectable, and otherwise needs confirmation", async ({
  owner,
  open,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It turns." }));
  const visit = await open(owner, { at: "#inbox", worker: true });
  const { page } = visit;
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { origin } = new URL(page.url());
  const site = createServer(({ url }, response) => {
    const policy = url?.slice(1) ?? "";
    response.writeHead(200, { "Content-Type": "text/html" }).end(posting(origin, policy, `I resign. ${policy}`));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const elsewhere = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  await page.goto(`${elsewhere}/origin`);
  await page.waitForURL((url) => url.origin === origin);
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  expect(await page.evaluate(() => caches.has("shared"))).toBe(false);

  // A page that hides its origin looks like the system. What was shared earlier comes first, and isn't lost.
  await visit.loseSession();
  await share(page, { text: "Lift the crane." }, ["plan.txt"]);
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await page.goto(`${elsewhere}/no-referrer`);
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await visit.logInAlso(owner);
  await visit.go(`#narrow/channel/${quay}-quay/topic/crane`);
  const dialog = outside(page);
  await dialog.getByText("Lift the crane.").waitFor();
  expect(await dialog.getByRole("listitem").innerText()).toMatch(/plan\.txt\s+19 bytes/);
  expect(await visit.accessProblems()).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("I resign. no-referrer").waitFor();
  const text = page.getByRole("textbox", { name: /^Message/, includeHidden: true });
  expect(await text.inputValue()).toBe("");
  await choose(page, "crane");
  await expect.poll(() => text.inputValue()).toBe("I resign. no-referrer");
  site.close();
  site.closeAllConnections();
});
