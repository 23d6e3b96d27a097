import { type Clock, sleep } from "../../../wire/clock.ts";
import type { FrameEncryption } from "../encryption.ts";
import {
  type Layer,
  type Member,
  type PullItem,
  RoomError,
  type RoomRequest,
  type RoomResponse,
  type TrackKind,
} from "../frames.ts";
import { lastPacket } from "../last-packet.ts";
import type { OnTrack, Quality } from "../media-path.ts";
import { describe, isInterrupted, type Link, openLink, type PeerConnection, roundTripIn } from "./connection.ts";
import { LostTransforms } from "./lost-transforms.ts";
import { isSameTrack, isVideo, type PullSlot, planPulls, type TrackRequest } from "./pulls.ts";
import { isAway, Steps, waitAfter } from "./steps.ts";

interface ReceivingParts {
  readonly clock: Clock;
  readonly connect: () => PeerConnection;
  readonly ask: (request: RoomRequest) => Promise<RoomResponse>;
  /** True if no audio is played. Audio tracks aren't requested then. */
  readonly isDeaf: boolean;
  readonly onAway: (isAway: boolean) => void;
  /** True if the room can be reached. Otherwise, no connection can be replaced. */
  readonly isLinked: () => boolean;
  readonly onTrack: OnTrack;
  readonly onSilent: (member: number) => void;
  readonly encryption: FrameEncryption | undefined;
}

interface ReceivedTrack extends PullSlot {
  readonly receiver: RTCRtpReceiver;
  received: number;
  heardAt: number;
  isReported: boolean;
}

const MEDIA_TIMEOUT_MS = 6_000;
const LEVELS_MS = 200;
/** Maximum times that an SDP answer is repeated while the media server is busy. */
const ANSWERS = 2;
const trackKey = (member: number, kind: TrackKind) => `${member} ${kind}`;

/** The connection that delivers the others' tracks from the media server to this device. */
export class Receiving {
  readonly #parts: ReceivingParts;
  readonly #steps: Steps;
  readonly #members = new Map<number, Member>();
  /** The size of each displayed video. */
  readonly #shown = new Map<string, Layer>();
  readonly #lines = new Map<string, ReceivedTrack>();
  readonly #transforms: LostTransforms;
  /** Tracks that are currently available. */
  readonly #given = new Map<string, { readonly wish: TrackRequest; readonly track: MediaStreamTrack }>();
  /** Number of failed requests for each track. A failed track is requested again later, the others at once. */
  readonly #failures = new Map<string, number>();
  readonly #resting = new Set<string>();
  #levels: ReadonlyMap<string, number> = new Map();
  #levelsAt = 0;
  #lastReceived = 0;
  #lastLost = 0;
  #link: Link | undefined;

  constructor(parts: ReceivingParts) {
    this.#parts = parts;
    this.#transforms = new LostTransforms(parts.encryption, parts.clock);
    this.#steps = new Steps({ clock: parts.clock, run: () => this.#receive(), onAway: parts.onAway });
  }

