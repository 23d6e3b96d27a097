import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./support/shared-page.ts";

const AT = "#organization/login-services";
const [REDIRECT, AFTER, BACK] = ["/complete/sso_1/", "/accounts/logged_out", "/backchannel/sso_1"].map(
  (path) => `https://tea.example.org${path}`,
);

type Fields = Record<string, unknown>;

/** Answers like the server after a service has responded, because tests reach none. Returns what was sent. */
async function standIn(page: Page): Promise<{ sent: [string, Fields][]; refuse: (msg: string | undefined) => void }> {
  const sent: [string, Fields][] = [];
  let connections: Fields[] = [];
  let refusal: string | undefined;
  await page.route("**/json/realm/login_connections**", async (route) => {
    const request = route.request();
    const [method, form] = [request.method(), new URLSearchParams(request.postData() ?? "")];
    const fields = Object.fromEntries(
      [...form].map(([name, text]) => [name, /^(true|false|\[.*\])$/.test(text) ? JSON.parse(text) : text]),
    );
    if (method !== "GET") sent.push([method, fields]);
    const answer = (status: number, body: Fields) => route.fulfill({ status, json: body });
    if (method === "GET") return answer(200, { result: "success", msg: "", login_connections: connections });
    if (method === "PATCH" && "issuer" in fields && !("client_secret" in fields))
      return answer(400, { result: "error", code: "BAD_REQUEST", msg: "Again", var_name: "client_secret" });
    if (refusal !== undefined) return answer(400, { result: "error", code: "BAD_REQUEST", msg: refusal });
    const { client_secret: _, ...shown } = fields;
    if (method === "POST") {
      const rules = { role_claim: "", role_rules: [], role_otherwise: "member", group_claim: "", group_rules: [] };
      const switches = { trust_email: false, sign_up: true, second_factor: false, service_logout: true };
      const states = { enabled: true, only: false };
      const defaults = { domains: [], ...rules, ...switches, ...states };
      const lead = { redirect_uri: REDIRECT, post_logout_redirect_uri: AFTER, backchannel_logout_uri: BACK };
      const made = { id: 1, provider: "sso_1", scope: "openid email profile", ...lead };
      connections = [{ ...made, ...defaults, ...shown }];
      return answer(200, { result: "success", msg: "", login_connection: connections[0] });
    }
    connections = method === "DELETE" ? [] : connections.map((one) => ({ ...one, ...shown }));
    return answer(200, { result: "success", msg: "" });
  });
  return {
    sent,
    refuse: (msg) => {
      refusal = msg;
    },
  };
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

async function fillIn(page: Page, issuer: string, secret = "a secret of theirs"): Promise<void> {
  await field(page, "Name").fill("Acme");
  await field(page, "Issuer URL").fill(issuer);
  await field(page, "Client ID").fill("parley");
  await field(page, "Client secret").fill(secret);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
}

test("an invalid setting of a login service is reported next to its field", async ({ crew: { owner }, show }) => {
  const visit = await show(owner, AT);
  visit.expects(/400/);
  const { page } = visit;
  await page.getByText("No login service connected").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Connect a login service" }).press("Enter");
  await expect.poll(() => page.getByRole("button", { name: "Connect", exact: true }).isDisabled()).toBe(true);
  await fillIn(page, "http://id.example", "short");
  const errorOf = (name: string) =>
    field(page, name).evaluate((input) => {
      const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
      const error = ids.find((id) => id.endsWith("-error"));
      return error && document.getElementById(error)?.textContent;
    });
  await expect.poll(() => errorOf("Issuer URL")).toContain("starts with https://");
  await expect.poll(() => errorOf("Client secret")).toBe("Enter at least 8 characters.");
  expect(await visit.accessProblems()).toEqual([]);
  await fillIn(page, "https://nobody.invalid");
  await expect
    .poll(() => errorOf("Issuer URL"))
    .toMatch(/^No OpenID Connect service answers for https:\/\/nobody\.invalid/);
  expect([await errorOf("Client secret"), await field(page, "Name").inputValue()]).toEqual([undefined, "Acme"]);
});

test("an owner connects a login service, copies its redirect URL, changes and checks it, and disconnects it", async ({
  crew: { owner },
  show,
}) => {
  const visit = await show(owner, "#organization/auth-methods");
  visit.expects(/400/);
  const { page } = visit;
  const { sent, refuse } = await standIn(page);
  await page.getByRole("link", { name: "Login services" }).click();
  await page.getByRole("button", { name: "Connect a login service" }).click();
  await fillIn(page, "https://id.example");
  await page.getByRole("heading", { level: 2, name: "Acme" }).waitFor();
  expect(await field(page, "Redirect URL").inputValue()).toBe(REDIRECT);
  await page.getByText("The service is responding").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.reload();

  const trust = page.getByRole("switch", { name: "Trust email addresses in these domains" });
  expect(await trust.isDisabled()).toBe(true);
  await field(page, "Email domains").fill("acme.example,  acme.example.org");
  await field(page, "Email domains").press("Enter");
  await expect.poll(() => trust.isDisabled()).toBe(false);
  await trust.press("Space");
  await page.getByText("The service is also checked when you change its address or credentials.").waitFor();
  await page.getByRole("button", { name: "Replace secret" }).press("Enter");
  await field(page, "New client secret").fill("another secret");
  await page.getByRole("button", { name: "Replace", exact: true }).press("Enter");
  await page.getByText("Client secret replaced").waitFor();
  await page.getByText("The service is responding").waitFor();
  await field(page, "Issuer URL").fill("https://new.example");
  await field(page, "Issuer URL").press("Enter");
  await field(page, "New client secret").fill("a third secret");
  await field(page, "New client secret").press("Enter");
  await page.getByText("new.example", { exact: true }).waitFor();
  expect(await field(page, "Issuer URL").inputValue()).toBe("https://new.example");
  expect(sent.splice(4)).toEqual([
    ["PATCH", { issuer: "https://new.example" }],
    ["PATCH", { issuer: "https://new.example", client_secret: "a third secret" }],
  ]);
  expect(sent.slice(1)).toEqual([
    ["PATCH", { domains: ["acme.example", "acme.example.org"] }],
    ["PATCH", { trust_email: true }],
    ["PATCH", { client_secret: "another secret" }],
  ]);

  await field(page, "Claim for roles").fill("groups");
  await field(page, "Claim for roles").press("Enter");
  const roles = page.getByRole("region", { name: "Roles by value" });
  await expect.poll(() => roles.getByRole("button", { name: "Add role" }).isDisabled()).toBe(false);
  await roles.getByRole("button", { name: "Add role" }).press("Enter");
  await page.keyboard.type("harbour-admins");
  await page.keyboard.press("Enter");
  await roles.getByText("Administrator").waitFor();
  await page.getByRole("combobox", { name: "Role without a matching value" }).selectOption("Keep their role");
  const only = page.getByRole("switch", { name: "Make this the only way to log in" });
  const question = page.getByRole("alertdialog", { name: "Make Acme the only way to log in?" });
  await only.press("Space");
  await question.getByText("Owners can still log in with a passkey.").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await expect.poll(() => only.isChecked()).toBe(false);
  await expect.poll(() => only.evaluate((element) => element === document.activeElement)).toBe(true);
  await only.press("Space");
  await question.getByRole("button", { name: "Make it the only way" }).press("Enter");
  await expect.poll(() => field(page, "Issuer URL").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Disconnect", exact: true }).isDisabled()).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  await only.press("Space");
  await expect.poll(() => field(page, "Issuer URL").isDisabled()).toBe(false);
  const enabled = page.getByRole("switch", { name: "Let people log in this way" });
  await enabled.press("Space");
  await expect.poll(() => only.isDisabled()).toBe(true);
  expect(await visit.accessProblems()).toEqual([]);
  expect(sent.slice(4)).toEqual([
    ["PATCH", { role_claim: "groups" }],
    ["PATCH", { role_rules: [{ value: "harbour-admins", role: "administrator" }] }],
    ["PATCH", { role_otherwise: "unchanged" }],
    ["PATCH", { only: true }],
    ["PATCH", { only: false }],
    ["PATCH", { enabled: false }],
  ]);

  refuse("No OpenID Connect service answers for https://id.example (status 503).");
  await page.getByRole("button", { name: "Check service" }).press("Enter");
  await page.getByRole("status").getByText("(status 503)").waitFor();
  await field(page, "Scope").fill("openid");
  await field(page, "Scope").press("Enter");
  await page.getByRole("alert").getByText("(status 503)").waitFor();
  await field(page, "Scope").press("Escape");
  refuse(undefined);

  await page.getByRole("link", { name: "All login services" }).click();
  await page.getByText("new.example · turned off", { exact: true }).waitFor();
  await page.getByText("(status 503)").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("link", { name: "Acme" }).press("Enter");
  await page.getByRole("button", { name: "Disconnect", exact: true }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect", exact: true }).press("Enter");
  await page.getByText("No login service connected").waitFor();
  expect(sent.at(-1)).toEqual(["DELETE", {}]);
});

test("an owner sorts the login services by keyboard, and the login page uses that order", { tags: "nightly" }, async ({
  owner,
  open,
}) => {
  const visit = await open(owner, { at: AT });
  const { page } = visit;
  const shown = { redirect_uri: REDIRECT, post_logout_redirect_uri: AFTER, backchannel_logout_uri: BACK };
  const services = ["Acme", "Bolt"].map((name, at) => ({
    ...{ id: at + 1, provider: `sso_${at + 1}`, name, issuer: `https://${name.toLowerCase()}.example`, domains: [] },
    ...{ enabled: at === 0, only: false, ...shown },
  }));
  const orders: (string | null)[] = [];
  await page.route("**/json/realm/login_connections", async (route) => {
    const request = route.request();
    if (request.method() === "PATCH") orders.push(new URLSearchParams(request.postData() ?? "").get("order"));
    await route.fulfill({ json: { result: "success", msg: "", login_connections: services } });
  });
  await page.reload();
  await page.getByRole("button", { name: "Move Bolt" }).press("ArrowUp");
  const list = page.getByRole("list", { name: "Login services" });
  await expect.poll(() => list.getByRole("link").allTextContents()).toEqual(["Bolt", "Acme"]);
  await expect.poll(() => orders).toEqual(["[2,1]"]);
  expect(await visit.accessProblems()).toEqual([]);
});

/** Answers checks of a domain like the server after it queried DNS, which tests don't reach. */
async function standInForDns(page: Page, domain: Fields, isThere: () => boolean): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  await page.route("**/json/realm/login_domains/*/check", (route) => {
    const login_domain = { ...domain, checked_at: at, verified_at: isThere() ? at : null };
    return route.fulfill({ json: { result: "success", msg: "", login_domain } });
  });
}

test("an owner adds a company domain by keyboard, copies its record, checks it, and removes it", {
  tags: "nightly",
}, async ({ owner, open }) => {
  const visit = await open(owner, { at: AT });
  visit.expects(/400|503/);
  const { page } = visit;
  await standIn(page);
  const domains = page.getByRole("region", { name: "Company domains" });
  await domains.getByText("No company domains").waitFor();
  await domains.getByRole("button", { name: "Add company domain" }).press("Enter");
  await page.keyboard.type("not a domain");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await field(page, "Domain").fill("acme.example");
  await page.keyboard.press("Enter");
  const record = domains.getByRole("group", { name: "TXT record for acme.example" });
  expect(await record.getByRole("textbox", { name: "Record name" }).inputValue()).toBe("_parley.acme.example");
  expect(await record.getByRole("textbox", { name: "Record value" }).inputValue()).toMatch(/^parley-domain=\w{32}$/);
  await domains.getByText("Not checked yet").waitFor();
  expect(await visit.accessProblems()).toEqual([]);

  // Tests have no DNS resolver.
  const check = domains.getByRole("button", { name: "Check acme.example" });
  await check.press("Enter");
  await page.getByText("Couldn't ask DNS.").waitFor();
  let isThere = false;
  const [added] = (await owner.ok(owner.get("/realm/login_domains"))).login_domains;
  await standInForDns(page, added, () => isThere);
  await check.press("Enter");
  await domains.getByRole("status").getByText("TXT record not found").waitFor();
  expect(await visit.accessProblems()).toEqual([]);
  isThere = true;
  await check.press("Enter");
  await domains.getByText(/^Verified · /).waitFor();
  await domains.getByText("Not used yet.").waitFor();
  expect(await record.count()).toBe(0);
  expect(await visit.accessProblems()).toEqual([]);

  await domains.getByRole("button", { name: "Remove acme.example" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).press("Enter");
  await domains.getByText("No company domains").waitFor();
  expect((await owner.ok(owner.get("/realm/login_domains"))).login_domains).toEqual([]);
});

test("only owners see the login services", async ({ owner, open }) => {
  const omar = await owner.invite("Omar");
  await owner.ok(owner.patch(`/users/${omar.id}`, { role: 200 }));
  const { page } = await open(omar, { at: "#organization/auth-methods" });
  await page.getByRole("link", { name: "Login methods" }).waitFor();
  expect(await page.getByRole("link", { name: "Login services" }).count()).toBe(0);
});
