import type { Clock } from "../../../wire/clock.ts";
import type { FrameEncryption } from "../encryption.ts";
import { type Layer, type Member, RoomError, type RoomRequest, type RoomResponse, type TrackKind } from "../frames.ts";
import { askForSounds } from "../opus.ts";
import { describe, isInterrupted, type Link, openLink, type PeerConnection, roundTripIn } from "./connection.ts";
import { LostTransforms } from "./lost-transforms.ts";
import { isAway, Steps } from "./steps.ts";

interface SendingParts {
  readonly clock: Clock;
  readonly connect: () => PeerConnection;
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  readonly onAway: (isAway: boolean) => void;
  /** True if the room can be reached. Otherwise, no connection can be replaced. */
  readonly isLinked: () => boolean;
  readonly encryption: FrameEncryption | undefined;
}

interface SentTrack {
  readonly transceiver: Pick<RTCRtpTransceiver, "mid" | "sender" | "direction">;
  isPublished: boolean;
}

const LAYERS: readonly Layer[] = ["f", "h", "q"];
/** Camera sizes sent simultaneously, so that every member receives the one they display. */
const CAMERA: readonly RTCRtpEncodingParameters[] = [
  { rid: "f", maxBitrate: 900_000 },
  { rid: "h", scaleResolutionDownBy: 2, maxBitrate: 300_000 },
  { rid: "q", scaleResolutionDownBy: 4, maxBitrate: 150_000 },
];
const SCREEN: readonly RTCRtpEncodingParameters[] = [{ maxBitrate: 2_000_000 }];
/**
 * Maximum lines of a description, which grows each time a camera is switched on again. Beyond this, a new connection is
 * opened.
 */
const MAX_LINES = 16;

/** The connection that sends this device's tracks to the media server. */
export class Sending {
  readonly #parts: SendingParts;
  readonly #steps: Steps;
  readonly #wanted = new Map<TrackKind, MediaStreamTrack>();
  readonly #lines = new Map<TrackKind, SentTrack>();
  readonly #transforms: LostTransforms;
  #link: Link | undefined;

  constructor(parts: SendingParts) {
    this.#parts = parts;
    this.#transforms = new LostTransforms(parts.encryption, parts.clock);
    this.#steps = new Steps({ clock: parts.clock, run: () => this.#send(), onAway: parts.onAway });
  }

  async publish(kind: TrackKind, track: MediaStreamTrack | null): Promise<void> {
    if (track === null) this.#wanted.delete(kind);
    else this.#wanted.set(kind, track);
    const replaced = this.#lines.get(kind)?.transceiver.sender.replaceTrack(track);
    this.#steps.wake();
    await replaced?.catch(() => {});
  }

  /** Resumes when the room can be reached again, and resends the tracks that the room no longer has. */
  resume(me: Member | undefined): void {
    if (this.#link?.isToReplace) this.drop();
    if (me !== undefined) this.#forget(me);
    this.#steps.wakeNow();
  }

  /** Ends tracks that a moderator has stopped. A microphone track stays, but is muted. */
  compare(me: Member): void {
    for (const kind of this.#forget(me)) if (kind !== "mic") this.#wanted.delete(kind);
    this.#steps.wake();
  }

  /** Removes the lines whose tracks the room doesn't list for this device. */
  #forget({ tracks }: Member): readonly TrackKind[] {
    if (tracks === undefined) return [];
    const unknown = [...this.#lines].filter(([kind, { isPublished }]) => {
      return isPublished && !tracks.some((track) => track.kind === kind);
    });
    for (const [kind, { transceiver }] of unknown) {
      transceiver.direction = "inactive";
      void transceiver.sender.replaceTrack(null).catch(() => {});
      this.#lines.delete(kind);
    }
    return unknown.map(([kind]) => kind);
  }

