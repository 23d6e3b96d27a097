import { type Clock, pageClock } from "../../../wire/clock.ts";
import type { FrameEncryption } from "../encryption.ts";
import type { Layer, Member, RoomRequest, RoomResponse, RoomState, TrackKind } from "../frames.ts";
import { configurationOf, type MediaPath, type OnTrack, type Quality } from "../media-path.ts";
import type { PeerConnection } from "./connection.ts";
import { Receiving } from "./receiving.ts";
import { Sending } from "./sending.ts";

interface SfuParts {
  readonly clock: Clock;
  readonly connect: (configuration: RTCConfiguration) => PeerConnection;
  /** Whether the media server may not learn the address of this browser. */
  readonly isRelayed: boolean;
  /** Whether this device plays nothing. */
  readonly isDeaf: boolean;
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  /** Whether the room can be reached. */
  readonly isLinked: () => boolean;
  readonly onTrack: OnTrack;
  /** Called when nothing was heard of a member for some seconds, not even silence. */
  readonly onSilent: (member: number) => void;
  /** Called when the media server cannot be reached, and when it can again. */
  readonly onAway: (isAway: boolean) => void;
  /** Encrypts what is sent, so that the media server cannot hear it. */
  readonly encryption: FrameEncryption | undefined;
}

/**
 * Two connections to a media server, which passes on the tracks of each member to the others: one to send, where this
 * browser offers, and one to receive, where the server does, so that the offers never collide.
 */
export class Sfu implements MediaPath {
  readonly #sending: Sending;
  readonly #receiving: Receiving;
  readonly #isRelayed: boolean;
  #configuration: RTCConfiguration = {};
  #me = 0;
  #isSendingAway = false;
  #isReceivingAway = false;

  constructor({ clock, connect, isRelayed, isDeaf, ask, isLinked, encryption, ...parts }: SfuParts) {
    const { onTrack, onSilent, onAway } = parts;
    this.#isRelayed = isRelayed;
    const ends = { clock, connect: () => connect(this.#configuration), ask, isLinked, encryption };
    const tell = () => onAway(this.#isSendingAway || this.#isReceivingAway);
    this.#sending = new Sending({
      ...ends,
      onAway: (isAway) => {
        this.#isSendingAway = isAway;
        tell();
      },
    });
    this.#receiving = new Receiving({
      ...ends,
      isDeaf,
      onTrack,
      onSilent,
      onAway: (isAway) => {
        this.#isReceivingAway = isAway;
        tell();
      },
    });
  }

  publish(kind: TrackKind, track: MediaStreamTrack | null): Promise<void> {
    return this.#sending.publish(kind, track);
  }

  wants(member: number, kind: "cam" | "screen", layer: Layer | null): void {
    this.#receiving.show(member, kind, layer);
  }

  follow({ me, members, ice_servers }: RoomState): void {
    this.useServers(ice_servers);
    // This browser came in again as somebody new: the room has ended the sessions of the one before.
    if (me !== this.#me) {
      this.#sending.drop();
      this.#receiving.drop();
    }
    this.#me = me;
    this.#sending.resume(members.find(({ id }) => id === me));
    this.#receiving.resume(members.filter(({ id }) => id !== me));
  }

  add(member: Member): void {
    if (member.id === this.#me) this.#sending.compare(member);
    else this.#receiving.add(member);
  }

  remove(member: number): void {
    this.#receiving.remove(member);
  }

  /** Members tell each other nothing here. */
  take(): void {}

  useServers(servers: readonly RTCIceServer[]): void {
    this.#configuration = configurationOf(servers, this.#isRelayed);
    this.#sending.configure(this.#configuration);
    this.#receiving.configure(this.#configuration);
  }

  restart(): void {
    this.#sending.restart();
    this.#receiving.restart();
  }

  levelOf(member: number): number | undefined {
    return this.#receiving.levelOf(member);
  }

  async measure(): Promise<Quality> {
    const [roundTrip, received] = await Promise.all([this.#sending.roundTrip(), this.#receiving.measure()]);
    return { loss: received.loss, roundTrip: Math.max(roundTrip, received.roundTrip) };
  }

  close(): void {
    this.#sending.close();
    this.#receiving.close();
  }
}

/** This page's own connections to the media server. */
export const openSfu = (parts: Omit<SfuParts, "clock" | "connect">): MediaPath =>
  new Sfu({ clock: pageClock, connect: (configuration) => new RTCPeerConnection(configuration), ...parts });
