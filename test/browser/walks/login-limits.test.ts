import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("an owner limits sessions, sets the allowed networks, and logs a member out", async ({ owner, open }) => {
  const member = await owner.invite("Mia");
  const visit = await open(owner, { at: "#organization/auth-methods" });
  const { page } = visit;
  const state = async () => owner.ok(owner.post("/register", { fetch_event_types: ["realm"] }));

  const longest = page.getByRole("combobox", { name: "Longest session", exact: true });
  await longest.waitFor();
  expect(await longest.locator("option").allInnerTexts()).toEqual([
    ...["Server default", "8 hours", "12 hours", "1 day", "3 days", "7 days", "14 days"],
  ]);
  await longest.selectOption({ label: "12 hours" });
  await expect.poll(async () => (await state()).realm_session_max_hours).toBe(12);
  await longest.selectOption({ label: "Server default" });
  await expect.poll(async () => (await state()).realm_session_max_hours).toBe(null);
  await page.getByRole("combobox", { name: "Recent login" }).selectOption({ label: "5 minutes" });
  await expect.poll(async () => (await state()).realm_fresh_login_minutes).toBe(5);

  const networks = page.getByRole("region", { name: "Allowed networks" });
  await networks.getByText(/^Your network address: \S+/).waitFor();
  await networks.getByRole("button", { name: "Add network" }).click();
  const dialog = page.getByRole("dialog", { name: "Add network" });
  visit.expects(/400/);
  await dialog.getByRole("textbox", { name: "Network" }).fill("192.0.2.0/24");
  await dialog.getByRole("button", { name: "Add network" }).click();
  await dialog.getByText("is not in this list").waitFor();
  await dialog.getByRole("textbox", { name: "Network" }).fill("192.0.2.9/24");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Office");
  await dialog.getByRole("combobox", { name: "For" }).selectOption({ label: "Guest" });
  await dialog.getByRole("button", { name: "Add network" }).click();
  await networks.getByText("192.0.2.0/24").waitFor();
  await networks.getByText("Office · Guest").waitFor();
  await networks.getByRole("button", { name: "Remove 192.0.2.0/24" }).click();
  await networks.getByText("No networks yet").waitFor();

  const theirs = await open(member, { at: "#inbox" });
  theirs.expects(/401/);
  await visit.go(`#organization/users/${member.id}`);
  await page.getByRole("button", { name: "Actions for Mia Example" }).click();
  await page.getByRole("menuitem", { name: "Log out…" }).click();
  const question = page.getByRole("alertdialog", { name: "Log out Mia Example?" });
  await question.getByText(/^Browsers: 1\. API keys: \d+\.$/).waitFor();
  await question.getByRole("button", { name: "Log out" }).click();
  await page.getByText("Logged out Mia Example").waitFor();
  await theirs.page.getByRole("button", { name: "Log in" }).waitFor();
});
