import { expect, test } from "vitest";
import { pushes, settled, takesAll, withPushService } from "../features/messages/push-notifications/push-service.ts";
import { runExport, waitForExport } from "../features/server/exports/run-export.ts";
import { mailsTo, visitPage } from "../support/mail.ts";
import { tablesOf, withConfig, withEnv } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";
import { type Json, Person } from "../support/person.ts";

/** The same account at an address chosen by the caller that reaches the same organization. */
const astray = ({ host, email, key, id }: Person) => new Person(`${host}:6666`, email, key, id);
const invitation = { invitee_emails: "nina@example.org", stream_ids: [] };

test("[security 14.4] emails link to the organization's own address, whatever address the request was sent to", async () => {
  const { host, iris, noah } = await realm();
  const stranger = new Person(`${host}:6666`, "", "");
  await iris.ok(astray(iris).post("/invites", invitation));
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse"));
  await iris.ok(stranger.post(`${new URL(invite_link).pathname}email`, { email: "olga@example.org" }));
  const password = { old_password: PASSWORD };
  await noah.ok(astray(noah).patch("/settings", { email: "noah@example.org", ...password }));
  await iris.ok(
    astray(iris).delete(`/users/${noah.id}`, { deactivation_notification_comment: "Thank you, and goodbye." }),
  );
  const own = [];
  for (const to of ["nina@example.org", "olga@example.org", "noah@example.org", noah.email]) {
    const [letter] = await mailsTo(iris, to);
    expect(letter.text).toContain(`(http://${host})`);
    own.push(...[letter.url].filter(Boolean).map((url: string) => new URL(url).origin));
  }
  expect(own).toEqual(Array(3).fill(`http://${host}`));
});

test("owners get the organization's own address in the deactivation email", async () => {
  const { host, iris } = await realm();
  await iris.ok(astray(iris).post("/realm/deactivate"));
  await expect
    .poll(async () => (await tablesOf(iris))["mailbox"]?.map((letter: Json) => letter.text).join())
    .toContain(`(http://${host})`);
});

test("push notifications contain the organization's own address", async () => {
  const { host, iris, noah, mia } = await realm();
  await withPushService(iris, takesAll, async (asked) => {
    await noah.ok(astray(noah).post("/users/me/android_gcm_reg_id", { token: "abc" }));
    await mia.ok(astray(mia).post("/messages", { type: "direct", to: [noah.id], content: "hi" }));
    await settled(noah);
    const [{ gcm_payload }] = pushes(asked, "plain");
    expect([gcm_payload.realm_url, gcm_payload.realm_uri]).toEqual([`http://${host}`, `http://${host}`]);
    expect(JSON.stringify(asked)).not.toContain(":6666");
  });
});

test("stored data and data sent to others contain only the organization's own address", async () => {
  const { host, iris, noah } = await realm();
  const { id } = await iris.ok(astray(iris).post("/export/realm"));
  const { export_url } = await waitForExport(iris, id);
  expect(new URL(export_url).host).toBe(host);
  expect((await runExport(iris, 1)).manifest.origin).toBe(`http://${host}`);
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const note = { type: "direct", to: [noah.id], content: "later", scheduled_delivery_timestamp: soon };
  await noah.ok(astray(noah).post("/scheduled_messages", note));
  const { id: message_id } = await noah.ok(
    astray(noah).post("/messages", { type: "direct", to: [iris.id], content: `http://${host}/#narrow/is/dm` }),
  );
  await noah.ok(astray(noah).post("/reminders", { message_id, scheduled_delivery_timestamp: soon }));
  await noah.ok(astray(noah).post("/users/me/apns_device_token", { token: "abcd", appid: "x" }));
  const { message } = await iris.ok(iris.get(`/messages/${message_id}`));
  expect(message.content).toContain('<a href="#narrow/is/dm">');
  expect(JSON.stringify(await tablesOf(iris))).not.toContain("localhost:6666");
});

test("callers get URLs with the address that they used, if the machine has several", async () => {
  const { host, iris } = await realm();
  const lan = astray(iris);
  expect((await lan.ok(lan.post("/register", { fetch_event_types: ["realm"] }))).realm_url).toBe(`http://${host}:6666`);
  expect((await lan.ok(lan.get("/server_settings"))).realm_url).toBe(`http://${host}:6666`);
  const { invite_link } = await lan.ok(lan.post("/invites/multiuse"));
  expect(invite_link).toContain(`http://${host}:6666/join/`);
});

test("[security 14.5] no request header changes the address that the caller gets", async () => {
  const { iris, host } = await realm();
  const forged = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", Forwarded: "host=evil.example" };
  const { body } = await iris.send("GET", "/server_settings", {}, forged);
  expect(body.realm_url).toBe(`http://${host}`);
});

test("all callers get the server's own name if it has one", async () => {
  const { host, iris } = await realm();
  const subdomain = host.split(".")[0];
  const named = { ROOT_DOMAIN: "chat.example", SITE_URL: "https://chat.example:8443" };
  await withEnv({ ...named, UNSAFE_EXPOSED: "1" }, () =>
    withConfig(iris, { rootDomain: "chat.example", site: "https://chat.example:8443" }, async () => {
      const named = new Person(`${subdomain}.chat.example`, iris.email, iris.key);
      const own = `https://${subdomain}.chat.example:8443`;
      expect((await named.ok(named.get("/server_settings"))).realm_url).toBe(own);
      await named.ok(named.post("/invites", invitation));
      const [letter] = (await mailsTo(named, "nina@example.org")) as [Json];
      expect(letter.url).toContain(`${own}/join/`);
      expect((await visitPage("evil.example", "/api/v1/server_settings")).status).toBe(404);
    }),
  );
});
