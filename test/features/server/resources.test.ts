import { expect, test } from "vitest";
import { realm } from "../../support/organization.ts";
import { Person } from "../../support/person.ts";
import { until } from "../../support/until.ts";
import { withPushService } from "../messages/push-notifications/push-service.ts";

test("[2.12] a push device's encrypted registration is forwarded unchanged to the push service", async () => {
  const { noah } = await realm();
  const encrypted_push_registration = btoa('not really {"token":"t","token_kind":"apns","timestamp":1}');
  const device = {
    token_kind: "apns",
    push_account_id: 7,
    push_public_key: "cHVibGlj",
    bouncer_public_key: "Ym91bg==",
  };
  const respond = () => Response.json({ result: "success", msg: "", device_id: 1 });
  await withPushService(noah, respond, async (asked) => {
    await noah.ok(noah.post("/mobile_push/register", { ...device, encrypted_push_registration }));
    await until(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.body).toMatchObject({ push_account_id: "7", encrypted_push_registration });
    await until(async () => {
      const { push_devices } = await noah.ok(noah.post("/register", { fetch_event_types: ["push_devices"] }));
      expect(push_devices).toEqual({ 7: { status: "active", error_code: null } });
    });
  });
});

test("[2.13] the server settings are public, and include the older names of fields", async () => {
  const { iris, host } = await realm();
  await iris.ok(iris.patch("/realm", { name: "Lighthouse", description: "We keep *ships* off the rocks." }));
  const stranger = new Person(host, "", "");
  const { result, msg, ...settings } = await stranger.ok(stranger.get("/server_settings"));
  expect([result, msg]).toEqual(["success", ""]);
  expect(settings).toEqual({
    authentication_methods: expect.objectContaining({ password: true, email: true, ldap: false, saml: false }),
    external_authentication_methods: [],
    svc_feature_level: expect.any(Number),
    svc_version: expect.any(String),
    svc_merge_base: expect.any(String),
    zulip_feature_level: settings.svc_feature_level,
    zulip_version: expect.any(String),
    zulip_merge_base: expect.any(String),
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: `http://${host}`,
    realm_uri: `http://${host}`,
    realm_name: "Lighthouse",
    realm_icon: expect.any(String),
    realm_description: "<p>We keep <em>ships</em> off the rocks.</p>",
    realm_web_public_access_enabled: false,
  });
});
