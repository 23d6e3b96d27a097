import { effect } from "@preact/signals";
import { CallSession } from "../../client/calls/call-session.ts";
import { currentCall, stagePlace } from "../../client/calls/current-call.ts";
import { NoDevice, type PictureSize, takeCamera, takeMicrophone } from "../../client/calls/devices.ts";
import { canEncrypt } from "../../client/calls/encryption.ts";
import type { EndReason, Member, ModeratorAction } from "../../client/calls/frames.ts";
import { considerLeft } from "../../client/calls/left-calls.ts";
import type { Client } from "../../client/client.ts";
import { type CallId, callById } from "../../model/calls/calls.ts";
import { canRead } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { ChannelId } from "../../model/ids.ts";
import { type Conversation, recipientsOf } from "../../model/routes/conversation.ts";
import type { Call } from "../../model/state.ts";
import { announce } from "../../parts/announce.ts";
import { playSound } from "../../parts/sound.ts";
import { callsWords } from "../../words/calls.ts";
import { nameOfUser } from "../people/names.ts";

/** Lock held by the browser tab that is in a call. */
const LOCK = "parley-call";
/** In larger calls, joining and leaving is silent. */
const MAX_WITH_SOUNDS = 8;

interface Entry {
  readonly microphone: MediaStream | undefined;
  readonly camera?: MediaStream | undefined;
  readonly isMuted: boolean;
  /** True if the user stays in the call on another device, which plays the audio. */
  readonly isSecond?: boolean;
  /** True if the call is end-to-end encrypted, undefined if unknown. Only needed if the call isn't in the state yet. */
  readonly isEncrypted?: boolean;
}

/** Returns the camera resolution for calls on this server. */
export const pictureSize = (client: Client): PictureSize =>
  client.watch().server_calls?.mode === "sfu" ? "large" : "small";

/**
 * Returns false and shows an error if the user wants to hide their IP address in calls, but the server can't. Media
 * servers and relays hide it.
 */
export function canReachOthers(client: Client): boolean {
  const { user_settings, server_calls } = client.watch();
  if (!user_settings.hide_address_in_calls || server_calls?.has_relay || server_calls?.mode === "sfu") return true;
  client.toast({ text: callsWords().noRelay, kind: "error" });
  return false;
}

/** Joins a call in this tab. If another tab of the browser is in a call, it leaves that call. */
export function enterCall(
  client: Client,
  call: CallId,
  { microphone, camera, isMuted, isSecond = false, isEncrypted: isSaid }: Entry,
): void {
  const isEncrypted = (callById(client.watch(), call)?.encrypted ?? isSaid ?? true) && canEncrypt();
  currentCall.peek()?.leave();
  const w = callsWords();
  const tell = (sound: string, text: (name: string) => string) => (member: Member) => {
    const { me, all } = session.members;
    const isOther = !all.peek().some(({ id, user_id }) => user_id === member.user_id && id !== member.id);
    if (member.id === me.peek() || !isOther) return;
    if (all.peek().length <= MAX_WITH_SOUNDS) playSound(sound);
    announce(text(nameOfUser(client.watch(), member.user_id)));
  };
  const tellChange = (before: Member, now: Member) => {
    const name = nameOfUser(client.watch(), now.user_id);
    if (now.hand && !before.hand) {
      if (session.members.all.peek().length <= MAX_WITH_SOUNDS) playSound("call-hand");
      announce(w.raised(name));
    }
    if (now.screen !== before.screen) announce(now.screen ? w.shares(name) : w.sharesNoMore(name));
  };
  const tellAct = ({ act, by }: ModeratorAction) => {
    // For "plain", the bar already shows that the call is unencrypted, and why.
    if (by === client.watch().user_id || act === "remove" || act === "plain") return;
    if (act === "encrypt" && session.secrecy.reason.peek() !== undefined) return;
    client.toast({ text: w.told[act](nameOfUser(client.watch(), by)) });
  };
  // If the user stays in the call on another device or tab, the lock isn't taken, because taking it would end the call
  // there.
  const free = isSecond ? () => {} : takeLock(() => session.leave());
  const askBefore = (event: BeforeUnloadEvent) => {
    if (session.members.others.peek().length > 0) event.preventDefault();
  };
  const { user_settings, server_calls } = client.watch();
  const session: CallSession = new CallSession(call, {
    microphone,
    camera,
    isMuted,
    isSecond,
    isRelayed: user_settings.hide_address_in_calls && server_calls?.has_relay === true,
    isEncrypted,
    onJoin: tell("call-join", w.joined),
    onGone: tell("call-leave", w.left),
    onChange: tellChange,
    onTold: tellAct,
    onStrained: () => client.toast({ text: w.strained }),
    onRefused: (kind) => client.toast({ text: w.tooMany[kind], kind: "error" }),
    onEnd: (why) => {
      stopFollowing();
      stagePlace.value = undefined;
      removeEventListener("beforeunload", askBefore);
      free();
      if (currentCall.peek() === session) currentCall.value = undefined;
      tellEnd(client, why);
    },
  });
  const stopFollowing = leaveWhenOver(client, session);
  addEventListener("beforeunload", askBefore);
  currentCall.value = session;
  if (camera !== undefined) stagePlace.value = "page";
}