  /** Applies the room's list of other members once the room is reachable again. */
  resume(others: readonly Member[]): void {
    this.#members.clear();
    for (const one of others) this.#members.set(one.id, one);
    if (this.#link?.isToReplace) this.drop();
    this.#give();
    this.#steps.wakeNow();
  }

  /** Handles a member who joined, or whose tracks have changed. */
  add(member: Member): void {
    this.#members.set(member.id, member);
    for (const kind of ["mic", "cam", "screen", "sound"] as const) this.#tryAgain(trackKey(member.id, kind));
    this.#change();
  }

  remove(member: number): void {
    this.#members.delete(member);
    this.#change();
  }

  show(member: number, kind: TrackKind, layer: Layer | null): void {
    const name = trackKey(member, kind);
    if ((this.#shown.get(name) ?? null) === layer) return;
    if (layer === null) this.#shown.delete(name);
    else this.#shown.set(name, layer);
    this.#change();
  }

  restart(): void {
    if (this.#link !== undefined && isInterrupted(this.#link)) this.#replace(this.#link);
  }

  configure(configuration: RTCConfiguration): void {
    this.#link?.connection.setConfiguration(configuration);
  }

  levelOf(member: number): number | undefined {
    const line = [...this.#lines.values()].find(({ use }) => use?.member === member && use.kind === "mic");
    const source = line && lastPacket(line.receiver, this.#parts.clock.now());
    if (line === undefined || source === undefined) return undefined;
    if (source.audioLevel !== undefined) return source.audioLevel;
    // A media server may omit the volume reported by the sender.
    void this.#readLevels();
    return this.#levels.get(line.mid);
  }

  async measure(): Promise<Quality> {
    const link = this.#link;
    if (link === undefined) return { loss: 0, roundTrip: 0 };
    const stats = await link.connection.getStats();
    let [received, lost, isUndecrypted] = [0, 0, false];
    for (const report of stats.values()) {
      if (report.type !== "inbound-rtp" || report.kind !== "audio") continue;
      const packets = report.packetsReceived ?? 0;
      received += packets;
      lost += report.packetsLost ?? 0;
      const line = this.#lines.get(report.mid ?? "");
      if (line === undefined) continue;
      this.#lookFor(line, packets);
      isUndecrypted ||= this.#parts.isLinked() && this.#transforms.isLost(line.receiver, packets);
    }
    if (isUndecrypted) this.#replace(link);
    const came = Math.max(0, received - this.#lastReceived);
    const missing = Math.max(0, lost - this.#lastLost);
    [this.#lastReceived, this.#lastLost] = [received, lost];
    // A few packets aren't enough to judge the connection's quality.
    return { loss: came + missing < 20 ? 0 : missing / (came + missing), roundTrip: roundTripIn(stats) };
  }

  /** Drops the connection. The next one requests everything again. */
  drop(): void {
    this.#link?.connection.close();
    this.#link = undefined;
    this.#lines.clear();
    this.#give();
  }

  close(): void {
    this.#steps.close();
    this.#members.clear();
    this.drop();
  }

  /** Reports a member who has sent nothing for a while, not even silence. */
  #lookFor(line: ReceivedTrack, received: number): void {
    const now = this.#parts.clock.now();
    if (received !== line.received || this.#link?.connection.connectionState !== "connected") {
      line.received = received;
      line.heardAt = now;
      line.isReported = false;
    } else if (now - line.heardAt > MEDIA_TIMEOUT_MS && !line.isReported && line.use?.kind === "mic") {
      line.isReported = true;
      this.#parts.onSilent(line.use.member);
    }
  }

  async #readLevels(): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.#link === undefined || now - this.#levelsAt < LEVELS_MS) return;
    this.#levelsAt = now;
    const levels = new Map<string, number>();
    for (const report of (await this.#link.connection.getStats()).values())
      if (report.type === "inbound-rtp" && report.audioLevel !== undefined) levels.set(report.mid, report.audioLevel);
    this.#levels = levels;
  }

  #wishes(): TrackRequest[] {
    const wishes: TrackRequest[] = [];
    for (const { id, media, tracks } of this.#members.values()) {
      for (const { kind, rids, mid } of tracks ?? []) {
        const layer = this.#shown.get(trackKey(id, kind));
        if (isVideo(kind) ? layer === undefined : this.#parts.isDeaf) continue;
        const rid = rids.includes(layer ?? "") ? layer : rids.at(-1);
        wishes.push({ member: id, kind, publication: `${media ?? 0} ${mid}`, ...(rid !== undefined && { rid }) });
      }
    }
    return wishes.sort((one, other) => Number(isVideo(one.kind)) - Number(isVideo(other.kind)));
  }

  #change(): void {
    this.#give();
    this.#steps.wake();
  }

  /** Reports which tracks became available, and which no longer are. */
  #give(): void {
    const wishes = this.#wishes();
    const now = new Map<string, { wish: TrackRequest; track: MediaStreamTrack }>();
    for (const { use, receiver } of this.#lines.values()) {
      const wish = use && wishes.find((one) => isSameTrack(use, one));
      if (wish !== undefined) now.set(trackKey(wish.member, wish.kind), { wish, track: receiver.track });
    }
    for (const [name, { wish, track }] of [...this.#given]) {
      if (now.get(name)?.track === track) continue;
      this.#given.delete(name);
      this.#parts.onTrack(wish.member, wish.kind, null);
    }
    for (const [name, { wish, track }] of now) {
      if (this.#given.has(name)) continue;
      this.#given.set(name, { wish, track });
      this.#parts.onTrack(wish.member, wish.kind, track);
    }
  }

  #replace(link: Link): void {
    if (link !== this.#link) return;
    // While the room is unreachable, no new connection could be opened, and this one may still recover.
    link.isToReplace = !this.#parts.isLinked();
    if (link.isToReplace) return;
    this.drop();
    this.#steps.wake();
  }

  async #receive(): Promise<void> {
    const wishes = this.#wishes().filter(({ member, kind }) => !this.#resting.has(trackKey(member, kind)));
    const { pulls, drops, layers } = planPulls([...this.#lines.values()], wishes);
    try {
      if (pulls.length > 0) await this.#pull(pulls, wishes);
      if (drops.length > 0) await this.#drop(drops);
      for (const { mid, rid } of layers) await this.#changeLayer(mid, rid);
    } catch (error) {
      const isHere = error instanceof RoomError && !["SESSION_GONE", "BAD_MEDIA"].includes(error.code);
      if (!isHere) this.drop();
      throw error;
    }
  }

  async #pull(tracks: readonly PullItem[], wishes: readonly TrackRequest[]): Promise<void> {
    const { clock, connect, ask, encryption } = this.#parts;
    this.#link ??= openLink(connect(), clock, (broken) => this.#replace(broken));
    const link = this.#link;
    for (const { member, kind, mid = "" } of tracks) {
      const line = this.#lines.get(mid);
      if (line !== undefined) encryption?.decrypt(line.receiver, member, kind);
    }
    const answer = await ask({ type: "pull", tracks, ...(!link.isKnown && { fresh: true }) }).catch((error) => {
      if (error instanceof RoomError && isAway(error.code)) link.isKnown = true;
      throw error;
    });
    link.isKnown = true;
    if (answer.sdp !== undefined) await this.#answer(link, answer.sdp, answer.tracks ?? []);
    if (link !== this.#link) return;
    const transceivers = link.connection.getTransceivers();
    for (const { member, kind, mid, code } of answer.tracks ?? []) {
      const name = trackKey(member, kind);
      const wish = wishes.find((one) => isSameTrack(one, { member, kind }));
      const receiver = transceivers.find((one) => one.mid === mid)?.receiver;
      if (code === undefined && mid !== undefined && wish !== undefined && receiver !== undefined) {
        // The media server may choose a `mid` that neither the request nor the offered tracks contained.
        encryption?.decrypt(receiver, member, kind);
        const fresh = { received: 0, heardAt: clock.now(), isReported: false };
        this.#lines.set(mid, { mid, receiver, isVideo: isVideo(kind), use: wish, ...fresh });
        this.#failures.delete(name);
      } else if (!isAway(code)) this.#rest(name);
    }
    this.#give();
    // A slot that the room doesn't have is useless, and so is its connection.
    const hasPlace = (item: PullItem) => tracks.some((one) => isSameTrack(one, item) && one.mid !== undefined);
    const failed = answer.tracks?.find((one) => isAway(one.code) || (one.code === "BAD_MEDIA" && hasPlace(one)));
    if (failed?.code !== undefined) throw new RoomError(failed.code);
    // There may be more wanted tracks than fit into one request, or different ones by now.
    this.#steps.wake();
  }

  async #answer(link: Link, offer: string, tracks: readonly PullItem[]): Promise<void> {
    try {
      await link.connection.setRemoteDescription({ type: "offer", sdp: offer });
      for (const { receiver, mid } of link.connection.getTransceivers()) {
        const track = tracks.find((one) => one.mid === mid);
        if (track !== undefined) this.#parts.encryption?.decrypt(receiver, track.member, track.kind);
      }
      const sdp = await describe(link.connection, this.#parts.clock);
      await this.#sayAnswer(sdp);
    } catch (error) {
      // The media server's current description is unknown.
      if (link === this.#link) this.drop();
      throw error;
    }
  }

  /** Sends the SDP answer, and repeats it while the media server is busy. The room keeps the offer for ten seconds. */
  async #sayAnswer(sdp: string): Promise<void> {
    const { clock, ask } = this.#parts;
    for (let failures = 1; ; failures++) {
      try {
        await ask({ type: "answer", sdp });
        return;
      } catch (error) {
        if (failures > ANSWERS || !(error instanceof RoomError && isAway(error.code))) throw error;
      }
      await sleep(clock, waitAfter(failures));
    }
  }

  async #drop(mids: readonly string[]): Promise<void> {
    await this.#parts.ask({ type: "drop", mids });
    for (const mid of mids) {
      const line = this.#lines.get(mid);
      if (line !== undefined) line.use = undefined;
    }
  }

  async #changeLayer(mid: string, rid: string): Promise<void> {
    try {
      await this.#parts.ask({ type: "layer", mid, rid });
    } catch (error) {
      // If a track has just ended or changed its sizes, the room will report that soon.
      if (error instanceof RoomError && ["NOT_THERE", "BAD_MEDIA"].includes(error.code)) return;
      throw error;
    }
    const line = this.#lines.get(mid);
    if (line?.use !== undefined) line.use = { ...line.use, rid };
  }

  /** Requests a track again later, because its sender hasn't sent anything yet, or has just stopped. */
  #rest(name: string): void {
    const failures = (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, failures);
    this.#resting.add(name);
    this.#parts.clock.after(waitAfter(failures), () => {
      if (this.#resting.delete(name)) this.#steps.wake();
    });
  }

  #tryAgain(name: string): void {
    this.#failures.delete(name);
    this.#resting.delete(name);
  }
}
