import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import type { Person } from "../process/support/person.ts";
import { type Login, LoginProvider } from "../support/login-provider.ts";
import { testOn } from "./support/browser-test.ts";

/** Starts a fake provider on a port of this machine. */
async function listen(): Promise<{ provider: LoginProvider; close: () => void }> {
  const http = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { method = "GET", headers } = request;
      const body = method === "GET" ? {} : { body: Buffer.concat(chunks) };
      const asked = new Request(provider.issuer + request.url, {
        method,
        headers: { authorization: headers.authorization ?? "" },
        ...body,
      });
      const answer = await provider.respond(asked);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const provider = new LoginProvider(`http://localhost:${(http.address() as AddressInfo).port}`);
  return { provider, close: () => void http.close() };
}

/** A fake provider, and a server that knows it. */
const test = testOn(async (use) => {
  const { provider, close } = await listen();
  known = provider;
  const [data, directory] = [makeData(), mkdtempSync(join(tmpdir(), "parley-login-"))];
  const file = join(directory, "providers.json");
  writeFileSync(file, JSON.stringify([provider.entry()]), { mode: 0o600 });
  const args = ["--quiet", "--rate-limits", "off", "--test-hooks", "--login-providers", file];
  await use(await launchOn({ data, args }).running());
  await removeData(data);
  rmSync(directory, { recursive: true });
  close();
});

let known: LoginProvider | undefined;

/** Sets who is logged in at the provider. */
function become(login: Login): void {
  if (known === undefined) throw new Error("the provider has not been started");
  known.become(login);
}

const becomes = ({ email }: Person) => become({ sub: email, email, email_verified: true });

const isIn = (page: Page) => page.locator(".shell").waitFor();

test("a user logs in with another service's button, and returns to the requested page", async ({ owner, open }) => {
  becomes(owner);
  const visit = await open(undefined, { host: owner.host, at: "/login/?next=/%23recent" });
  const { page } = visit;
  await page.getByRole("link", { name: "Log in with Example" }).click();
  await isIn(page);
  await expect.poll(() => new URL(page.url()).hash).toBe("#recent");
});

test("a login failure explains the next step, in the reader's language", async ({ owner, open }) => {
  become({ sub: "x", email: "unknown@example.org", email_verified: true });
  const visit = await open(undefined, { host: owner.host, at: "/login/", language: "de" });
  visit.expects(/401/);
  await visit.page.getByRole("link", { name: "Mit Example anmelden" }).click();
  await visit.page.getByRole("heading", { name: "Du brauchst eine Einladung" }).waitFor();
  expect(await visit.page.getByRole("link", { name: "Anderes Konto wählen" }).count()).toBe(1);
  expect(await visit.accessProblems()).toEqual([]);
});

test("[logins 2] a login in the browser of a mobile app returns to the app", async ({ owner, browser }) => {
  becomes(owner);
  const context = await browser.newContext({ baseURL: `http://${owner.host}` });
  const page = await context.newPage();
  const done = page.waitForResponse((response) => response.url().includes("/complete/example/"));
  // The browser has no app for the final address.
  void page.goto(`/accounts/login/social/example?mobile_flow_otp=${"ab".repeat(32)}`).catch(() => {});
  const location = (await (await done).headerValue("location")) ?? "";
  expect(location).toMatch(/^zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}&email=/);
  await context.close();
});

test("[logins 3] the desktop app logs in with a token copied from the system's browser", async ({ owner, browser }) => {
  becomes(owner);
  const context = await browser.newContext({
    baseURL: `http://${owner.host}`,
    userAgent: "Mozilla/5.0 ZulipElectron/5.12.0 Chrome/130",
  });
  const app = await context.newPage();
  await app.goto("/login/");
  const opened = context.waitForEvent("page");
  await app.getByRole("link", { name: "Log in with Example" }).click();
  const system = await opened;
  const token = await system.getByRole("textbox", { name: "Login token" }).inputValue();
  await system.getByRole("button", { name: "Copy" }).waitFor();
  const field = app.getByRole("textbox", { name: "Login token" });
  await field.fill("not the token");
  await app.keyboard.press("Enter");
  await app.getByRole("alert").waitFor();
  await field.fill(token);
  await app.keyboard.press("Enter");
  await isIn(app);
  await context.close();
});

test("a user whose session expires logs in at the service in another tab, and continues in this one", async ({
  owner,
  open,
}) => {
  becomes(owner);
  const visit = await open(owner);
  visit.expects(/401/);
  const { page } = visit;
  await visit.endSession();
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  const opened = visit.context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Log in with Example" }).click();
  const other = await opened;
  await other.getByRole("heading", { name: "You're logged in" }).waitFor();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await dialog.waitFor({ state: "detached" });
});

test("a user links their account to a service, and unlinks it after a recent login there", async ({ owner, open }) => {
  become({ sub: "of the owner", email: "elsewhere@example.org" });
  const visit = await open(owner, { at: "#settings/login-security" });
  const { page } = visit;
  await page.getByRole("button", { name: "Link Example" }).click();
  await page.getByRole("button", { name: "Unlink" }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe("#settings/login-security");
  expect(await visit.accessProblems()).toEqual([]);
  visit.expects(/403/);
  await owner.ok(owner.post("/testing/clock", { advance_ms: 16 * 60_000 }));
  await page.getByRole("button", { name: "Unlink" }).click();
  // The page learns only after the login which session the new one replaces.
  await page.evaluate(() => {
    const ask = window.fetch;
    const isReleased = new Promise((resolve) => addEventListener("released", resolve));
    window.fetch = async (...asked) => {
      const response = await ask(...asked);
      if (response.url.endsWith("/users/me/sessions")) await isReleased;
      return response;
    };
  });
  const isAnswered = page.waitForResponse(/\/json\/users\/me\/sessions$/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
  await isAnswered;
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  const opened = visit.context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Log in with Example" }).click();
  await (await opened).getByRole("heading", { name: "You're logged in" }).waitFor();
  await page.bringToFront();
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    dispatchEvent(new Event("released"));
  });
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Link Example" }).waitFor();
});
