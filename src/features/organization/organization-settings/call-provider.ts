import { videoChatProviders } from "../../../protocol/limits.ts";
import type { RealmSettings } from "../../../protocol/realm-settings.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmUpdated } from "./events.ts";
import { realmSettings } from "./realm-settings.ts";

const BUILT_IN_PROVIDER = videoChatProviders.parley.id;
const JITSI = videoChatProviders.jitsi_meet.id;

type ProviderSetting = "video_chat_provider" | "jitsi_server_url";

interface CallProvider extends Pick<RealmSettings, ProviderSetting> {
  readonly server_jitsi_server_url: string | null;
}

type Knowing = Pick<QueueClient, "capabilities">;
const UNKNOWING: Knowing = { capabilities: [] };

/** True if this server has calls and a client supports them. */
export const knowsCalls = (realm: Realm, client: Knowing): boolean => realm.config.calls.isOn && can(client, "calls");

/**
 * Returns the call provider as a client sees it. Clients that don't support this server's calls see a Jitsi Meet server
 * instead, with a URL that makes the links they create lead to calls here.
 */
export function callProviderFor(realm: Realm, client: Knowing): CallProvider {
  const { video_chat_provider, jitsi_server_url } = realmSettings(realm);
  const own = { jitsi_server_url, server_jitsi_server_url: realm.config.jitsiServerUrl };
  if (video_chat_provider !== BUILT_IN_PROVIDER || knowsCalls(realm, client)) return { video_chat_provider, ...own };
  if (!realm.config.calls.isOn) return { video_chat_provider: JITSI, ...own };
  return { video_chat_provider: JITSI, jitsi_server_url: null, server_jitsi_server_url: `${realm.url}/call` };
}

/**
 * Returns the provider as seen by clients that don't support this server's calls. Call it before a change, and pass the
 * result to `emitCallProvider` after the change.
 */
export const callProviderBefore = (realm: Realm): CallProvider => callProviderFor(realm, UNKNOWING);

/** Emits a change to a call provider setting, in the form that each client supports. */
export function emitCallProvider(realm: Realm, name: ProviderSetting, before: CallProvider): void {
  const knowing = { includes: (_: number, client: Knowing) => knowsCalls(realm, client) };
  const others = { includes: (_: number, client: Knowing) => !knowsCalls(realm, client) };
  realm.emit(realmUpdated({ property: name, value: realmSettings(realm)[name] }), knowing);
  const after = callProviderFor(realm, UNKNOWING);
  const tell = (property: ProviderSetting, value: number | string | null) =>
    realm.emit(realmUpdated({ property, value }), others);
  if (after.video_chat_provider !== before.video_chat_provider) tell("video_chat_provider", after.video_chat_provider);
  // No event contains the server's default URL. If it changes for these clients, they get it as the organization's URL.
  if (after.server_jitsi_server_url !== before.server_jitsi_server_url)
    tell("jitsi_server_url", after.jitsi_server_url ?? after.server_jitsi_server_url);
  else if (after.jitsi_server_url !== before.jitsi_server_url) tell("jitsi_server_url", after.jitsi_server_url);
}
