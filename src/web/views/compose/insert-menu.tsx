import type { Client } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { isPermitted, runAction } from "../../keyboard.ts";
import { loadLater, loadVoice } from "../../loads.ts";
import { writtenTime } from "../../model/completion/times.ts";
import type { Target } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { composeWords } from "../../words/compose.ts";
import { labelOf } from "../../words/help.ts";
import { attempt } from "../attempt.ts";
import type { VoiceTarget } from "../voice/unsent/recording-draft.ts";
import { onlyTopics } from "./completion/members-and-topics.ts";
import type { Composition } from "./composition.ts";
import { askTime } from "./dialogs/time-dialog.tsx";
import { messageProblem } from "./problems.ts";
import { conversationOfTarget, whereOf } from "./target/target.ts";
import { goToSent, runCommand } from "./use-send.ts";

export function insertEntries(client: Client, composition: Composition): readonly MenuEntry[] {
  const compose = composeWords();
  const insertTime = async () => {
    const at = await askTime();
    if (at !== undefined) composition.insert(`<time:${writtenTime(at)}> `);
  };
  const call = (video: boolean) => async () => {
    const name = whereOf(client.watch(), composition.target.value);
    const insert = composition.inserter();
    const label = video ? compose.joinVideoCall : compose.joinVoiceCall;
    await attempt(client, async () => insert(`[${label}](${await callUrl(client, { video, name })}) `));
  };
  return [
    { label: compose.poll, icon: "chart-bar", run: () => openCommand(client, composition, "poll") },
    { label: compose.todo, icon: "list-checks", run: () => openCommand(client, composition, "todo") },
    { label: compose.time, icon: "clock", run: insertTime },
    ...(isPermitted("call") && canCall(client.watch())
      ? [
          { label: compose.videoCall, icon: "video" as const, run: call(true) },
          { label: compose.voiceCall, icon: "phone" as const, run: call(false) },
        ]
      : []),
    isPermitted("snippets") && {
      label: labelOf("snippets"),
      icon: "bookmark",
      action: "snippets",
      run: () => void runAction("snippets"),
    },
  ];
}

/** Executes a command or opens its dialog. Returns false for commands that are sent as text. */
export function openCommand(client: Client, composition: Composition, command: string): boolean {
  if (command !== "poll" && command !== "todo") return runCommand(client, command);
  void attempt(client, async () => {
    const { WidgetDialog } = await loadLater();
    client.show(<WidgetDialog kind={command} onMarkdown={sendOrWrite(client, composition)} />);
  });
  return true;
}

/** Records a voice message, which is sent as a separate message. */
export async function recordVoice(client: Client, composition: Composition): Promise<void> {
  const to = recordsTo(client, composition);
  if (to === undefined) composition.changeTarget();
  else (await loadVoice()).recordInLine(client, to);
}

/** Returns where a voice message would be sent, or undefined if the target has to be changed first. */
export function recordsTo(client: Client, { target: { value: target } }: Composition): VoiceTarget | undefined {
  const to = problemOf(client, target, "voice") ? undefined : conversationOfTarget(target, client.watch().user_id);
  return to && { to, onSend: (sent) => goToSent(client, sent) };
}

/** Returns why a separate message, such as a voice message, can't be sent to the target, or undefined if it can. */
const problemOf = (client: Client, target: Target | undefined, text: string) =>
  messageProblem(client.watch(), { target, text, uploading: false, topics: onlyTopics(client, target) });

/**
 * Returns a function that sends a dialog's Markdown as a separate message, or puts it into the composer if it can't be
 * sent yet.
 */
const sendOrWrite = (client: Client, composition: Composition) => (markdown: string) => {
  const target = composition.target.value;
  if (target === undefined) return;
  const to = conversationOfTarget(target, client.watch().user_id);
  const problem = problemOf(client, target, markdown);
  if (problem === undefined && to !== undefined && !isFull(client.outbox)) {
    client.outbox.send(to, markdown);
    goToSent(client, to);
  } else {
    composition.startWith(target, markdown);
    if (problem?.kind.startsWith("no")) composition.changeTarget();
  }
};

/** Ids of the call services, in `realm_available_video_chat_providers`. */
const NO_PROVIDER_ID = 0;
const JITSI_MEET = 1;
const BIG_BLUE_BUTTON = 4;
const OWN = 100;

/** True if the organization has chosen a call service that the server supports. */
const canCall = ({ realm_video_chat_provider, realm_available_video_chat_providers, jitsi_server_url }: State) =>
  realm_video_chat_provider !== NO_PROVIDER_ID &&
  Object.values(realm_available_video_chat_providers).some(({ id }) => id === realm_video_chat_provider) &&
  (realm_video_chat_provider !== JITSI_MEET || jitsi_server_url !== null);

/** Creates a call, and returns its URL. */
async function callUrl(client: Client, { video, name }: { video: boolean; name: string }): Promise<string> {
  const { realm_video_chat_provider: provider, jitsi_server_url, realm_url } = client.watch();
  if (provider === OWN) return new URL(`/call/${roomName()}#config.startWithVideoMuted=${!video}`, realm_url).href;
  if (provider === JITSI_MEET) return `${jitsi_server_url}/${roomName()}#config.startWithVideoMuted=${!video}`;
  const { url } =
    provider === BIG_BLUE_BUTTON
      ? await client.api.get<{ url: string }>("/calls/bigbluebutton/create", { meeting_name: name, voice_only: !video })
      : await client.api.post<{ url: string }>("/calls/zoom/create", { is_video_call: video });
  return new URL(url, realm_url).href;
}

/** Returns a random, unguessable room name: a 15-digit number. */
const roomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte, at) =>
    String(at === 0 ? 1 + (byte % 9) : byte % 10),
  ).join("");
