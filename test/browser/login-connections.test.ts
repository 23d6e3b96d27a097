import { expect } from "vitest";
import { launchOn, makeData, removeData } from "../process/support/launch.ts";
import { CLIENT, OpenIdService } from "../process/support/openid-service.ts";
import { ownerOf } from "../process/support/person.ts";
import { Traveller } from "../process/support/traveller.ts";
import { testOn } from "./support/browser-test.ts";

const acme = new OpenIdService();

/** A server that can reach a login service on this machine. */
const test = testOn(async (use) => {
  await acme.listen();
  const data = makeData();
  const args = ["--rate-limits", "off", "--test-hooks", "--allow-private-hosts", acme.host];
  await use(await launchOn({ data, args }).running());
  await removeData(data);
  acme.stop();
});

test("who logs out of the client is led on to log out at the service, and back to the login page", async ({
  server,
  open,
}) => {
  const owner = await ownerOf(server);
  const admin = new Traveller();
  const password = server.password ?? "";
  expect((await admin.ask(server.url, "POST", "/login", { username: owner.email, password })).status).toBe(200);
  await acme.serve({
    redirect_uri: `${server.url}/complete/sso_1/`,
    backchannel_logout_uri: `${server.url}/api/v1/external_login/sso_1/logout`,
    post_logout_redirect_uri: `${server.url}/login/`,
  });
  const connection = { name: "Acme", issuer: acme.issuer, ...CLIENT };
  expect((await admin.ask(server.url, "POST", "/realm/login_connections", connection)).body.result).toBe("success");
  acme.people.set("owner", { email: owner.email, name: "Owner", groups: [] });
  acme.next = "owner";
  const visit = await open(undefined, { host: owner.host, at: "/login/" });
  // The service's own page asks for these.
  visit.expects(/fonts\.googleapis\.com|favicon\.ico/);
  const { page } = visit;
  await page.getByRole("link", { name: "Log in with Acme" }).click();
  await page.locator(".shell").waitFor();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${server.url}/login/`);
  expect(acme.asked).toBe(1);
  await page.getByRole("link", { name: "Log in with Acme" }).click();
  await page.locator(".shell").waitFor();
  expect(acme.asked).toBe(2);
});
