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
  /** True to hide this browser's address from the media server. */
  readonly isRelayed: boolean;
  readonly isDeaf: boolean;
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  readonly isLinked: () => boolean;
  readonly onTrack: OnTrack;
  /** Called after several seconds without any packets from a member, not even silence. */
  readonly onSilent: (member: number) => void;
  /** Called when the media server becomes unreachable, and when it is reachable again. */
  readonly onAway: (isAway: boolean) => void;
  /** Encrypts what is sent, so that the media server can't decode it. */
  readonly encryption: FrameEncryption | undefined;
}

/**
 * Two connections to a media server, which forwards each member's tracks to the others. This browser offers on the
 * sending one, the server on the receiving one, so that offers never collide.
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
    // This browser rejoined as a new member. The room has ended the previous member's sessions.
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

  /** Members don't signal each other here. */
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
    const [roundTrip, received] = await Promise.all([this.#sending.measure(), this.#receiving.measure()]);
    return { loss: received.loss, roundTrip: Math.max(roundTrip, received.roundTrip) };
  }

  close(): void {
    this.#sending.close();
    this.#receiving.close();
  }
}

export const openSfu = (parts: Omit<SfuParts, "clock" | "connect">): MediaPath =>
  new Sfu({ clock: pageClock, connect: (configuration) => new RTCPeerConnection(configuration), ...parts });
