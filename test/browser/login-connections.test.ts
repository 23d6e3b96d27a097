/** @module-tag nightly */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { CLIENT, OpenIdService } from "../process/support/openid-service.ts";
import { testOn } from "./support/browser-test.ts";

const [acme, bolt] = [new OpenIdService(), new OpenIdService()];

/** A server that can reach two login services on this machine. */
const test = testOn(async (use) => {
  await Promise.all([acme.listen(), bolt.listen()]);
  const data = makeData();
  const args = ["--rate-limits", "off", "--test-hooks", "--allow-private-hosts", `${acme.host},${bolt.host}`];
  await use(await launchOn({ data, args }).running());
  await removeData(data);
  acme.stop();
  bolt.stop();
});

test("a logout continues at the login service, and returns to the login page", async ({ owner, open }) => {
  const at = `http://${owner.host}`;
  await acme.serve({
    redirect_uri: `${at}/complete/sso_1/`,
    backchannel_logout_uri: `${at}/api/v1/external_login/sso_1/logout`,
    post_logout_redirect_uri: `${at}/login/`,
  });
  const { page: admin } = await open(owner);
  const connection = { name: "Acme", issuer: acme.issuer, ...CLIENT };
  expect(await call(admin, "POST", "/realm/login_connections", connection)).toBe("success");
  acme.people.set("owner", { email: owner.email, name: "Owner", groups: [] });
  acme.next = "owner";
  const visit = await open(undefined, { host: owner.host, at: "/login/" });
  // Requests of the service's own page.
  visit.expects(/fonts\.googleapis\.com|favicon\.ico/);
  const { page } = visit;
  const asked = acme.asked;
  await page.getByRole("link", { name: "Log in with Acme" }).click();
  await page.locator(".shell").waitFor();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${at}/login/`);
  expect(acme.asked).toBe(asked + 1);
  await page.getByRole("link", { name: "Log in with Acme" }).click();
  await page.locator(".shell").waitFor();
  expect(acme.asked).toBe(asked + 2);
});

/** Calls the client's API in the page's session. */
const call = (page: Page, method: string, path: string, fields: Record<string, string>) =>
  page.evaluate(
    async (asked) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const body = new URLSearchParams(asked.fields);
      const headers = { "X-CSRFToken": token };
      return (await (await fetch(`/json${asked.path}`, { method: asked.method, body, headers })).json()).result;
    },
    { method, path, fields },
  );

test("if a login service is the only login method, only owners are offered a passkey when they reauthenticate", async ({
  owner,
  open,
}) => {
  const mia = await owner.invite("Mia");
  const [first, other] = [await open(owner), await open(mia, { at: "#organization/auth-methods" })];
  const at = `http://${owner.host}`;
  await bolt.serve({
    redirect_uri: `${at}/complete/sso_1/`,
    backchannel_logout_uri: `${at}/api/v1/external_login/sso_1/logout`,
    post_logout_redirect_uri: `${at}/login/`,
  });
  const connection = { name: "Bolt", issuer: bolt.issuer, ...CLIENT };
  expect(await call(first.page, "POST", "/realm/login_connections", connection)).toBe("success");
  bolt.people.set("owner", { email: owner.email, name: "Owner", groups: [] });
  bolt.next = "owner";
  const visit = await open(undefined, { host: owner.host, at: "/login/" });
  for (const each of [visit, other]) each.expects(/401|fonts\.googleapis\.com|favicon\.ico/);
  const { page } = visit;
  await page.getByRole("link", { name: "Log in with Bolt" }).click();
  await page.locator(".shell").waitFor();
  const passwords = other.page.getByRole("switch", { name: "Email and password" });
  await expect.poll(() => passwords.isChecked()).toBe(true);
  expect(await call(page, "PATCH", "/realm/login_connections/1", { only: "true" })).toBe("success");
  await expect.poll(() => passwords.isChecked()).toBe(false);

  const passkeyIn = async ({ page: on }: typeof visit) => {
    const dialog = on.getByRole("alertdialog", { name: "Log in again" });
    await dialog.getByRole("link", { name: "Log in with Bolt" }).waitFor();
    expect(await dialog.getByRole("textbox", { name: "Password" }).count()).toBe(0);
    return dialog.getByRole("button", { name: "Use a passkey" }).count();
  };
  await other.endSession();
  expect(await passkeyIn(other)).toBe(0);
  await visit.endSession();
  expect(await passkeyIn(visit)).toBe(1);
});
