import type { RTCRtpTransceiver, RtpPacket } from "werift";

/** A layer with no packets for so long is not available. */
const LAYER_MS = 1500;

/** A stream of packets of a published track: all of it, or one layer of simulcast. */
interface Layer {
  ssrc: number;
  heardAt: number;
}

/** A track that a session publishes. */
export class PublishedTrack {
  readonly kind: "audio" | "video";
  readonly mid: string;
  readonly name: string;
  /** When its last packet came; before the first one, when it was published. */
  heardAt = Date.now();
  isOver = false;
  readonly counts = { packets: 0, bytes: 0 };
  readonly #transceiver: RTCRtpTransceiver;
  readonly #layers = new Map<string, Layer>();
  readonly #listeners = new Set<(packet: RtpPacket, rid: string) => void>();
  readonly #recordings: Buffer[][] = [];

  constructor(transceiver: RTCRtpTransceiver, name: string) {
    this.#transceiver = transceiver;
    this.kind = transceiver.kind as "audio" | "video";
    this.mid = String(transceiver.mid);
    this.name = name;
  }

  /** Nothing has come yet. */
  get isEmpty(): boolean {
    return this.counts.packets === 0;
  }

  /** The layers that packets come of now; the name is empty where there is no simulcast. */
  get rids(): string[] {
    if (this.#layers.has("")) return [""];
    const since = Date.now() - LAYER_MS;
    return [...this.#layers].filter(([, { heardAt }]) => heardAt > since).map(([rid]) => rid);
  }

  receive(packet: RtpPacket, rid: string): void {
    if (this.isOver) return;
    this.heardAt = Date.now();
    this.counts.packets += 1;
    this.counts.bytes += packet.payload.length;
    this.#layers.set(rid, { ssrc: packet.header.ssrc, heardAt: this.heardAt });
    for (const recording of this.#recordings) recording.push(Buffer.from(packet.payload));
    for (const listener of this.#listeners) listener(packet, rid);
  }

  /** Returns how to stop listening. */
  listen(listener: (packet: RtpPacket, rid: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The payloads that come from now on. */
  record(): readonly Buffer[] {
    const recording: Buffer[] = [];
    this.#recordings.push(recording);
    return recording;
  }

  askForKeyFrame(rid: string): void {
    const layer = this.#layers.get(rid);
    if (layer && this.kind === "video") void this.#transceiver.receiver.sendRtcpPLI(layer.ssrc);
  }

  end(): void {
    this.isOver = true;
    this.#listeners.clear();
  }
}
