import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { pageClock } from "../../wire/clock.ts";
import { CallSecrecy } from "./call-secrecy.ts";
import { stopStream, takeMicrophone } from "./devices.ts";
import type { EndReason, Layer, Member, RoomFrame, RoomState, TrackKind } from "./frames.ts";
import { Loudspeakers } from "./loudspeakers.ts";
import type { MediaPath } from "./media-path.ts";
import { openMesh } from "./mesh.ts";
import { Moderation } from "./moderation.ts";
import { MutedMembers } from "./muted-members.ts";
import { OwnPictures, type PictureKind } from "./own-pictures.ts";
import { openRoom, type RoomSocket } from "./room-socket.ts";
import { emitMemberChanges, type SessionParts } from "./session-parts.ts";
import { openSfu } from "./sfu/sfu.ts";

type CallQuality = "good" | "lossy" | "slow";

const MEASURE_MS = 2_000;
const LISTEN_MS = 200;
/** Sounds louder than this count as a voice, from 0 to 1. */
const VOICE = 0.02;
/** Consecutive bad measurements before the camera is turned off. */
const MAX_BAD = 5;
/**
 * Time the microphone stays open while muted. It is then released, so that the browser no longer shows it as in use.
 */
const KEPT_WHILE_MUTED_MS = 300_000;

