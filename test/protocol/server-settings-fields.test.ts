import { describe, expect, it } from "vitest";
import {
  type PublicRealm,
  serverSettings,
} from "../../src/features/organization/organization-settings/server-settings-fields.ts";

const realm: PublicRealm = {
  url: "https://lighthouse.example.com",
  name: "Lighthouse",
  icon_url: "/icon.png",
  rendered_description: "<p>We keep <em>ships</em> off the rocks.</p>",
  web_public_access_enabled: false,
  enabledMethods: {},
};
const server = {
  offeredMethods: ["Email"],
  providers: [],
  pushNotificationsEnabled: false,
  client: "curl",
} as const;

const ROOT_KEYS = `
  authentication_methods external_authentication_methods svc_feature_level svc_version svc_merge_base
  zulip_feature_level zulip_version zulip_merge_base push_notifications_enabled is_incompatible email_auth_enabled
  require_email_format_usernames`;
const REALM_KEYS = "realm_uri realm_url realm_name realm_icon realm_description realm_web_public_access_enabled";
const listed = (keys: string) => keys.trim().split(/\s+/).sort();

describe("[4.23] server settings", () => {
  it("have every field if there is an organization", () => {
    const fields = serverSettings({ ...server, realm });
    expect(Object.keys(fields).sort()).toEqual(listed(`${ROOT_KEYS} ${REALM_KEYS}`));
    expect(fields).toMatchObject({
      realm_url: realm.url,
      realm_uri: realm.url,
      realm_icon: realm.icon_url,
      realm_description: realm.rendered_description,
      svc_feature_level: 500,
      zulip_feature_level: 500,
      zulip_version: "12.2",
    });
  });

  it("leave out the organization on a bare root host", () => {
    expect(Object.keys(serverSettings({ ...server, realm: null })).sort()).toEqual(listed(ROOT_KEYS));
  });

  it("list every authentication method", () => {
    expect(serverSettings({ ...server, realm }).authentication_methods).toEqual({
      password: true,
      dev: false,
      email: true,
      ldap: false,
      remoteuser: false,
      saml: false,
      "openid connect": false,
      apple: false,
      azuread: false,
      github: false,
      gitlab: false,
      google: false,
    });
  });

  it("report disabled passwords", () => {
    expect(serverSettings({ ...server, realm: { ...realm, enabledMethods: { Email: false } } })).toMatchObject({
      authentication_methods: { password: false, email: false },
      email_auth_enabled: false,
      require_email_format_usernames: true,
    });
  });

  it("don't require email usernames if a directory defines the names", () => {
    expect(serverSettings({ ...server, offeredMethods: ["LDAP"], realm })).toMatchObject({
      authentication_methods: { password: true, email: false, ldap: true },
      require_email_format_usernames: false,
    });
  });
});