  /** Looks for another route to the media server if the current one is interrupted. */
  restart(): void {
    if (this.#link !== undefined && isInterrupted(this.#link)) this.#replace(this.#link);
  }

  configure(configuration: RTCConfiguration): void {
    this.#link?.connection.setConfiguration(configuration);
  }

  /** Returns the round-trip time. If a track never reaches the encryption, replaces the connection. */
  async measure(): Promise<number> {
    const link = this.#link;
    if (link === undefined) return 0;
    const stats = await link.connection.getStats();
    const isReachable = link.connection.connectionState === "connected" && this.#parts.isLinked();
    const isUnencrypted = [...stats.values()].some((report) => {
      if (report.type !== "outbound-rtp") return false;
      const line = [...this.#lines.values()].find(({ transceiver }) => transceiver.mid === report.mid);
      const flow = report.framesEncoded ?? stats.get(report.mediaSourceId)?.totalSamplesDuration ?? 0;
      return isReachable && line?.isPublished === true && this.#transforms.isLost(line.transceiver.sender, flow);
    });
    if (isUnencrypted) this.#replace(link);
    return roundTripIn(stats);
  }

  /** Drops the connection. The next one publishes everything again. */
  drop(): void {
    this.#link?.connection.close();
    this.#link = undefined;
    this.#lines.clear();
  }

  close(): void {
    this.#steps.close();
    this.drop();
  }

  #replace(link: Link): void {
    if (link !== this.#link) return;
    // While the room is unreachable, no new connection could be opened, and this one may still recover.
    link.isToReplace = !this.#parts.isLinked();
    if (link.isToReplace) return;
    this.drop();
    this.#steps.wake();
  }

  async #send(): Promise<void> {
    if ([...this.#wanted.keys()].some((kind) => !this.#lines.get(kind)?.isPublished)) await this.#publishAll();
    await this.#unpublish();
  }

  async #publishAll(): Promise<void> {
    if ((this.#link?.connection.getTransceivers().length ?? 0) > MAX_LINES) this.drop();
    const { clock, connect, ask, encryption } = this.#parts;
    this.#link ??= openLink(connect(), clock, (broken) => this.#replace(broken));
    const link = this.#link;
    const { connection, isKnown } = link;
    for (const [kind, track] of this.#wanted) {
      if (this.#lines.has(kind)) continue;
      const sendEncodings = kind === "cam" ? [...CAMERA] : kind === "screen" ? [...SCREEN] : [];
      const transceiver = connection.addTransceiver(track, { direction: "sendonly", sendEncodings });
      encryption?.encrypt(transceiver, kind);
      this.#lines.set(kind, { transceiver, isPublished: false });
    }
    const lines = [...this.#lines].filter(([, { isPublished }]) => !isPublished);
    try {
      const sdp = await describe(connection, clock);
      const tracks = lines.map(([kind, { transceiver }]) => ({
        mid: transceiver.mid ?? "",
        kind,
        ...(kind === "cam" && { rids: LAYERS }),
      }));
      const answer = await ask({ type: "publish", sdp, tracks, ...(!isKnown && { fresh: true }) });
      link.isKnown = true;
      const kinds = new Map([...this.#lines].map(([kind, { transceiver }]) => [transceiver.mid, kind]));
      await connection.setRemoteDescription({
        type: "answer",
        sdp: askForSounds(answer.sdp ?? "", (mid) => kinds.get(mid)),
      });
    } catch (error) {
      await this.#takeBack(link, error);
      throw error;
    }
    for (const [, line] of lines) line.isPublished = true;
  }

  /** Rolls back an unanswered offer. If the media server may have accepted it, the connection is replaced. */
  async #takeBack(link: Link, error: unknown): Promise<void> {
    if (link !== this.#link) return;
    if (!(error instanceof RoomError && isAway(error.code))) return this.drop();
    link.isKnown = true;
    await link.connection.setLocalDescription({ type: "rollback" }).catch(() => this.drop());
  }

  async #unpublish(): Promise<void> {
    const ended = [...this.#lines].filter(([kind]) => !this.#wanted.has(kind));
    if (ended.length === 0) return;
    const link = this.#link;
    const mids = ended.filter(([, { isPublished }]) => isPublished).map(([, { transceiver }]) => transceiver.mid ?? "");
    if (mids.length > 0) {
      await this.#parts.ask({ type: "unpublish", mids }).catch((error) => {
        if (error instanceof RoomError && error.code === "SESSION_GONE" && link === this.#link) this.drop();
        throw error;
      });
    }
    if (link !== this.#link) return;
    for (const [kind, { transceiver }] of ended) {
      transceiver.direction = "inactive";
      this.#lines.delete(kind);
    }
  }
}
