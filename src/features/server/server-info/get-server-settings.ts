import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import {
  enabledMethods,
  offeredMethods,
  ownMethods,
  providersOn,
} from "../../organization/organization-settings/login-methods.ts";
import { pictureUrl } from "../../organization/organization-settings/pictures.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import {
  renderedDescription,
  serverSettings,
} from "../../organization/organization-settings/server-settings-fields.ts";

const versionFields = {
  zulip_version: v.string(),
  svc_version: v.string(),
  zulip_merge_base: v.string(),
  svc_merge_base: v.string(),
  zulip_feature_level: v.number(),
  svc_feature_level: v.number(),
};

export const getServerSettingsEndpoint = setupAction({
  route: "GET /server_settings",
  evenDeactivated: true,
  reply: {
    ...versionFields,
    authentication_methods: v.record(v.string(), v.boolean()),
    external_authentication_methods: v.array(
      v.object({
        name: v.string(),
        display_name: v.string(),
        display_icon: v.nullable(v.string()),
        login_url: v.string(),
        signup_url: v.string(),
      }),
    ),
    push_notifications_enabled: v.boolean(),
    is_incompatible: v.boolean(),
    email_auth_enabled: v.boolean(),
    require_email_format_usernames: v.boolean(),
    realm_uri: v.optional(v.string()),
    realm_url: v.optional(v.string()),
    realm_name: v.optional(v.string()),
    realm_icon: v.optional(v.string()),
    realm_description: v.optional(v.string()),
    realm_web_public_access_enabled: v.optional(v.boolean()),
  },
  run({ realm, request }) {
    const { name, description, enable_spectator_access } = realmSettings(realm);
    return serverSettings({
      realm: {
        url: request.origin,
        name,
        icon_url: pictureUrl(realm, "icon"),
        rendered_description: renderedDescription(description),
        web_public_access_enabled: enable_spectator_access && hasWebPublicChannel(realm),
        enabledMethods: enabledMethods(realm),
      },
      offeredMethods: offeredMethods(realm.config, realm.identity.subdomain),
      providers: providersOn(realm),
      pushNotificationsEnabled: realm.config.pushService !== null,
      client: request.client,
    });
  },
  absent: ({ config, request }) =>
    serverSettings({
      realm: null,
      offeredMethods: ownMethods(config),
      providers: [],
      pushNotificationsEnabled: config.pushService !== null,
      client: request.client,
    }),
});

const hasWebPublicChannel = (realm: Realm) =>
  [...channelIndex(realm).byId.values()].some((channel) => channel.is_web_public === 1 && channel.is_archived === 0);