/** A call in this tab: the room's socket, the connections to other members, and the local microphone. */
export class CallSession {
  readonly call: string;
  readonly #parts: SessionParts;
  readonly #socket: RoomSocket;
  /** Tracks this device sends. They are recorded even before the room has let the device in. */
  readonly #sent = new Map<TrackKind, MediaStreamTrack>();
  readonly #sound = new Loudspeakers();
  readonly #pictures: OwnPictures;
  readonly #muted = new MutedMembers({
    clock: pageClock,
    isLoud: (member) => this.#isLoud(member),
    onHeard: (member, isHeard) => {
      this.#sound.silence(member, isHeard);
      if (isHeard) this.#socket.send({ type: "heard", member });
    },
  });
  readonly moderation = new Moderation({ ask: (it) => this.#socket.ask(it), onTold: (it) => this.#parts.onTold(it) });
  readonly #seen = signal<ReadonlyMap<string, MediaStreamTrack>>(new Map());
  readonly #screens = signal<readonly number[]>([]);
  readonly #isHandUp = signal(false);
  readonly #members = signal<readonly Member[]>([]);
  readonly #me = signal(0);
  readonly #isLinked = signal(false);
  readonly #isMuted: Signal<boolean>;
  readonly #speaking = signal<ReadonlySet<number>>(new Set());
  readonly #line = signal<CallQuality>("good");
  readonly #isMediaAway = signal(false);
  readonly secrecy: Pick<CallSecrecy, "kind" | "number">;
  readonly #secrecy: CallSecrecy;
  readonly #startedAt = signal<number | undefined>(undefined);
  readonly #ends: (() => void)[] = [];
  #path: MediaPath | undefined;
  #mode: RoomState["mode"];
  #microphone: MediaStream | undefined;
  #giveBack: ReturnType<typeof setTimeout> | undefined;
  #wasIn = false;
  #badMeasurements = 0;
  /** Number of times the microphone was switched. */
  #switchings = 0;
  #isOver = false;

  constructor(call: string, parts: SessionParts) {
    this.call = call;
    this.#parts = parts;
    this.#isMuted = signal(parts.isMuted || parts.microphone === undefined);
    this.#pictures = new OwnPictures({
      publish: (kind, track) => this.#publish(kind, track),
      ask: (switches) => this.#socket.ask({ type: "set", ...switches }),
      onRefused: parts.onRefused,
    });
    this.#use(parts.microphone);
    this.#secrecy = new CallSecrecy({ call, isEncrypted: parts.isEncrypted, send: (one) => this.#socket.send(one) });
    this.secrecy = this.#secrecy;
    this.#socket = openRoom(call, {
      key: this.#secrecy.key,
      device: crypto.getRandomValues(new Uint32Array(2)).join("-"),
      as: parts.isSecond ? "too" : "move",
      onFrame: (frame) => this.#follow(frame),
      onLink: (isLinked) => {
        this.#isLinked.value = isLinked;
      },
      onEnd: (why) => this.#end(why),
    });
    if (parts.camera !== undefined) void this.#pictures.show("cam", parts.camera);
    this.#every(MEASURE_MS, () => void this.#measure());
    this.#every(LISTEN_MS, () => this.#listen());
    this.#on(window, "online", () => this.#lookAgain());
    this.#on((navigator as { connection?: EventTarget }).connection, "change", () => this.#lookAgain());
    // A closing page notifies the room at once. Otherwise, the others would wait half a minute.
    this.#on(window, "pagehide", () => this.leave());
    this.#on(navigator.mediaDevices as MediaDevices | undefined, "devicechange", () => void this.#retake());
  }

  /** The call's members, including this device. */
  get members(): ReadonlySignal<readonly Member[]> {
    return this.#members;
  }
  /** This device's member number, or 0 until the room has let it in. */
  get me(): ReadonlySignal<number> {
    return this.#me;
  }
  /** True if the room can be reached. Members hear each other even without it. */
  get isLinked(): ReadonlySignal<boolean> {
    return this.#isLinked;
  }
  get isMuted(): ReadonlySignal<boolean> {
    return this.#isMuted;
  }
  get speaking(): ReadonlySignal<ReadonlySet<number>> {
    return this.#speaking;
  }
  get line(): ReadonlySignal<CallQuality> {
    return this.#line;
  }
  /** True if the media server can't be reached. Members who hear each other can continue. */
  get isMediaAway(): ReadonlySignal<boolean> {
    return this.#isMediaAway;
  }
  /** Seconds since 1970. */
  get startedAt(): ReadonlySignal<number | undefined> {
    return this.#startedAt;
  }
  /** True if the browser plays nothing until the user interacts with the page. */
  get isSilenced(): ReadonlySignal<boolean> {
    return this.#sound.isRefused;
  }
  get pictures(): Pick<OwnPictures, "camera" | "screen" | "show" | "hide"> {
    return this.#pictures;
  }
  /** Numbers of the other members sharing a screen, newest last. */
  get screens(): ReadonlySignal<readonly number[]> {
    return this.#screens;
  }
  get isHandUp(): ReadonlySignal<boolean> {
    return this.#isHandUp;
  }
  readonly others = computed(() => this.#members.value.filter(({ id }) => id !== this.#me.value));

  hear(): void {
    this.#sound.retry();
  }

  /**
   * Mutes or unmutes. Throws `NoDevice` if there is no microphone. If called again while the microphone opens, the
   * latest call counts.
   */
  async mute(isMuted: boolean): Promise<void> {
    this.#switchings += 1;
    const switching = this.#switchings;
    clearTimeout(this.#giveBack);
    if (!isMuted && this.#track === undefined) this.#use(await takeMicrophone());
    if (switching !== this.#switchings) return;
    this.#isMuted.value = isMuted;
    this.#apply();
  }

  async changeMicrophone(): Promise<void> {
    this.#use(await takeMicrophone());
  }

  raiseHand(isUp: boolean): void {
    this.#isHandUp.value = isUp;
    this.#socket.send({ type: "set", hand: isUp });
  }

  pictureOf({ id, cam, screen }: Member, kind: PictureKind): MediaStreamTrack | undefined {
    return (kind === "cam" ? cam : screen) ? this.#seen.value.get(pictureKey(id, kind)) : undefined;
  }

  /** Requests a member's video in this size, or stops it. */
  want(member: number, kind: PictureKind, layer: Layer | null): void {
    this.#path?.wants(member, kind, layer);
  }

  changeLoudspeaker(): void {
    this.#sound.change();
  }

  leave(why?: EndReason): void {
    this.#socket.leave(why);
  }

  get #track(): MediaStreamTrack | undefined {
    return this.#microphone?.getAudioTracks().find(({ readyState }) => readyState === "live");
  }

  #use(microphone: MediaStream | undefined): void {
    if (this.#isOver) {
      stopStream(microphone);
      return;
    }
    const before = this.#microphone;
    this.#microphone = microphone;
    const track = this.#track;
    // The track ends on a phone call, or when the device is unplugged.
    track?.addEventListener("ended", () => void this.#retake());
    this.#apply();
    void this.#publish("mic", track).then(() => before !== microphone && stopStream(before));
  }

  /** Sends another track or none. Resolves when the previous one is no longer used. */
  async #publish(kind: TrackKind, track: MediaStreamTrack | undefined): Promise<void> {
    if (track === undefined) this.#sent.delete(kind);
    else this.#sent.set(kind, track);
    await this.#path?.publish(kind, track ?? null);
  }

  /** Opens the media path chosen by the room, replacing any other. */
  #openPath({ mode = "mesh" }: RoomState): MediaPath {
    if (this.#path !== undefined && this.#mode === mode) return this.#path;
    this.#path?.close();
    this.#mode = mode;
    const heard: Pick<Parameters<typeof openMesh>[0], "isRelayed" | "isDeaf" | "onTrack" | "onSilent"> = {
      isRelayed: this.#parts.isRelayed,
      isDeaf: this.#parts.isSecond,
      onTrack: (member, kind, track) => {
        if (kind === "cam" || kind === "screen") this.#show(pictureKey(member, kind), track);
        else this.#sound.play(member, kind, track);
      },
      onSilent: (member) => this.#socket.send({ type: "lost", member }),
    };
    const path =
      mode === "sfu"
        ? openSfu({
            ...heard,
            encryption: this.#secrecy.frames,
            ask: (request) => this.#socket.ask(request),
            isLinked: () => this.#isLinked.peek(),
            onAway: (isAway) => {
              this.#isMediaAway.value = isAway;
            },
          })
        : openMesh({ ...heard, signal: (to, one) => this.#socket.send({ type: "signal", to, ...one }) });
    for (const [kind, track] of this.#sent) void path.publish(kind, track);
    return path;
  }

  #show(name: string, track: MediaStreamTrack | null): void {
    const seen = new Map(this.#seen.peek());
    if (track === null) seen.delete(name);
    else seen.set(name, track);
    this.#seen.value = seen;
  }

  /** Applies the mute state to the track and the room. */
  #apply(): void {
    const isMuted = this.#isMuted.value;
    if (this.#track !== undefined) this.#track.enabled = !isMuted;
    this.#socket?.send({ type: "set", mic: !isMuted });
    clearTimeout(this.#giveBack);
    if (isMuted && this.#microphone !== undefined)
      this.#giveBack = setTimeout(() => this.#use(undefined), KEPT_WHILE_MUTED_MS);
  }

  async #retake(): Promise<void> {
    if (this.#isOver || this.#microphone === undefined || this.#track !== undefined) return;
    try {
      this.#use(await takeMicrophone());
    } catch {
      this.#isMuted.value = true;
      this.#use(undefined);
    }
  }

  #follow(frame: RoomFrame): void {
    switch (frame.type) {
      case "state": {
        const before = this.#members.value;
        this.#me.value = frame.me;
        this.#members.value = frame.members;
        this.#startedAt.value = frame.started_at;
        this.moderation.follow(frame);
        this.#obey(frame);
        this.#secrecy.settle(frame);
        // Browser to browser, only the transport is encrypted, and the server could intercept that.
        if (this.#secrecy.frames !== undefined && frame.mode !== "sfu") {
          this.#socket.leave("unencrypted");
          return;
        }
        this.#path = this.#openPath(frame);
        this.#path.follow(frame);
        this.#socket.send({
          ...{ type: "set", mic: !this.#isMuted.value, hand: this.#isHandUp.value, deaf: this.#parts.isSecond },
        });
        void this.#pictures.tellAgain();
        this.#screens.value = frame.members.filter(({ id, screen }) => screen && id !== frame.me).map(({ id }) => id);
        if (this.#wasIn) emitMemberChanges(this.#parts, before, frame.members);
        this.#wasIn = true;
        return;
      }
      case "join":
        this.#members.value = [...this.#members.value.filter(({ id }) => id !== frame.member.id), frame.member];
        this.#secrecy.follow(this.#me.value, this.#members.value);
        this.#path?.add(frame.member);
        this.#parts.onJoin(frame.member);
        return;
      case "gone": {
        const member = this.#members.value.find(({ id }) => id === frame.id);
        this.#members.value = this.#members.value.filter(({ id }) => id !== frame.id);
        this.#secrecy.follow(this.#me.value, this.#members.value);
        this.#path?.remove(frame.id);
        this.#screens.value = this.#screens.value.filter((id) => id !== frame.id);
        if (member !== undefined) this.#parts.onGone(member);
        return;
      }
      case "set": {
        const { type: _, id, ...changed } = frame;
        const before = this.#members.value.find((one) => one.id === id);
        const now = this.#change(id, changed);
        if (before === undefined || now === undefined) return;
        if (frame.lost === false) this.#secrecy.repeat(id);
        if (id === this.#me.value) {
          if (frame.muted_by && !this.#isMuted.value) void this.mute(true);
          // A moderator has stopped the screen sharing.
          if (frame.screen === false) void this.#pictures.hide("screen");
          return;
        }
        const others = this.#screens.value.filter((one) => one !== id);
        if (now.screen !== before.screen) this.#screens.value = now.screen ? [...others, id] : others;
        this.#parts.onChange(before, now);
        return;
      }
      case "tracks": {
        const { type: _, id, ...changed } = frame;
        const member = this.#change(id, changed);
        if (member !== undefined) this.#path?.add(member);
        return;
      }
      case "signal":
        // A signal can still be in flight after its sender was removed from the call.
        if (this.#members.value.some(({ id }) => id === frame.from)) this.#path?.take(frame);
        return;
      case "key":
        this.#secrecy.take(frame);
        return;
      case "ice":
        this.#path?.useServers(frame.ice_servers);
        return;
      case "told":
      case "may":
        this.moderation.follow(frame);
    }
  }

  /** Mutes this device if a moderator muted it while the room couldn't be reached. */
  #obey({ me, members }: RoomState): void {
    const by = members.find(({ id }) => id === me)?.muted_by;
    if (!by || this.#isMuted.value) return;
    void this.mute(true);
    this.#parts.onTold({ type: "told", act: "mute", by, member: me });
  }

  #change(id: number, changed: Partial<Member>): Member | undefined {
    this.#members.value = this.#members.value.map((one) => (one.id === id ? { ...one, ...changed } : one));
    return this.#members.value.find((one) => one.id === id);
  }

  #lookAgain(): void {
    this.#socket.check();
    this.#path?.restart();
  }

  #listen(): void {
    const others = this.others.peek();
    this.#muted.look(others);
    const loud = others.map(({ id }) => id).filter((member) => this.#isLoud(member));
    const before = this.#speaking.value;
    if (loud.length !== before.size || loud.some((member) => !before.has(member))) this.#speaking.value = new Set(loud);
  }

  #isLoud(member: number): boolean {
    return (this.#path?.levelOf(member) ?? 0) > VOICE;
  }

  async #measure(): Promise<void> {
    if (this.#path === undefined) return;
    const { loss, roundTrip } = await this.#path.measure();
    const line = loss > 0.05 ? "lossy" : roundTrip > 400 ? "slow" : "good";
    this.#line.value = line;
    this.#badMeasurements = line === "good" ? 0 : this.#badMeasurements + 1;
    if (this.#badMeasurements < MAX_BAD || this.#pictures.camera.value === undefined) return;
    void this.#pictures.hide("cam");
    this.#parts.onStrained();
  }

  #every(ms: number, run: () => void): void {
    const timer = setInterval(run, ms);
    this.#ends.push(() => clearInterval(timer));
  }

  #on(target: EventTarget | undefined, type: string, run: () => void): void {
    target?.addEventListener(type, run);
    this.#ends.push(() => target?.removeEventListener(type, run));
  }

  #end(why: EndReason): void {
    this.#isOver = true;
    for (const end of this.#ends) end();
    clearTimeout(this.#giveBack);
    this.#path?.close();
    this.#secrecy.close();
    this.#sound.close();
    this.#pictures.close();
    stopStream(this.#microphone);
    this.#parts.onEnd(why);
  }
}

const pictureKey = (member: number, kind: PictureKind) => `${member} ${kind}`;
