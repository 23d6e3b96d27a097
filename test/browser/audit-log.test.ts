import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { savedSign } from "./support/saved-sign.ts";
import { test } from "./support/shared-page.ts";

const AT = "#organization/audit-log";
const DAY_MS = 86_400_000;

const row = (page: Page, name: RegExp) => page.locator(".audit-row").filter({ hasText: name });
const rows = (page: Page) => page.locator(".audit-row").count();
/** Returns the value of a fact in an open entry. */
const fact = (page: Page, name: string) =>
  page
    .locator(".audit-facts > dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    .locator("dd");
const choose = (page: Page, label: string, option: string) =>
  page.getByRole("combobox", { name: label, exact: true }).selectOption(option);

async function someActs(owner: Person): Promise<{ noah: Person; mia: Person; channel: number }> {
  const [noah, mia] = [await owner.invite("Noah"), await owner.invite("Mia")];
  await owner.ok(owner.post("/users/me/subscriptions", { subscriptions: [{ name: "quay" }] }));
  const { stream_id: channel } = await owner.ok(owner.get("/get_stream_id", { stream: "quay" }));
  const secret = { name: "reports", subscribers: [owner.id], invite_only: true };
  const { id: reports } = await owner.ok(owner.post("/channels/create", secret));
  await owner.ok(owner.patch("/realm", { message_content_edit_limit_seconds: 5400, message_retention_days: 30 }));
  await owner.ok(owner.patch("/realm", { moderation_request_channel_id: reports }));
  await owner.ok(
    owner.patch("/realm", { can_create_groups: { new: { direct_members: [mia.id], direct_subgroups: [] } } }),
  );
  const { id: title } = await owner.ok(owner.post("/realm/profile_fields", { name: "Title", field_type: 1 }));
  await owner.ok(owner.patch(`/realm/profile_fields/${title}`, { hint: "At work", required: true }));
  await owner.ok(owner.patch(`/users/${mia.id}`, { role: 200 }));
  await mia.ok(mia.patch(`/users/${noah.id}`, { role: 300 }));
  expect((await noah.post("/login", { username: noah.email, password: "wrong one" })).status).toBe(401);
  return { noah, mia, channel };
}

test("an owner reads the log, opens an entry by keyboard, and filters it", async ({ crew: { owner }, show }) => {
  const { mia, channel } = await someActs(owner);
  const visit = await show(owner, AT);
  const { page } = visit;
  const changed = row(page, /^Mia Example changed the role of Noah Example/);
  await changed.waitFor();
  expect(await changed.textContent()).toContain("Member → Moderator");
  await changed.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => changed.getAttribute("aria-expanded")).toBe("true");
  expect(await fact(page, "Before").textContent()).toBe("Member");
  expect(await fact(page, "After").textContent()).toBe("Moderator");
  expect(await fact(page, "Concerns").textContent()).toContain("Noah Example");
  expect(await fact(page, "IP address").textContent()).toMatch(/^[\d.:a-f]+$/);
  await fact(page, "Done by").getByRole("button", { name: "Mia Example" }).press("Enter");
  await page.getByRole("dialog").getByText("Mia Example").first().waitFor();
  await page.keyboard.press("Escape");
  expect(await visit.accessProblems()).toEqual([]);
  await changed.press("Enter");
  await expect.poll(() => page.locator(".audit-facts").count()).toBe(0);

  await choose(page, "Area", "Channels");
  await row(page, /created #quay/).click();
  expect(await fact(page, "Concerns").getByRole("link").getAttribute("href")).toBe(`#organization/channels/${channel}`);
  await choose(page, "Area", "Organization");
  expect(
    await row(page, /a setting/)
      .first()
      .textContent(),
  ).toContain("Who can create groups: Everyone except guests → Mia Example");
  await row(page, /a setting.*Channel for reports: None → #reports/).waitFor();
  await row(page, /a setting.*Time limit for editing messages: 10 minutes → 90 minutes/).waitFor();
  await row(page, /a setting.*Message retention: Forever → 30 days/).waitFor();
  await row(page, /Title: hint: None and required: Off → hint: At work and required: On/).waitFor();
  await choose(page, "Area", "All areas");
  await choose(page, "Result", "Failed");
  await row(page, /^Someone not logged in failed to log in as Noah ExampleFailed/).waitFor();
  await page.getByRole("status").getByText("1 entry", { exact: true }).waitFor();
  await choose(page, "Area", "Groups");
  await page.getByText("No matching entries").waitFor();
  await choose(page, "Area", "All areas");
  await choose(page, "Result", "Any result");
  await page.getByRole("combobox", { name: "By or about" }).fill("Mia");
  await page.getByRole("option", { name: /Mia Example/ }).click();
  // Mia's own actions, and those on her account.
  await row(page, /^Mia Example changed the role of Noah Example/).waitFor();
  await row(page, /changed the role of Mia Example/).waitFor();
  for (const text of await page.locator(".audit-sentence").allTextContents()) expect(text).toContain("Mia Example");

  // Entries that arrive in the meantime appear after "Refresh".
  const before = await rows(page);
  await mia.ok(mia.patch("/realm", { description: "Tea" }));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => rows(page)).toBe(before + 1);
});

test("older entries load in pages, and the log shows a message when offline", async ({ crew: { owner }, show }) => {
  const noel = await owner.invite("Noel");
  for (let at = 0; at < 70; at++) await owner.ok(owner.patch(`/users/${noel.id}`, { full_name: `Noel ${at}` }));
  const visit = await show(owner, AT);
  const { page } = visit;
  await choose(page, "Area", "People");
  await page.getByRole("status").getByText("The newest 50 entries", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show older entries" }).click();
  await page
    .getByRole("status")
    .getByText(/^\d+ entries$/)
    .waitFor();
  await page.getByRole("button", { name: "Show older entries" }).waitFor({ state: "detached" });
  // Distant rows aren't in the document.
  await expect.poll(() => rows(page)).toBeGreaterThan(50);

  visit.expects(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").getByText("Can't reach the server.").first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await row(page, /Noel 69/)
    .first()
    .waitFor();
});

test("only owners change the retention time, and confirm a shorter one", async ({ crew: { owner, omar }, show }) => {
  await owner.ok(owner.patch(`/users/${omar.id}`, { role: 200 }));
  const { page } = await show(owner, AT);
  const keeping = (of: Page) => of.getByRole("combobox", { name: "Keep entries for", exact: true });
  const isSaved = savedSign(page);
  await keeping(page).selectOption("Forever");
  await isSaved;
  const value = async () =>
    (await owner.ok(owner.post("/register", { fetch_event_types: ["realm"] }))).realm_audit_retention_days;
  await expect.poll(value).toBe(-1);
  await keeping(page).selectOption("90 days");
  const dialog = page.getByRole("alertdialog", { name: "Delete entries older than 90 days?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => keeping(page).inputValue()).toBe("-1");
  await keeping(page).selectOption("90 days");
  await dialog.getByRole("button", { name: "Delete older entries" }).click();
  await expect.poll(value).toBe(90);

  // Other users don't have this section until they get the permission, and then can't change anything in it.
  const other = await show(omar, "#settings/profile");
  const link = other.page.getByRole("navigation").getByRole("link", { name: "Audit log", exact: true });
  await other.page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  expect(await link.count()).toBe(0);
  const value2 = { direct_members: [omar.id], direct_subgroups: [] };
  await owner.ok(owner.patch("/realm", { can_read_audit_log_group: { new: value2 } }));
  await link.click();
  await row(other.page, /changed a setting/)
    .first()
    .waitFor();
  expect(await keeping(other.page).isDisabled()).toBe(true);
  await other.page.getByText("Only organization owners can change this.").first().waitFor();
});

test("an entry says that its details were deleted, and the account lists its recent logins, in German", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const { noah } = await someActs(owner);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 91 * DAY_MS }));
  await expect
    .poll(async () => (await owner.ok(owner.get("/audit_log", { after_id: 0, limit: 1 }))).entries[0].context)
    .toEqual({});
  const visit = await open(owner, { at: AT, language: "de" });
  const { page } = visit;
  await page.getByRole("heading", { level: 1, name: "Audit-Protokoll" }).waitFor();
  await choose(page, "Zeitraum", "Gesamte Zeit");
  const changed = row(page, /^Mia Example hat die Rolle von Noah Example geändert/);
  expect(await changed.textContent()).toContain("Mitglied → Moderator");
  await changed.click();
  await page.getByText("IP-Adresse und Gerät wurden entfernt, weil dieser Eintrag alt ist.").waitFor();
  expect(await fact(page, "IP-Adresse").count()).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);

  const own = await open(noah, { at: "#settings/account-and-privacy", language: "de" });
  const logins = own.page.getByRole("region", { name: "Letzte Anmeldungen" });
  await logins.getByText("Angemeldet", { exact: true }).first().waitFor();
  await logins.getByText("Anmeldung fehlgeschlagen", { exact: true }).waitFor();
  expect(await logins.textContent()).not.toContain("Mia");
});

test("the audit log's filter for the last 24 hours uses the server's time, even if the device's clock is days fast", async ({
  owner,
  open,
}) => {
  await owner.invite("Omar");
  const { page } = await open(owner, { at: "#organization/audit-log", aheadMs: 2 * DAY_MS });
  await page.getByRole("combobox", { name: "Time" }).selectOption("Last 24 hours");
  await page
    .getByText(/Omar Example/)
    .first()
    .waitFor();
});
