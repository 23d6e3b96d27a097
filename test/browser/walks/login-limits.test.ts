import { expect } from "vitest";
import { PASSWORD } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";

test("an owner limits sessions, names networks, and logs a member out", async ({ owner, open }) => {
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

test("messages written on a network that is not allowed wait, and the login page explains why", async ({
  owner,
  open,
}) => {
  const member = await owner.invite("Mia");
  const crane = await owner.channel("crane", [owner, member]);
  const visit = await open(member, { at: `#narrow/channel/${crane}-crane/topic/load` });
  visit.expects(/403/);
  const { page } = visit;
  const box = page.getByRole("textbox", { name: /^Message/ });
  await box.waitFor();
  const allow = (networks: readonly object[]) =>
    owner.askInBrowser(PASSWORD, "PATCH", "/realm/allowed_networks", { networks });
  await allow([{ network: "192.0.2.0/24", label: "", roles: [400] }]);
  await box.fill("written at home");
  await page.keyboard.press("Control+Enter");
  await page.getByText("written at home").waitFor();
  const refused = page.waitForResponse((response) => response.status() === 403);
  await refused;

  const stranger = await open(undefined, { at: "/login/", host: owner.host });
  stranger.expects(/403/);
  await stranger.page.getByRole("textbox", { name: "Email" }).fill(member.email);
  await stranger.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await stranger.page.getByRole("button", { name: "Log in" }).click();
  await stranger.page.getByText("This organization does not allow logins from your network.").waitFor();

  await allow([]);
  const narrow = [{ operator: "channel", operand: "crane" }];
  const contents = async () => {
    const asked = owner.get("/messages", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    return (await owner.ok(asked)).messages.map(({ content }: { content: string }) => content);
  };
  await expect.poll(contents).toContain("written at home");
});
