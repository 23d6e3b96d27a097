import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../process/support/person.ts";
import { test } from "./support/shared-page.ts";

const AT = "#organization/audit-log/send";
const URL_OF = "https://logs.acme.example/in";

const shown = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("textbox", { name, exact: true });
const done = (page: Page) => page.getByRole("button", { name: "Done" }).press("Enter");

test("an owner creates audit tokens by keyboard, sees each token once, and revokes one", async ({
  crew: { owner },
  show,
}) => {
  const visit = await show(owner, "#organization/audit-log");
  const { page } = visit;
  await page.getByRole("link", { name: "Send to other systems" }).press("Enter");
  const tokens = page.getByRole("region", { name: "Audit tokens" });
  await tokens.getByText("No audit tokens").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const make = tokens.getByRole("button", { name: "Create audit token" });
  for (const name of ["Splunk", "Elastic", "Panther"]) {
    await make.press("Enter");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect.poll(() => shown(page, "Token").inputValue()).toMatch(/^parley-audit-\w{40}$/);
    await done(page);
    await tokens.getByText(name, { exact: true }).waitFor();
  }
  expect(await tokens.getByRole("listitem").filter({ hasText: "never used" }).count()).toBe(3);
  expect(await make.isDisabled()).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  await tokens.getByRole("button", { name: "Revoke token Elastic" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).press("Enter");
  await tokens.getByText("Elastic", { exact: true }).waitFor({ state: "detached" });
  const left = (await owner.ok(owner.get("/audit_log/tokens"))).tokens;
  expect(left.map(({ name }: { name: string }) => name)).toEqual(["Splunk", "Panther"]);
});

test("a token whose creator is no longer an owner is marked as such", async ({ crew: { owner, omar }, show }) => {
  await owner.ok(owner.patch(`/users/${omar.id}`, { role: 100 }));
  await omar.askInBrowser(PASSWORD, "POST", "/audit_log/tokens", { name: "Omar's" });
  await owner.ok(owner.patch(`/users/${omar.id}`, { role: 400 }));
  const { page } = await show(owner, AT);
  await page.getByText("Doesn't work: Omar Example isn't an owner anymore.").waitFor();
});

test("an owner streams the log to a destination, replaces its secret, and removes it", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: AT });
  visit.expects(/400/);
  const { page } = visit;
  const destination = page.getByRole("region", { name: "Destination" });
  await destination.getByText("No destination").waitFor();
  await destination.getByRole("button", { name: "Set destination" }).press("Enter");
  await page.keyboard.type("https://127.0.0.1/in");
  await page.getByRole("button", { name: "Start sending" }).press("Enter");
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.getByRole("dialog").getByRole("textbox", { name: "Destination URL" }).fill(URL_OF);
  await page.getByRole("radio", { name: "All entries, oldest first" }).check();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Start sending" }).press("Enter");
  await expect.poll(() => shown(page, "Secret").inputValue()).toMatch(/^\w{43}$/);
  const first = await shown(page, "Secret").inputValue();
  expect(await visit.accessProblems()).toEqual([]);
  await done(page);
  const url = destination.getByRole("textbox", { name: "Destination URL" });
  expect(await url.inputValue()).toBe(URL_OF);
  await destination.getByText("Nothing delivered yet").waitFor();
  await destination.getByText(/^\d+ entries waiting$/).waitFor();

  await url.fill(`${URL_OF}/2`);
  await url.press("Enter");
  await expect
    .poll(async () => (await owner.ok(owner.get("/audit_log/destination"))).destination.url)
    .toBe(`${URL_OF}/2`);
  await destination.getByRole("button", { name: "Replace secret" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace secret" }).press("Enter");
  await expect.poll(() => shown(page, "Secret").inputValue()).toMatch(/^\w{43}$/);
  expect(await shown(page, "Secret").inputValue()).not.toBe(first);
  await done(page);
  await destination.getByRole("button", { name: "Stop sending" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop sending" }).press("Enter");
  await destination.getByText("No destination").waitFor();
  expect((await owner.ok(owner.get("/audit_log/destination"))).destination).toBe(null);
});

test("a failing destination shows its error and how long it has been failing", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#organization/audit-log" });
  const { page } = visit;
  const at = Math.floor(Date.now() / 1000);
  let state: Record<string, unknown> = { delivered_at: at - 7200, waiting: 3, failing_since: at - 3600 };
  await page.route("**/json/audit_log/destination", (route) => {
    const destination = { url: URL_OF, user_id: owner.id, created_at: at - 86_400, delivered_id: 9, ...state };
    return route.fulfill({ json: { result: "success", msg: "", destination } });
  });
  const destination = page.getByRole("region", { name: "Destination" });
  const refresh = destination.getByRole("button", { name: "Refresh" });
  state = { ...state, last_error: "status 503" };
  await page.getByRole("link", { name: "Send to other systems" }).press("Enter");
  await destination.getByText(/^The destination answered with status 503\. Failing since: /).waitFor();
  await destination.getByText(/^Last delivered: /).waitFor();
  await destination.getByText("3 entries waiting").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  state = { ...state, last_error: "timeout" };
  await refresh.press("Enter");
  await destination.getByText(/^The destination didn't answer within 10 seconds\./).waitFor();
  state = { delivered_at: at, waiting: 0, failing_since: null, last_error: null };
  await refresh.press("Enter");
  await destination.getByText(/Failing since/).waitFor({ state: "detached" });
  expect(await visit.accessProblems()).toEqual([]);
});

test("users who can read the log but aren't owners see no destinations", async ({ crew: { owner, omar }, show }) => {
  const value = { direct_members: [omar.id], direct_subgroups: [] };
  await owner.ok(owner.patch("/realm", { can_read_audit_log_group: { new: value } }));
  const { page } = await show(omar, AT);
  await page.getByRole("button", { name: "Refresh" }).waitFor();
  expect(await page.getByRole("link", { name: "Send to other systems" }).count()).toBe(0);
  expect(await page.getByRole("region", { name: "Audit tokens" }).count()).toBe(0);
});
