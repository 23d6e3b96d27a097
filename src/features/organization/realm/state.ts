import type { RealmPermissions } from "../../../protocol/permission-settings.ts";
import { defaultServerFlags, videoChatProvidersOf } from "../../../protocol/server-flags.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { mapValues } from "../../../util/records.ts";
import { canSendMail } from "../../mail/mail.ts";
import { visibleValue } from "../groups/access.ts";
import { systemGroupIds } from "../groups/groups.ts";
import { callProviderFor, knowsCalls } from "./call-provider.ts";
import { realmFacts } from "./realm-facts.ts";
import { realmPermissionValues, realmSettings } from "./realm-settings.ts";
import { realmState } from "./realm-state.ts";
import { enabledMethods, offeredMethods } from "./sign-in.ts";

/** The permissions of the organization as clients see them: without deactivated users. */
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
