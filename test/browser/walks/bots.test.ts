import { expect } from "vitest";
import { test } from "../support/browser-test.ts";

test("a member creates a bot with a working key, and an administrator sees and deactivates it", async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  const theirs = await open(owner, { at: "#organization/bot-list-admin" });
  await theirs.page.getByText("No bots").waitFor();
  const { page, context } = await open(noah, { at: "#settings/your-bots" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);

  await page.getByRole("button", { name: "New bot" }).click();
  const making = page.getByRole("dialog", { name: "New bot" });
  await making.getByRole("textbox", { name: "Name", exact: true }).fill("Night Porter");
  await making.getByText(/night-porter-bot@/).waitFor();
  await making.getByRole("radio", { name: /Outgoing webhook/ }).click();
  await making.getByRole("textbox", { name: "Endpoint URL" }).fill("https://porter.example/answer");
  await making.getByRole("button", { name: "Create bot" }).click();
  const secrets = page.getByRole("alertdialog", { name: "API key of Night Porter" });
  const [email, key] = [
    await secrets.getByRole("textbox", { name: "Email address" }).inputValue(),
    await secrets.getByRole("textbox", { name: "API key" }).inputValue(),
  ];
  const login = (api_key: string) => owner.ok(noah.withKey(email, api_key).get("/users/me"));
  expect((await login(key)).full_name).toBe("Night Porter");
  const loading = page.waitForEvent("download");
  await secrets.getByRole("button", { name: "Download zuliprc" }).click();
  expect((await loading).suggestedFilename()).toBe("zuliprc");
  await secrets.getByRole("button", { name: "Done" }).click();

  // A new key replaces the old one.
  const menu = async (item: RegExp) => {
    await page.getByRole("button", { name: "Actions for Night Porter" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await menu(/^New API key/);
  await page
    .getByRole("alertdialog", { name: "New API key for Night Porter?" })
    .getByRole("button", { name: "Create new key" })
    .click();
  await secrets.waitFor();
  const next = await secrets.getByRole("textbox", { name: "API key" }).inputValue();
  expect(next).not.toBe(key);
  await login(next);
  await expect(login(key)).rejects.toThrow("401");
  await secrets.getByRole("button", { name: "Done" }).click();

  await menu(/^Edit/);
  const editing = page.getByRole("dialog", { name: "Edit Night Porter" });
  expect(await editing.getByRole("textbox", { name: "Endpoint URL" }).inputValue()).toBe(
    "https://porter.example/answer",
  );
  await editing.getByRole("textbox", { name: "Name", exact: true }).fill("Day Porter");
  await editing.getByRole("button", { name: "Save" }).click();

  // The token of its service can be viewed and regenerated.
  await page.getByRole("button", { name: "Actions for Day Porter" }).click();
  await page.getByRole("menuitem", { name: /^Service token/ }).click();
  const tokens = page.getByRole("dialog", { name: "Service token of Day Porter" });
  const token = tokens.getByRole("textbox", { name: "Service token" });
  const first = await token.inputValue();
  expect(first).toMatch(/^\w{32}$/);
  await tokens.getByRole("button", { name: "New token…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create new token" }).click();
  await expect.poll(() => token.inputValue()).not.toBe(first);
  await tokens.getByRole("button", { name: "Done" }).click();

  // The administrator saw every change.
  const row = theirs.page.getByRole("main").getByRole("listitem").filter({ hasText: "Day Porter" });
  await row.getByText(/owned by Noah Example/).waitFor();
  await row.getByRole("button", { name: "Actions for Day Porter" }).click();
  await theirs.page.getByRole("menuitem", { name: /^Deactivate/ }).click();
  await theirs.page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("Deactivated", { exact: true }).waitFor();
  await expect(login(next)).rejects.toThrow("401");
  await row.getByRole("button", { name: "Actions for Day Porter" }).click();
  await theirs.page.getByRole("menuitem", { name: "Reactivate" }).click();
  await page.getByText("Deactivated", { exact: true }).waitFor({ state: "detached" });
});
