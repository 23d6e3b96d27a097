import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

test("an owner connects a directory, sees its token once, changes it, and disconnects it", async ({ owner, open }) => {
  const { page } = await open(owner, { at: "#organization/directory" });
  await page.getByText("No directory connected").waitFor();
  await page.getByRole("button", { name: "Connect a directory" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Okta of Tea");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const shown = page.getByRole("textbox", { name: "Token" });
  await expect.poll(() => shown.inputValue()).toMatch(/^parley_scim_/);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("never used").waitFor();
  expect(await shown.count()).toBe(0);
  await page.getByRole("button", { name: "Create a new token for Okta of Tea" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => page.getByText("never used").count()).toBe(2);
  await page.getByRole("button", { name: "End the older token for Okta of Tea" }).click();
  await page.getByRole("button", { name: "End token" }).click();
  await expect.poll(() => page.getByText("never used").count()).toBe(1);
  await page.getByRole("button", { name: "Disconnect Okta of Tea" }).click();
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await page.getByText("No directory connected").waitFor();
});
