import type { Clock } from "../../wire/clock.ts";
import type { Signal, TrackKind } from "./frames.ts";

/** Audio settings that the receiver requests. Almost nothing is sent during silence. */
const SETTINGS: Partial<Record<TrackKind, Readonly<Record<string, number>>>> = {
  mic: { usedtx: 1, useinbandfec: 1, maxaveragebitrate: 32_000 },
  sound: { stereo: 1, useinbandfec: 1, maxaveragebitrate: 128_000 },
};

/**
 * Makes the other end's description request the right settings for each audio line. `kindOf` returns a line's kind by
 * its `mid`.
 */
export function askForSounds(sdp: string, kindOf: (mid: string | null) => TrackKind | undefined): string {
  return sdp
    .split(/^(?=m=)/m)
    .map((section) => {
      const kind = kindOf(/^a=mid:(\S+)/m.exec(section)?.[1] ?? null);
      const settings = kind && SETTINGS[kind];
      return settings === undefined ? section : withSettings(section, settings);
    })
    .join("");
}

function withSettings(section: string, settings: Readonly<Record<string, number>>): string {
  const [map, format] = /^a=rtpmap:(\d+) opus\/48000.*\r?\n/im.exec(section) ?? [];
  if (map === undefined) return section;
  const line = new RegExp(`^a=fmtp:${format} (.*?)\\r?\\n`, "m").exec(section);
  const given = line?.[1]?.split(";").filter((one) => !((one.split("=")[0] ?? "").trim() in settings)) ?? [];
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const fmtp = `a=fmtp:${format} ${[...given, ...wanted].join(";")}\r\n`;
  return line === null ? section.replace(map, `${map}${fmtp}`) : section.replace(line[0], fmtp);
}

/** Browsers report a packet for ten seconds after it arrived. */
const GONE_MS = 1_000;

/** Each receiver's last packet, and when it was first seen. */
const seen = new WeakMap<RTCRtpReceiver, { readonly timestamp: number; readonly at: number }>();

/** Returns a receiver's newest packet, or undefined if none has arrived for a second. */
export function lastPacket(receiver: RTCRtpReceiver, now: number): RTCRtpSynchronizationSource | undefined {
  const [source] = receiver.getSynchronizationSources();
  if (source === undefined) return undefined;
  const before = seen.get(receiver);
  if (before?.timestamp === source.timestamp) return now - before.at < GONE_MS ? source : undefined;
  seen.set(receiver, { timestamp: source.timestamp, at: now });
  return source;
}

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
   * The polite end yields when both ends offer at once, and restarts an interrupted connection. The other end offers
   * first, so that each line carries both ends' media.
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
 * other end are handled strictly in order. Otherwise two ends can wait for each other forever.
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

  /** Handles a description or candidate from the other end. An unsuitable one is ignored. */
  take(signal: Signal): Promise<void> {
    const taken = this.#handling.then(() => this.#handle(signal)).catch(() => {});
    this.#handling = taken;
    return taken;
  }

  /** Looks for a new route to the other end, for example after the network has changed. */
  restart(): void {
    if (this.#isClosed) return;
    this.connection.restartIce();
    // An offer that was never answered may be lost.
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
      // Lines that share a connection have to agree on a format, so all use the one for voices.
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
   * Restarts the connection every five seconds until it is established. The polite end does this, or initially the one
   * that offers.
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