/** Leaves a call at the user's request. */
export function leaveCall(client: Client, session: CallSession): void {
  const { user_id: me } = client.watch();
  const wasLetIn = session.members.me.peek() !== 0;
  const isThereToo = session.members.others.peek().some(({ user_id }) => user_id === me);
  session.leave();
  if (wasLetIn && !isThereToo) considerLeft(client, session.call);
}

/**
 * Leaves a call that has ended or that the user can no longer read, judging by the organization's state. The room
 * itself isn't reliable: if it is unreachable, it sends nothing, and if it refuses a browser, it gives no reason.
 */
function leaveWhenOver(client: Client, session: CallSession): () => void {
  let known: Call | undefined;
  return effect(() => {
    const call = callById(client.watch("calls"), session.call);
    if (call !== undefined) known = call;
    else if (known !== undefined && !session.isLinked.value)
      session.leave(isReadable(client, known) ? "ended" : "login");
  });
}

function isReadable(client: Client, { stream_id }: Call): boolean {
  const state = client.watch();
  const channel = stream_id === null ? undefined : channelById(state, stream_id);
  return stream_id === null || (channel !== undefined && canRead(state, channel));
}

function tellEnd(client: Client, why: EndReason): void {
  playSound("call-leave");
  if (why !== "left") client.toast({ text: callsWords().ends[why], ...(why === "unreachable" && { kind: "error" }) });
}

/** Takes the call lock from any other tab. `lost` is called when another tab takes it. */
function takeLock(lost: () => void): () => void {
  // Over plain HTTP, browsers have neither locks nor microphones.
  const locks: LockManager | undefined = navigator.locks;
  const held = Promise.withResolvers<void>();
  locks?.request(LOCK, { steal: true }, () => held.promise).catch(lost);
  return held.resolve;
}

interface StartedCall {
  readonly call_id: CallId;
  readonly encrypted: boolean;
}

/** Starts a call in a conversation. If one is in progress, returns it instead, with `existing` set. */
export async function startCall(client: Client, conversation: Conversation, video: boolean) {
  const to = recipientsOf(conversation, client.watch().user_id);
  return client.api.post<StartedCall & { existing: boolean }>("/calls", { ...to, video, ring: true });
}

/** Joins the call in a channel's voice room, muted. The microphone opens when the user unmutes. */
export async function enterVoiceRoom(client: Client, channel: ChannelId): Promise<void> {
  if (!canReachOthers(client)) return;
  const { call_id, encrypted } = await client.api.post<StartedCall>(`/streams/${channel}/voice_room/enter`);
  enterCall(client, call_id, { microphone: undefined, isMuted: true, isEncrypted: encrypted });
}

/** Answers a ringing call with the previously chosen devices. Without a microphone, the user is muted. */
export async function answerCall(client: Client, call: CallId, video = false): Promise<void> {
  if (!canReachOthers(client)) return;
  const taken = (stream: Promise<MediaStream>) =>
    stream.catch((error) => {
      if (error instanceof NoDevice) client.toast({ text: problemText(error), kind: "error" });
      return undefined;
    });
  const microphone = await taken(takeMicrophone());
  const camera = video ? await taken(takeCamera(pictureSize(client))) : undefined;
  enterCall(client, call, { microphone, camera, isMuted: false });
}

export function problemText({ device, problem }: NoDevice): string {
  const w = callsWords();
  return device === "microphone" ? w.problems[problem] : device === "camera" ? w.cameraProblems[problem] : w.noScreen;
}
