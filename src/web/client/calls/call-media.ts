import { type ReadonlySignal, signal } from "@preact/signals";
import { pageClock } from "../../wire/clock.ts";
import type { CallMembers } from "./call-members.ts";
import type { CallSecrecy } from "./call-secrecy.ts";
import type { Layer, Member, RoomState, TrackKind } from "./frames.ts";
import { Loudspeakers } from "./loudspeakers.ts";
import type { MediaPath, OnTrack } from "./media-path.ts";
import { openMesh } from "./mesh.ts";
import { MutedMembers } from "./muted-members.ts";
import type { PictureKind } from "./own-pictures.ts";
import type { RoomSocket } from "./room-socket.ts";
import { openSfu } from "./sfu/sfu.ts";

type CallQuality = "good" | "lossy" | "slow";

/** Minimum volume, from 0 to 1, of sound that counts as a voice. */
const VOICE = 0.02;
/** Consecutive bad measurements before the camera is turned off. */
const MAX_BAD = 5;

interface MediaParts {
  readonly members: CallMembers;
  readonly socket: RoomSocket;
  readonly secrecy: CallSecrecy;
  readonly isLinked: ReadonlySignal<boolean>;
  readonly isRelayed: boolean;
  /** True if this device plays nothing. */
  readonly isDeaf: boolean;
}

/** Sends this device's tracks to the members of a call, plays their sound, and provides their video. */
export class CallMedia {
  readonly loudspeakers = new Loudspeakers();
  readonly #parts: MediaParts;
  /** Tracks this device sends. Stored even before the room has let the device in. */
  readonly #sent = new Map<TrackKind, MediaStreamTrack>();
  readonly #muted = new MutedMembers({
    clock: pageClock,
    isLoud: (member) => this.#isLoud(member),
    onHeard: (member, isHeard) => {
      this.loudspeakers.silence(member, isHeard);
      if (isHeard) this.#parts.socket.send({ type: "heard", member });
    },
  });
  readonly #seen = signal<ReadonlyMap<string, MediaStreamTrack>>(new Map());
  readonly #speaking = signal<ReadonlySet<number>>(new Set());
  readonly #quality = signal<CallQuality>("good");
  readonly #isAway = signal(false);
  #path: MediaPath | undefined;
  #mode: RoomState["mode"];
  #badMeasurements = 0;
  readonly speaking: ReadonlySignal<ReadonlySet<number>> = this.#speaking;
  readonly quality: ReadonlySignal<CallQuality> = this.#quality;
  /** True if the media server can't be reached. Members who hear each other can continue. */
  readonly isAway: ReadonlySignal<boolean> = this.#isAway;

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  /** The connections to the other members. Undefined until the room has sent the call's state. */
  get path(): MediaPath | undefined {
    return this.#path;
  }

  pictureOf({ id, cam, screen }: Member, kind: PictureKind): MediaStreamTrack | undefined {
    return (kind === "cam" ? cam : screen) ? this.#seen.value.get(pictureKey(id, kind)) : undefined;
  }

  /** Requests a member's video in this size, or stops it. */
  want(member: number, kind: PictureKind, layer: Layer | null): void {
    this.#path?.wants(member, kind, layer);
  }

  /** Sends another track or none. Resolves when the previous one is no longer used. */
  async publish(kind: TrackKind, track: MediaStreamTrack | undefined): Promise<void> {
    if (track === undefined) this.#sent.delete(kind);
    else this.#sent.set(kind, track);
    await this.#path?.publish(kind, track ?? null);
  }

  follow(state: RoomState): void {
    this.#path = this.#openPath(state);
    this.#path.follow(state);
  }

  /** Determines who is speaking. */
  listen(): void {
    const others = this.#parts.members.others.peek();
    this.#muted.look(others);
    const loud = others.map(({ id }) => id).filter((member) => this.#isLoud(member));
    const before = this.#speaking.value;
    if (loud.length !== before.size || loud.some((member) => !before.has(member))) this.#speaking.value = new Set(loud);
  }

  /** Measures the connections. Returns true if they have been bad long enough that no video should be sent. */
  async measure(): Promise<boolean> {
    if (this.#path === undefined) return false;
    const { loss, roundTrip } = await this.#path.measure();
    const quality = loss > 0.05 ? "lossy" : roundTrip > 400 ? "slow" : "good";
    this.#quality.value = quality;
    this.#badMeasurements = quality === "good" ? 0 : this.#badMeasurements + 1;
    return this.#badMeasurements >= MAX_BAD;
  }

  close(): void {
    this.#path?.close();
    this.loudspeakers.close();
  }

  /** Opens the media path chosen by the room, replacing any other. */
  #openPath({ mode = "mesh" }: RoomState): MediaPath {
    if (this.#path !== undefined && this.#mode === mode) return this.#path;
    this.#path?.close();
    this.#mode = mode;
    const { socket, secrecy, isLinked, isRelayed, isDeaf } = this.#parts;
    const onTrack: OnTrack = (member, kind, track) => {
      if (kind === "cam" || kind === "screen") this.#show(pictureKey(member, kind), track);
      else this.loudspeakers.play(member, kind, track);
    };
    const heard = { isRelayed, isDeaf, onTrack, onSilent: (member: number) => socket.send({ type: "lost", member }) };
    const path =
      mode === "sfu"
        ? openSfu({
            ...{ ...heard, encryption: secrecy.frames },
            ask: (request) => socket.ask(request),
            isLinked: () => isLinked.peek(),
            onAway: (isAway) => {
              this.#isAway.value = isAway;
            },
          })
        : openMesh({ ...heard, signal: (to, one) => socket.send({ type: "signal", to, ...one }) });
    for (const [kind, track] of this.#sent) void path.publish(kind, track);
    return path;
  }

  #show(name: string, track: MediaStreamTrack | null): void {
    const seen = new Map(this.#seen.peek());
    if (track === null) seen.delete(name);
    else seen.set(name, track);
    this.#seen.value = seen;
  }

  #isLoud(member: number): boolean {
    return (this.#path?.levelOf(member) ?? 0) > VOICE;
  }
}

const pictureKey = (member: number, kind: PictureKind) => `${member} ${kind}`;
