import type { Client } from "../../../client/client.ts";
import type { State } from "../../../model/state.ts";
import { composeWords } from "../../../words/compose.ts";

/** The ids of the call services, in `realm_available_video_chat_providers`. */
const NONE = 0;
const JITSI_MEET = 1;
const BIG_BLUE_BUTTON = 4;

/** Whether calls are possible: the organization has chosen a service, and the server supports it. */
export const canCall = ({ realm_video_chat_provider, realm_available_video_chat_providers, jitsi_server_url }: State) =>
  realm_video_chat_provider !== NONE &&
  Object.values(realm_available_video_chat_providers).some(({ id }) => id === realm_video_chat_provider) &&
  (realm_video_chat_provider !== JITSI_MEET || jitsi_server_url !== null);

/** Creates a call, and returns the link to join it, as Markdown. */
export async function startCall(client: Client, { video, name }: { video: boolean; name: string }): Promise<string> {
  const words = composeWords();
  const url = await callUrl(client, { video, name });
  return `[${video ? words.joinVideoCall : words.joinVoiceCall}](${url}) `;
}

async function callUrl(client: Client, { video, name }: { video: boolean; name: string }): Promise<string> {
  const { realm_video_chat_provider: provider, jitsi_server_url, realm_url } = client.watch();
  if (provider === JITSI_MEET) return `${jitsi_server_url}/${roomName()}#config.startWithVideoMuted=${!video}`;
  const { url } =
    provider === BIG_BLUE_BUTTON
      ? await client.api.get<{ url: string }>("/calls/bigbluebutton/create", { meeting_name: name, voice_only: !video })
      : await client.api.post<{ url: string }>("/calls/zoom/create", { is_video_call: video });
  return new URL(url, realm_url).href;
}

/** A random name of a room, which cannot be guessed. */
const roomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => String(byte % 10)).join("");
