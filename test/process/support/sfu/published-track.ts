import type { RTCRtpTransceiver, RtpPacket } from "werift";

/** A layer without packets for this long is unavailable. */
const LAYER_MS = 1500;

/** A packet stream of a published track: the whole track, or one simulcast layer. */
interface Layer {
  ssrc: number;
  heardAt: number;
}

export class PublishedTrack {
  readonly kind: "audio" | "video";
  readonly mid: string;
  readonly name: string;
  /** When the last packet arrived, or when the track was published if none has arrived. */
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

  /** True if nothing was received yet. */
  get isEmpty(): boolean {
    return this.counts.packets === 0;
  }

  /** The names of the layers that currently receive packets. Without simulcast, the name is empty. */
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

  /** Calls `listener` for each packet. Returns a function that stops this. */
  listen(listener: (packet: RtpPacket, rid: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns an array to which the payloads of all future packets are added. */
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
