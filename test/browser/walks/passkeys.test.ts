import type { Page } from "playwright-core";
import { expect } from "vitest";
import { codeAt, stepAt } from "../../../src/features/people/two-factor/totp.ts";
import { seconds } from "../../../src/util/time.ts";
import { PASSWORD, type Person } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";

/** Gives a page's browser an authenticator that verifies its user automatically. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

const code = (secret: string, later = 0) => codeAt(secret, stepAt(seconds(Math.floor(Date.now() / 1000))) + later);

async function enterPassword(page: Page, { email }: Person): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("[accessibility 3.3.8] a user creates a passkey and logs in with it, without a password, until it is removed", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#settings/login-security" });
  const { page } = visit;
  visit.expects(/40[01]/);
  await giveAuthenticator(page);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("My laptop").waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  const login = `http://${owner.host}/login/?next=${encodeURIComponent("/#settings/login-security")}`;
  // The browser suggests it in the field.
  await page.context().clearCookies();
  await page.goto(login);
  await page.getByText("My laptop").waitFor();
  await page.getByText("last used").waitFor();
  // Other browsers need a button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.context().clearCookies();
  await page.goto(login);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("My laptop").waitFor();

  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No passkeys yet").waitFor();
});

test("a user with a second factor is asked for a code when they log in and when they reauthenticate", async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: "#settings/login-security" });
  const { page } = visit;
  visit.expects(/401/);
  await page.getByRole("button", { name: "Set up" }).click();
  const setup = page.getByRole("alertdialog", { name: "Two-factor authentication" });
  await setup.getByRole("img", { name: "QR code" }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const secret = (await setup.locator("code").innerText()).replaceAll(" ", "");
  await setup.getByRole("textbox", { name: "Code" }).fill(code(secret));
  await setup.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("alertdialog", { name: "Recovery codes" });
  await codes.waitFor();
  const recovery = await codes.getByRole("listitem").first().innerText();
  // As on a page without encryption.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await codes.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await codes.getByRole("button", { name: "I've saved them" }).click();
  await page.getByText("10 recovery codes left").waitFor();

  await page.context().clearCookies();
  await page.goto(`http://${owner.host}/login/`);
  await enterPassword(page, owner);
  // Each code works only once. The next one is already valid.
  await page.getByRole("textbox", { name: "Code" }).fill(code(secret, 1));
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();

  // The session expires in the process.
  await visit.endSession();
  const again = page.getByRole("alertdialog", { name: "Log in again" });
  await again.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await again.getByRole("textbox", { name: "Code" }).fill(recovery);
  await page.keyboard.press("Enter");
  await again.waitFor({ state: "detached" });
});

test("a user who must have a second factor sets it up before anything else", async ({ owner, open }) => {
  await owner.ok(owner.patch("/realm", { second_factor_required_role: 600 }));
  const visit = await open(undefined, { at: "/login/" });
  const { page } = visit;
  visit.expects(/40[0134]/);
  await page.goto(`http://${owner.host}/login/`);
  await enterPassword(page, owner);
  await page.getByRole("heading", { name: "Secure your account" }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.goto(`http://${owner.host}/#inbox`);
  await page.getByRole("heading", { name: "Secure your account" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(code(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.poll(() => page.getByRole("listitem").count()).toBe(10);
  await page.getByRole("link", { name: "I've saved them, continue" }).click();
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();
});

test("a user who must have a second factor can create a passkey instead", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  await owner.ok(owner.patch("/realm", { second_factor_required_role: 600 }));
  const visit = await open(undefined, { at: "/login/" });
  const { page } = visit;
  visit.expects(/40[0134]/);
  await giveAuthenticator(page);
  await page.goto(`http://${owner.host}/login/`);
  await enterPassword(page, owner);
  await page.getByRole("button", { name: "Create a passkey on this device" }).click();
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();
});

test("an administrator resets the second factor of another user, but not their own", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const noah = await owner.invite("Noah");
  const visit = await open(owner, { at: "#organization/users" });
  const { page } = visit;
  const menuOf = (name: string) => page.getByRole("button", { name: `Actions for ${name}` }).click();
  const entry = page.getByRole("menuitem", { name: "Reset two-factor authentication" });
  const { full_name } = await owner.ok(owner.get("/users/me"));
  await menuOf(full_name);
  expect(await entry.isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await menuOf("Noah");
  await entry.click();
  const dialog = page.getByRole("alertdialog", { name: "Reset two-factor authentication for" });
  await dialog.getByText("their password is enough").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  const reset = page.waitForResponse((answer) => answer.url().endsWith(`/users/${noah.id}/second_factor`));
  await dialog.getByRole("button", { name: "Reset" }).click();
  expect((await reset).status()).toBe(200);
  await dialog.waitFor({ state: "detached" });
});
