import type { FromEncryption, ToEncryption, TransformUse } from "../../call-encryption/encryption-messages.ts";
import { scriptAddress } from "../session/script-address.ts";
import type { Member, TrackKind } from "./frames.ts";
import { isVideo } from "./sfu/pulls.ts";

/** URL of the worker, set by the build. */
declare const ENCRYPTION: string;

/** Encrypts and decrypts media that goes through a media server. */
export interface FrameEncryption {
  /** Encrypts what this transceiver sends, from its first frame. */
  encrypt(transceiver: Pick<RTCRtpTransceiver, "sender" | "setCodecPreferences">, kind: TrackKind): void;
  /** Decrypts what this receiver gets from now on. Only accepts this kind of track from this member. */
  decrypt(receiver: RTCRtpReceiver, member: number, kind: TrackKind): void;
  /** True once a frame of this end has arrived to be encrypted or decrypted. */
  hasFrames(end: RTCRtpReceiver | RTCRtpSender): boolean;
}

interface EncryptionParts {
  /** Sends an encrypted message to a member. */
  readonly send: (to: number, blob: string) => void;
  readonly onNumber: (number: string) => void;
}

export const canEncrypt = (): boolean => "RTCRtpScriptTransform" in globalThis;

/** A call's encryption. The keys are in a worker, never in this page. */
export class Encryption implements FrameEncryption {
  readonly #worker = new Worker(scriptAddress(ENCRYPTION), { name: "encryption" });
  readonly #places = new WeakMap<RTCRtpReceiver | RTCRtpSender, number>();
  #placeCount = 0;
  /** The transceivers whose first frame has arrived. */
  readonly #reached = new Set<number>();
  /** The key that this device announces. */
  readonly publicKey: Promise<string>;

  constructor(call: string, { send, onNumber }: EncryptionParts) {
    this.publicKey = new Promise((resolve, reject) => {
      this.#worker.addEventListener("error", () => reject(new Error("the worker does not start")));
      this.#worker.addEventListener("message", ({ data }: MessageEvent<FromEncryption>) => {
        if (data.type === "ready") resolve(data.publicKey);
        else if (data.type === "send") send(data.to, data.blob);
        else if (data.type === "reached") this.#reached.add(data.place);
        else onNumber(data.number);
      });
    });
    this.#tell({ type: "begin", call });
  }

  follow(me: number, members: readonly Member[], isPlain: boolean): void {
    this.#tell({ type: "members", me, members: members.map(({ id, key = "" }) => [id, key]), isPlain });
  }

  /** Sends the current key again to a member who may have missed it, or to all. */
  repeat(member?: number): void {
    this.#tell({ type: "repeat", ...(member !== undefined && { member }) });
  }

  take(from: number, blob: string): void {
    this.#tell({ type: "key", from, blob });
  }

  encrypt(transceiver: Pick<RTCRtpTransceiver, "sender" | "setCodecPreferences">, kind: TrackKind): void {
    const media = isVideo(kind) ? "video" : "audio";
    // The unencrypted part of a frame is only known for these codecs.
    const wanted = isVideo(kind) ? ["video/VP8", "video/rtx"] : ["audio/opus"];
    const codecs = RTCRtpSender.getCapabilities(media)?.codecs ?? [];
    transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => wanted.includes(mimeType)));
    transceiver.sender.transform = this.#transform({ place: this.#addPlace(transceiver.sender), encrypt: kind });
  }

  decrypt(receiver: RTCRtpReceiver, member: number, kind: TrackKind): void {
    const known = this.#places.get(receiver);
    const place = known ?? this.#addPlace(receiver);
    this.#tell({ type: "place", place, member, kind });
    if (known === undefined) receiver.transform = this.#transform({ place });
  }

  hasFrames(end: RTCRtpReceiver | RTCRtpSender): boolean {
    return this.#reached.has(this.#places.get(end) ?? -1);
  }

  close(): void {
    this.#worker.terminate();
  }

  #addPlace(end: RTCRtpReceiver | RTCRtpSender): number {
    const place = this.#placeCount++;
    this.#places.set(end, place);
    return place;
  }

  #transform(use: TransformUse): RTCRtpScriptTransform {
    return new RTCRtpScriptTransform(this.#worker, use);
  }

  #tell(message: ToEncryption): void {
    this.#worker.postMessage(message);
  }
}
