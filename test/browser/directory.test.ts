import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "../process/support/person.ts";
import { test } from "./support/browser-test.ts";

async function connect(page: Page): Promise<void> {
  await page.getByText("No directory connected").waitFor();
  await page.getByRole("button", { name: "Connect a directory" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Okta of Tea");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const shown = page.getByRole("textbox", { name: "Token" });
  await expect.poll(() => shown.inputValue()).toMatch(/^parley_scim_/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => shown.count()).toBe(0);
}

const rulesOf = async (owner: Person) => (await owner.ok(owner.get("/scim/connections"))).connections[0].rules;

test("an owner connects a directory, sees its token once, changes it, and disconnects it", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#organization/directory" });
  await connect(page);
  await page.getByText("never used").waitFor();
  await page.getByRole("link", { name: "Okta of Tea" }).click();
  const tokens = page.getByRole("region", { name: "Tokens" });
  await tokens.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => tokens.getByText("never used").count()).toBe(2);
  expect(await tokens.getByRole("button", { name: "Create token" }).isDisabled()).toBe(true);
  await tokens.getByRole("button", { name: "Revoke older token" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect.poll(() => tokens.getByText("never used").count()).toBe(1);
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("No directory connected").waitFor();
});

test("an owner sets a directory's networks, and the roles and channels of its groups, by keyboard", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const crane = await owner.channel("crane", [owner]);
  const field = await owner.ok(owner.post("/realm/profile_fields", { name: "Team", field_type: 1 }));
  const visit = await open(owner, { at: "#organization/directory" });
  const { page } = visit;
  await connect(page);
  await page.getByRole("link", { name: "Okta of Tea" }).press("Enter");
  await page.getByRole("heading", { level: 2, name: "Okta of Tea" }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  const networks = page.getByRole("region", { name: "Networks" });
  await networks.getByText("From any network").waitFor();
  await networks.getByRole("button", { name: "Add network" }).press("Enter");
  await page.keyboard.type("192.0.2.0/24");
  await page.keyboard.press("Enter");
  await networks.getByText("192.0.2.0/24").waitFor();
  const { connections } = await owner.ok(owner.get("/scim/connections"));
  expect(connections[0].networks).toEqual([{ network: "192.0.2.0/24", label: "" }]);

  const roles = page.getByRole("region", { name: "Roles by group" });
  await roles.getByRole("button", { name: "Add role" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Owners are only possible if the directory can manage owners.").waitFor();
  expect(await dialog.getByRole("option").allTextContents()).toEqual(["Administrator", "Moderator", "Member", "Guest"]);
  await page.keyboard.type("Pilots");
  await page.keyboard.press("Enter");
  await roles.getByRole("button", { name: "Remove role of Pilots" }).waitFor();

  const channels = page.getByRole("region", { name: "Channels by group" });
  await channels.getByRole("button", { name: "Add channels" }).press("Enter");
  await page.keyboard.type("Pilots");
  await page.keyboard.press("Tab");
  await page.keyboard.type("crane");
  await page.getByRole("option", { name: "crane" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Add channels" }).press("Enter");
  await channels.getByText("#crane").waitFor();

  await page.getByRole("switch", { name: "Let the directory manage owners" }).press("Space");
  await page.getByRole("combobox", { name: "Department" }).selectOption("Team");
  const wanted = {
    may_set_owner: true,
    may_adopt_groups: false,
    attributes: { department: field.id },
    group_roles: [{ group: "Pilots", role: "administrator" }],
    group_channels: [{ group: "Pilots", channels: [crane] }],
  };
  await expect.poll(() => rulesOf(owner)).toEqual(wanted);
  await page.reload();
  await page.getByRole("switch", { name: "Let the directory manage owners", checked: true }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  await roles.getByRole("button", { name: "Remove role of Pilots" }).press("Enter");
  await roles.getByText("No roles by group").waitFor();
  await page.getByRole("combobox", { name: "Department" }).selectOption("Not shown");
  await expect.poll(() => rulesOf(owner)).toEqual({ ...wanted, group_roles: [], attributes: {} });
});
