import { type Clock, pageClock } from "../../wire/clock.ts";
import type { Member, MemberSignal, RoomState, Signal, TrackKind } from "./frames.ts";
import { lastPacket } from "./last-packet.ts";
import { configurationOf, type MediaPath, type OnTrack, type Quality } from "./media-path.ts";
import { LINES, Peer, type PeerConnection } from "./peer.ts";

interface MeshParts {
  readonly clock: Clock;
  readonly connect: (configuration: RTCConfiguration) => PeerConnection;
  /** True to hide this browser's address from the other members. */
  readonly isRelayed: boolean;
  readonly isDeaf: boolean;
  readonly signal: (to: number, signal: Signal) => void;
  readonly onTrack: OnTrack;
  /** Called after several seconds without any packets from a member, not even silence. */
  readonly onSilent: (member: number) => void;
}

interface PeerStats {
  readonly peer: Peer;
  received: number;
  lost: number;
  heardAt: number;
  isReported: boolean;
}

const MEDIA_TIMEOUT_MS = 6_000;

/** Connections from this browser to every other member of a call. */
export class Mesh implements MediaPath {
  readonly #parts: MeshParts;
  readonly #peers = new Map<number, PeerStats>();
  #configuration: RTCConfiguration = {};
  #me = 0;
  readonly #tracks = new Map<TrackKind, MediaStreamTrack>();

  constructor(parts: MeshParts) {
    this.#parts = parts;
  }

  async publish(kind: TrackKind, track: MediaStreamTrack | null): Promise<void> {
    if (track === null) this.#tracks.delete(kind);
    else this.#tracks.set(kind, track);
    await Promise.allSettled([...this.#peers.values()].map(({ peer }) => peer.send(kind)));
  }

  /** Every member sends everything it has. */
  wants(): void {}

  follow({ me, members, ice_servers }: RoomState): void {
    this.#configure(ice_servers);
    // This browser rejoined as a new member, and the others close their ends too.
    if (me !== this.#me) this.close();
    this.#me = me;
    const present = new Set(members.map(({ id }) => id));
    for (const id of [...this.#peers.keys()]) if (!present.has(id)) this.remove(id);
    for (const member of members) this.add(member);
  }

  /** Offers a connection to a member who joined later. Earlier members offer it themselves. */
  add({ id }: Member): void {
    if (id > this.#me) this.#peerOf(id);
  }

  remove(member: number): void {
    this.#peers.get(member)?.peer.close();
    if (this.#peers.delete(member)) for (const kind of LINES) this.#parts.onTrack(member, kind, null);
  }

  useServers(servers: readonly RTCIceServer[]): void {
    this.#configure(servers);
    for (const { peer } of this.#peers.values()) peer.connection.setConfiguration(this.#configuration);
  }

  #configure(servers: readonly RTCIceServer[]): void {
    this.#configuration = configurationOf(servers, this.#parts.isRelayed);
  }

  take(frame: MemberSignal): void {
    void this.#peerOf(frame.from).peer.take(frame);
  }

  restart(): void {
    for (const { peer } of this.#peers.values()) peer.restart();
  }

  close(): void {
    for (const id of [...this.#peers.keys()]) this.remove(id);
  }

  levelOf(member: number): number | undefined {
    const receivers = this.#peers.get(member)?.peer.connection.getReceivers();
    const voice = receivers?.find(({ track }) => track.kind === "audio");
    return voice && lastPacket(voice, this.#parts.clock.now())?.audioLevel;
  }

  async measure(): Promise<Quality> {
    const all = await Promise.all([...this.#peers].map(([id, known]) => this.#measureOne(id, known)));
    return {
      loss: Math.max(0, ...all.map(({ loss }) => loss)),
      roundTrip: Math.max(0, ...all.map(({ roundTrip }) => roundTrip)),
    };
  }

  async #measureOne(id: number, known: PeerStats): Promise<Quality> {
    let [received, lost, roundTrip] = [0, 0, 0];
    for (const report of (await known.peer.connection.getStats()).values()) {
      if (report.type === "inbound-rtp") {
        received += report.packetsReceived ?? 0;
        lost += report.packetsLost ?? 0;
      }
      if (report.type === "candidate-pair" && report.nominated) roundTrip = (report.currentRoundTripTime ?? 0) * 1000;
    }
    const { clock, isDeaf } = this.#parts;
    const now = clock.now();
    const [came, missing] = [received - known.received, Math.max(0, lost - known.lost)];
    if (came > 0) {
      known.heardAt = now;
      known.isReported = false;
    } else if (now - known.heardAt > MEDIA_TIMEOUT_MS && !known.isReported && !isDeaf && this.#peers.has(id)) {
      known.isReported = true;
      this.#parts.onSilent(id);
    }
    known.received = received;
    known.lost = lost;
    // A few packets aren't enough to judge the connection's quality.
    return { loss: came + missing < 20 ? 0 : missing / (came + missing), roundTrip };
  }

  #peerOf(member: number): PeerStats {
    const known = this.#peers.get(member);
    if (known !== undefined) return known;
    const { clock, connect, isDeaf, signal, onTrack } = this.#parts;
    const peer = new Peer({
      connection: connect(this.#configuration),
      isPolite: this.#me > member,
      isDeaf,
      clock,
      tracks: this.#tracks,
      signal: (one) => signal(member, one),
      onTrack: (kind, track) => onTrack(member, kind, track),
    });
    const made = { peer, received: 0, lost: 0, heardAt: clock.now(), isReported: false };
    this.#peers.set(member, made);
    return made;
  }
}

export const openMesh = (parts: Omit<MeshParts, "clock" | "connect">): MediaPath =>
  new Mesh({
    clock: pageClock,
    connect: (configuration) => new RTCPeerConnection(configuration),
    ...parts,
  });
