import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

test("a code in the settings logs another device in, and the settings name that device", async ({ owner, open }) => {
  const visit = await open(owner, { at: "#settings/devices" });
  const { page } = visit;
  const button = page.getByRole("button", { name: "Log in on another device…" });
  const dialog = page.getByRole("dialog", { name: "Log in on another device" });
  const code = dialog.getByRole("img", { name: "QR code with a login link" });
  await page.clock.install();
  await page.reload();
  await button.click();
  await code.waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.clock.fastForward(60_000);
  await dialog.getByText("This code has expired.").waitFor();
  expect(await code.count()).toBe(0);
  const made = page.waitForResponse((response) => response.url().endsWith("/json/users/me/device_link"));
  await dialog.getByRole("button", { name: "Show another code" }).press("Enter");
  const { url } = await (await made).json();
  await code.waitFor();

  const phone = await open(undefined, { at: "/login/", size: "phone", touch: true });
  await phone.page.goto(`http://${owner.host}${new URL(url).pathname}`);
  await phone.page.getByRole("heading", { name: "Log in on this device" }).waitFor();
  expect(await phone.accessProblems()).toEqual([]);
  await phone.page.getByRole("button", { name: "Log in" }).tap();
  await phone.page.waitForURL(`http://${owner.host}/`);
  await page.clock.fastForward(2_000);
  await dialog.getByText(/^Logged in on Chrom/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).waitFor();
});
