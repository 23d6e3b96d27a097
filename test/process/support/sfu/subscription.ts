import type { RTCRtpTransceiver, RtpPacket } from "werift";
import type { PublishedTrack } from "./published-track.ts";
import { readVp8, Vp8Numbers } from "./vp8.ts";

/** The requested simulcast layer. */
export interface Simulcast {
  readonly preferredRid?: string;
  readonly priorityOrdering?: "none" | "asciibetical";
  readonly ridNotAvailable?: "none" | "asciibetical";
}

/** A published track as received by a session's transceiver. */
export class Subscription {
  readonly #transceiver: RTCRtpTransceiver;
  track: PublishedTrack | undefined;
  /** The id of the publishing session. */
  publisher = "";
  readonly counts = { packets: 0, bytes: 0 };
  #simulcast: Simulcast = {};
  #current: string | undefined;
  #sentAt = 0;
  readonly #numbers = new Vp8Numbers();
  #stop = () => {};

  constructor(transceiver: RTCRtpTransceiver) {
    this.#transceiver = transceiver;
    transceiver.sender.onPictureLossIndication.subscribe(() => this.#ask());
  }

  get kind(): string {
    return this.#transceiver.kind;
  }

  get mid(): string {
    return String(this.#transceiver.mid);
  }

  /** Switches to another track or layer. */
  take(publisher: string, track: PublishedTrack, simulcast: Simulcast = {}): void {
    this.publisher = publisher;
    this.#simulcast = simulcast;
    if (this.track !== track) {
      this.drop();
      this.track = track;
      this.#stop = track.listen((packet, rid) => this.#forward(packet, rid));
    }
    this.tend();
  }

  /** Stops receiving until the next call of `take`. */
  drop(): void {
    this.#stop();
    this.#stop = () => {};
    this.#current = undefined;
    this.track = undefined;
  }

  /** Requests a key frame as long as the requested layer isn't the one being sent. */
  tend(): void {
    if (this.track?.isOver) this.drop();
    if (this.track?.kind !== "video") return;
    const wanted = this.#wanted();
    if (wanted === undefined) this.#current = undefined;
    else if (wanted !== this.#current) this.#ask();
  }

  #ask(): void {
    const rid = this.#wanted() ?? this.#current;
    if (rid !== undefined) this.track?.askForKeyFrame(rid);
  }

  #wanted(): string | undefined {
    const rids = this.track?.rids.sort() ?? [];
    const { preferredRid, ridNotAvailable } = this.#simulcast;
    if (preferredRid === undefined || rids.includes("")) return rids[0];
    if (rids.includes(preferredRid)) return preferredRid;
    if (ridNotAvailable !== "asciibetical") return undefined;
    return rids.find((rid) => rid > preferredRid) ?? rids.at(-1);
  }

  #forward(packet: RtpPacket, rid: string): void {
    const { sender } = this.#transceiver;
    if (!sender.codec) return;
    const vp8 = this.kind === "video" && packet.payload.length > 0 ? readVp8(packet.payload) : undefined;
    if (rid !== this.#current) {
      if (rid !== this.#wanted() || (this.kind === "video" && !vp8?.isKeyFrame)) return;
      this.#current = rid;
      if (vp8) this.#numbers.begin(vp8);
      const passedMs = this.#sentAt === 0 ? 0 : Date.now() - this.#sentAt;
      sender.replaceRTP(packet.header, false, Math.max(1, Math.round((passedMs * sender.codec.clockRate) / 1000)));
    }
    const forwarded = packet.clone();
    // The publisher's extension numbers have other meanings in this session, and the padding was already removed from
    // the payload.
    Object.assign(forwarded.header, { extensions: [], extension: false, padding: false, paddingSize: 0 });
    if (vp8) forwarded.payload = this.#numbers.renumber(packet.payload, vp8);
    this.#sentAt = Date.now();
    this.counts.packets += 1;
    this.counts.bytes += packet.payload.length;
    void sender.sendRtp(forwarded);
  }
}
