import { expect, test } from "vitest";
import { letIn } from "../../../support/assistants.ts";
import { logIn } from "../../../support/log-in.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";

const PATH = "/accounts/assistants/";

test("a user sees and ends their assistants on /accounts/assistants/", async () => {
  const { host, noah, mia } = await realm();
  const { browser, client, refresh } = await letIn(host, noah.email, { name: "Claude", scopes: ["read", "write"] });
  const text = await (await browser.fetch("GET", PATH)).text();
  expect(text).toContain("Claude");
  expect(text).toContain("read channels, write in channels");
  const [, grant = ""] = /name="grant" value="(\d+)"/.exec(text) ?? [];
  const other = await logIn(host, mia.email, PASSWORD);
  expect(await (await other.fetch("GET", PATH)).text()).toContain("No assistant has access");
  expect((await other.fetch("POST", PATH, { grant, csrfmiddlewaretoken: other.csrf })).status).toBe(404);
  expect((await browser.fetch("POST", PATH, { grant })).status).toBe(403);
  expect((await client.refresh(refresh)).status).toBe(200);
  expect((await browser.fetch("POST", PATH, { grant, csrfmiddlewaretoken: browser.csrf })).status).toBe(303);
  expect((await client.refresh(refresh)).status).toBe(400);
  expect(await (await browser.fetch("GET", PATH)).text()).toContain("No assistant has access");
});
