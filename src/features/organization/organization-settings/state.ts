import type { RealmPermissions } from "../../../protocol/permission-settings.ts";
import { defaultServerFlags, videoChatProvidersOf } from "../../../protocol/server-flags.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { mapValues } from "../../../util/records.ts";
import { canSendMail } from "../../email/email.ts";
import { visibleValue } from "../user-groups/access.ts";
import { systemGroupIds } from "../user-groups/user-groups.ts";
import { callProviderFor, knowsCalls } from "./call-provider.ts";
import { picturesOf } from "./pictures.ts";
import { pushFacts } from "./push-status.ts";
import { realmPermissionValues, realmSettings } from "./realm-settings.ts";
import { type RealmFacts, realmState } from "./realm-state.ts";
import { enabledMethods, offeredMethods } from "./sign-in.ts";

/** Returns the organization's facts in /register for a request, whose URL becomes the organization's. */
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
const visiblePermissions = (realm: Realm): RealmPermissions =>
  mapValues(realmPermissionValues(realm), (value) => visibleValue(realm, value));

export const realmStateSlice = stateSlice({
  types: ["realm"],
  collect({ realm, request, client }) {
    const { server_jitsi_server_url, ...provider } = callProviderFor(realm, client);
    return realmState({
      settings: { ...realmSettings(realm), ...provider },
      permissions: visiblePermissions(realm),
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
