import type { Clock } from "../../wire/clock.ts";
import type { Signal, TrackKind } from "./frames.ts";
import { askForSounds } from "./opus.ts";

/**
 * Media lines of each description, in this order. All exist from the start, so that turning on a camera or sharing a
 * screen needs no new offer.
 */
export const LINES: readonly TrackKind[] = ["mic", "cam", "screen", "sound"];
const isVideo = (kind: TrackKind) => kind === "cam" || kind === "screen";

export type PeerConnection = Pick<
  RTCPeerConnection,
  | "addIceCandidate"
  | "addTransceiver"
  | "close"
  | "connectionState"
  | "getReceivers"
  | "getStats"
  | "getTransceivers"
  | "localDescription"
  | "onconnectionstatechange"
  | "onicecandidate"
  | "onnegotiationneeded"
  | "ontrack"
  | "restartIce"
  | "setConfiguration"
  | "setLocalDescription"
  | "setRemoteDescription"
  | "signalingState"
>;

interface PeerParts {
  readonly connection: PeerConnection;
  /**
   * The polite end yields when both ends offer at the same time, and restarts an interrupted connection. The other end
   * offers first, so that each line carries both ends' media.
   */
  readonly isPolite: boolean;
  /** True if this end receives no audio. The other end doesn't even send it. */
  readonly isDeaf: boolean;
  readonly clock: Clock;
  readonly tracks: ReadonlyMap<TrackKind, MediaStreamTrack>;
  readonly signal: (signal: Signal) => void;
  readonly onTrack: (kind: TrackKind, track: MediaStreamTrack) => void;
}

const RESTART_MS = 5_000;

/**
 * The connection to another member, using "perfect negotiation": either end can offer at any time. Signals from the
 * other end are handled strictly in order. Otherwise, two ends could wait for each other forever.
 */
export class Peer {
  readonly #parts: PeerParts;
  #senders: readonly RTCRtpSender[] = [];
  #handling: Promise<unknown> = Promise.resolve();
  #isOffering = false;
  #ignoresOffer = false;
  #cancelRestart = () => {};
  #isClosed = false;

  constructor(parts: PeerParts) {
    this.#parts = parts;
    const { connection, tracks } = parts;
    connection.onnegotiationneeded = () => void this.#offer();
    connection.onicecandidate = ({ candidate }) => parts.signal({ c: candidate?.toJSON() ?? null });
    connection.ontrack = ({ track, transceiver }) => {
      const kind = LINES[connection.getTransceivers().indexOf(transceiver)];
      if (kind !== undefined) parts.onTrack(kind, track);
    };
    connection.onconnectionstatechange = () => this.#follow();
    // The lines exist even without a track, so that someone who joined without a microphone hears the others, and can
    // speak later.
    if (!parts.isPolite)
      this.#senders = LINES.map((kind) => {
        const line = tracks.get(kind) ?? (isVideo(kind) ? "video" : "audio");
        return connection.addTransceiver(line, { direction: this.#directionOf(kind) }).sender;
      });
    this.#follow();
  }

  get connection(): PeerConnection {
    return this.#parts.connection;
  }

  /** Sends the current track of this kind, or nothing. */
  async send(kind: TrackKind): Promise<void> {
    await this.#senders[LINES.indexOf(kind)]?.replaceTrack(this.#parts.tracks.get(kind) ?? null);
  }

  /** Handles a description or candidate from the other end. Unsuitable ones are ignored. */
  take(signal: Signal): Promise<void> {
    const taken = this.#handling.then(() => this.#handle(signal)).catch(() => {});
    this.#handling = taken;
    return taken;
  }

  /** Looks for a new route to the other end, for example after the network has changed. */
  restart(): void {
    if (this.#isClosed) return;
    this.connection.restartIce();
    // An unanswered offer may have been lost, so a new one is made.
    if (this.connection.signalingState === "have-local-offer") void this.#offer();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRestart();
    this.connection.close();
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.connection.setLocalDescription();
      this.#tell();
    } catch {
      // The connection was closed in the meantime, or the other end made an offer first.
    } finally {
      this.#isOffering = false;
    }
  }

  async #handle({ d, c }: Signal): Promise<void> {
    const { connection, isPolite } = this.#parts;
    if (this.#isClosed) return;
    if (d !== undefined) {
      const collides = d.type === "offer" && (this.#isOffering || connection.signalingState !== "stable");
      this.#ignoresOffer = !isPolite && collides;
      if (this.#ignoresOffer) return;
      // Lines that share a connection have to agree on a format, so all use the format for voices.
      await connection.setRemoteDescription({ type: d.type, sdp: askForSounds(d.sdp ?? "", () => "mic") });
      if (d.type !== "offer") return;
      await this.#sendBack();
      await connection.setLocalDescription();
      this.#tell();
    } else if (c !== undefined && c !== null && c.candidate !== "" && !this.#ignoresOffer) {
      await connection.addIceCandidate(c);
    }
  }

  async #sendBack(): Promise<void> {
    if (this.#senders.length > 0) return;
    const lines = this.connection.getTransceivers().slice(0, LINES.length);
    for (const [at, line] of lines.entries()) line.direction = this.#directionOf(LINES[at]);
    this.#senders = lines.map(({ sender }) => sender);
    await Promise.all(LINES.map((kind) => this.send(kind)));
  }

  #directionOf(kind: TrackKind | undefined): RTCRtpTransceiverDirection {
    return this.#parts.isDeaf && (kind === "mic" || kind === "sound") ? "sendonly" : "sendrecv";
  }

  #tell(): void {
    const { localDescription } = this.connection;
    if (localDescription !== null)
      this.#parts.signal({ d: { type: localDescription.type, sdp: localDescription.sdp } });
  }

  /**
   * Restarts the connection every five seconds until it is established. The polite end does this for an interrupted
   * connection, and the other end for one that hasn't been established yet.
   */
  #follow(): void {
    const { connection, clock, isPolite } = this.#parts;
    const { connectionState } = connection;
    this.#cancelRestart();
    if (connectionState === "connected" || this.#isClosed) return;
    const isBroken = connectionState === "disconnected" || connectionState === "failed";
    if (isBroken !== isPolite) return;
    const again = () => {
      this.restart();
      this.#cancelRestart = clock.after(RESTART_MS, again);
    };
    this.#cancelRestart = clock.after(connectionState === "failed" ? 0 : RESTART_MS, again);
  }
}
