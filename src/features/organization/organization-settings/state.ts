import type { Actor } from "../../../protocol/actor.ts";
import type { RealmPermissions } from "../../../protocol/permission-settings.ts";
import { type RealmSettings, realmSettingNames } from "../../../protocol/realm-settings.ts";
import { defaultServerFlags, videoChatProvidersOf } from "../../../protocol/server-flags.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { mapValues } from "../../../util/records.ts";
import { canSendMail } from "../../email/email.ts";
import { outsideAccessOf, seenFromOutsideBy } from "../accounts/outside-access.ts";
import { valueFromOutside, visibleValue } from "../user-groups/access.ts";
import { systemGroupIds } from "../user-groups/user-groups.ts";
import { callProviderFor, knowsCalls } from "./call-provider.ts";
import { enabledMethods, offeredMethods } from "./login-methods.ts";
import { picturesOf } from "./pictures.ts";
import { pushFacts } from "./push-status.ts";
import { realmPermissionValues, realmSettings } from "./realm-settings.ts";
import { type RealmFacts, realmState } from "./realm-state.ts";

/** Returns the organization's facts for /register. Its URL is the one that the request was sent to. */
const realmFacts = (realm: Realm, { origin }: RequestFacts): RealmFacts => ({
  url: origin,
  date_created: realm.identity.created_at,
  bot_domain: realm.host,
  ...picturesOf(realm),
  ...pushFacts(realm),
  presence_disabled: false,
  upload_quota_mib: realm.config.uploadQuotaMib,
});

/** Returns the organization's permissions as clients see them: without deactivated users. */
function visiblePermissions(realm: Realm, actor: Actor | null): RealmPermissions {
  const isSeen = seenFromOutsideBy(realm, actor?.user_id);
  return mapValues(realmPermissionValues(realm), (value) => {
    const visible = visibleValue(realm, value);
    return isSeen === undefined ? visible : valueFromOutside(visible, isSeen);
  });
}

const NO_CHANNEL = -1;

/**
 * Returns the organization's settings. For someone who joined through an outside link, those that refer to other
 * channels are unset.
 */
function visibleSettings(realm: Realm, actor: Actor | null): RealmSettings {
  const settings = realmSettings(realm);
  const outside = outsideAccessOf(realm, actor?.user_id);
  if (outside === undefined) return settings;
  const hidden = realmSettingNames.filter(
    (name) => /_(stream|channel)_id$/.test(name) && settings[name] !== outside.channel,
  );
  return { ...settings, ...Object.fromEntries(hidden.map((name) => [name, NO_CHANNEL])) };
}

export const realmStateSlice = stateSlice({
  types: ["realm"],
  outside: true,
  collect({ realm, actor, request, client }) {
    const { server_jitsi_server_url, ...provider } = callProviderFor(realm, client);
    return realmState({
      settings: { ...visibleSettings(realm, actor), ...provider },
      permissions: visiblePermissions(realm, actor),
      systemGroupIds: systemGroupIds(realm),
      facts: realmFacts(realm, request),
      flags: {
        ...defaultServerFlags,
        development_environment: realm.config.devLogin,
        server_jitsi_server_url,
        server_can_transcribe_voice: realm.config.transcribes,
        max_file_upload_size_mib: realm.config.maxUploadMib,
        settings_send_digest_emails: canSendMail(realm),
      },
      makesThumbnails: realm.config.makesThumbnails,
      videoChatProviders: videoChatProvidersOf(realm.config, { ownCalls: knowsCalls(realm, client) }),
      offeredMethods: offeredMethods(realm.config, realm.identity.subdomain),
      enabledMethods: enabledMethods(realm),
      serverGeneration: realm.identity.created_at,
    });
  },
});
