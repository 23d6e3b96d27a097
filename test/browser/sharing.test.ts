import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

/** Posts the form that a system posts when somebody shares something into the installed client. */
const share = (page: Page, fields: Record<string, string>, files: readonly string[] = []): Promise<void> =>
  page.evaluate(
    ([fields, files]) => {
      const form = document.createElement("form");
      Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
      for (const [name, value] of Object.entries(fields)) {
        const field = Object.assign(document.createElement("textarea"), { name, value });
        form.append(field);
      }
      const input = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
      const all = new DataTransfer();
      for (const name of files) all.items.add(new File([`content of ${name}`], name, { type: "text/plain" }));
      input.files = all.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [fields, files] as const,
  );

const choose = async (page: Page, typed: string) => {
  const dialog = page.getByRole("dialog", { name: "Share to" });
  await dialog.getByRole("combobox", { name: "Share to" }).fill(typed);
  await dialog.getByRole("option", { name: new RegExp(typed) }).click();
  await dialog.waitFor({ state: "detached" });
};

test("what other apps share goes into the composer of a chosen conversation, from offline and before a login too", async ({
  owner,
  open,
}) => {
  const quay = await owner.channel("quay", [owner]);
  await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "It turns." }));
  const visit = await open(owner, { at: "#inbox" });
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

  // It is taken once.
  await visit.go("#recent");
  await page.reload();
  await page.getByRole("heading", { name: "Recent conversations" }).waitFor();
  expect(await page.evaluate(() => caches.has("shared"))).toBe(false);
});
