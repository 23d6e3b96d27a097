import { randomToken } from "../../util/random.ts";
import { RateLimiter } from "../../util/rate-limiter.ts";
import { MINUTE_MS } from "../../util/time.ts";
import type { MediaRoom } from "../environment.ts";
import type { FrameOf, MediaKind, ShownMember } from "../frames.ts";
import { type MediaCode, MediaRefused } from "./refused.ts";
import type { MediaDirection, SessionRow, TrackRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { Session } from "./session.ts";
import type { OwnTrack, Sfu, WantedTrack } from "./sfu.ts";

/** How long a browser can take to answer an offer. */
const ANSWER_MS = 10_000;
const NAME_LENGTH = 20;
/** Maximum transceivers of a receiving session, because each of 32 members could send four tracks. */
const MAX_PULLED = 128;
const MAX_SESSIONS = { most: 20, perMs: MINUTE_MS };

type PulledItem = { member: number; kind: MediaKind; mid?: string; code?: MediaCode };
type RequestedTrack = FrameOf<"pull">["tracks"][number];

/**
 * The members' media at the SFU. Browsers only name members and kinds; the room maps these to sessions and tracks. Each
 * member has one session for sending and one for receiving, so that the browser's offers never collide with the SFU's.
 */
export class Media {
  readonly #sessions = new Map<string, Session>();
  readonly #made: RateLimiter;

  constructor(private readonly room: MediaRoom) {
    this.#made = new RateLimiter({ milliseconds: () => room.clock.milliseconds() });
  }

  shown(member: number): Required<Pick<ShownMember, "media" | "tracks">> {
    const sent = rows.tracksOf.all(this.#sql, { member, way: "publish" });
    const tracks = sent.map((track) => ({ kind: track.kind, rids: rows.readRids(track), mid: track.mid }));
    return { media: this.#row(member, "publish").made, tracks };
  }

  /** Sends a browser's offer of its own tracks to the SFU, and returns the SFU's answer. */
  publish(member: number, { sdp, tracks, fresh }: FrameOf<"publish">): Promise<{ sdp: string }> {
    const session = this.#session(member, "publish", fresh === true);
    return session.inTurn(async () => {
      const sent = rows.tracksOf.all(this.#sql, { member, way: "publish" });
      if (tracks.some(({ mid, kind }) => sent.some((one) => one.mid === mid || one.kind === kind)))
        throw new MediaRefused("BAD_MEDIA");
      const id = await this.#opened(session);
      const named = tracks.map((track) => ({ ...track, name: randomToken(this.room.parts.random, NAME_LENGTH) }));
      const answer = await this.#ask(session, (sfu) => sfu.publish(id, sdp, named));
      for (const { mid, kind, name, rids } of named)
        rows.writeTrack.run(this.#sql, {
          member,
          way: "publish",
          mid,
          source: member,
          kind,
          name,
          rids: JSON.stringify(rids),
        });
      this.#tellTracks(member, member);
      return { sdp: answer };
    });
  }

  /**
   * Sends other members' tracks to a browser: on existing transceivers, or on new ones through an offer that the
   * browser must answer.
   */
  pull(member: number, { tracks, fresh }: FrameOf<"pull">): Promise<{ sdp?: string; tracks: PulledItem[] }> {
    const session = this.#session(member, "receive", fresh === true);
    return session.inTurn(async () => {
      await this.#unheld(session);
      const own = rows.tracksOf.all(this.#sql, { member, way: "receive" });
      const wishes = tracks.map((wish) => this.#understood(wish, member, own));
      const answers = new Map<RequestedTrack, PulledItem>();
      for (const { wish, code } of wishes)
        if (code !== undefined) answers.set(wish, { member: wish.member, kind: wish.kind, code });
      const good = wishes.flatMap(({ wish, from }) => (from === undefined ? [] : [{ ...from, wish }]));
      let sdp: string | undefined;
      if (good.length > 0) {
        const id = await this.#opened(session);
        const reused = good.filter(({ wish }) => wish.mid !== undefined);
        if (reused.length > 0) await this.#reuse(session, id, reused, answers);
        const added = good.filter(({ wish }) => wish.mid === undefined);
        if (added.length > 0) sdp = await this.#add(session, id, added, answers);
      }
      const items = tracks.flatMap((wish) => answers.get(wish) ?? []);
      return { ...(sdp !== undefined && { sdp }), tracks: items };
    });
  }

  /** Sends a browser's answer to the offer of its last pull to the SFU. */
  async answer(member: number, { sdp }: FrameOf<"answer">): Promise<undefined> {
    const session = this.#session(member, "receive", false);
    const { session: id, awaiting } = this.#row(member, "receive");
    if (id === null || awaiting === null || session.isAnswering) throw new MediaRefused("BAD_MEDIA");
    if (awaiting + ANSWER_MS <= this.room.now) {
      this.#retire(session);
      throw new MediaRefused("SESSION_GONE");
    }
    session.isAnswering = true;
    try {
      await this.#ask(session, (sfu) => sfu.answer(id, sdp));
      this.#write(session, { awaiting: null });
      session.release();
    } catch (error) {
      // The SFU refused the browser's answer. Ends the session, because this offer can't get another one.
      if (error instanceof MediaRefused && error.code === "BAD_MEDIA") this.#retire(session);
      throw error;
    } finally {
      session.isAnswering = false;
    }
    return undefined;
  }

  layer(member: number, { mid, rid }: FrameOf<"layer">): Promise<undefined> {
    const session = this.#session(member, "receive", false);
    return session.inTurn(async () => {
      await this.#unheld(session);
      const id = this.#existing(session);
      const track = rows.tracksOf.all(this.#sql, { member, way: "receive" }).find((one) => one.mid === mid);
      const from = track && this.#sent(track.source, track.kind);
      if (track === undefined || from === undefined || from.track.name !== track.name)
        throw new MediaRefused("NOT_THERE");
      if (!rows.readRids(from.track).includes(rid)) throw new MediaRefused("BAD_MEDIA");
      const wanted = { session: from.session, name: track.name, rid, mid };
      const [answer] = await this.#ask(session, (sfu) => sfu.update(id, [wanted]));
      if (answer?.refused !== undefined) throw new MediaRefused(answer.refused);
      return undefined;
    });
  }

  /** Ends received tracks. The browser can reuse their transceivers. */
  drop(member: number, { mids }: FrameOf<"drop">): Promise<undefined> {
    const session = this.#session(member, "receive", false);
    return session.inTurn(async () => {
      await this.#unheld(session);
      const own = rows.tracksOf.all(this.#sql, { member, way: "receive" });
      const dropped = own.filter(({ mid, source }) => source !== 0 && mids.includes(mid));
      if (dropped.length === 0) return undefined;
      const id = this.#existing(session);
      const closed = dropped.map(({ mid }) => mid);
      await this.#ask(session, (sfu) => sfu.close(id, closed));
      for (const track of dropped) rows.writeTrack.run(this.#sql, { ...track, source: 0, name: "" });
      return undefined;
    });
  }

  unpublish(member: number, { mids }: FrameOf<"unpublish">): Promise<undefined> {
    const session = this.#session(member, "publish", false);
    return session.inTurn(async () => {
      const sent = rows.tracksOf.all(this.#sql, { member, way: "publish" }).filter(({ mid }) => mids.includes(mid));
      if (sent.length === 0) return undefined;
      const id = this.#existing(session);
      const closed = sent.map(({ mid }) => mid);
      await this.#ask(session, (sfu) => sfu.close(id, closed));
      for (const mid of closed) rows.deleteTrack.run(this.#sql, { member, way: "publish", mid });
      this.#tellTracks(member, member);
      return undefined;
    });
  }

  /** Stops a member's tracks after a moderator muted them, even if the member's browser doesn't comply. */
  stop(member: number, kinds: readonly MediaKind[]): void {
    const { session } = this.#row(member, "publish");
    const sent = rows.tracksOf.all(this.#sql, { member, way: "publish" });
    const mids = sent.filter(({ kind }) => kinds.some((one) => one === kind)).map(({ mid }) => mid);
    if (session === null || mids.length === 0) return;
    for (const mid of mids) rows.deleteTrack.run(this.#sql, { member, way: "publish", mid });
    this.room.cleanups.add({ of: "session", session, mids, whole: false });
    this.#tellTracks(member);
  }

  /** Ends all media of a member who left, regardless of what their browser does. */
  forget(member: number): void {
    for (const way of ["publish", "receive"] as const) {
      this.#retire(this.#session(member, way, false), { isTold: false });
      this.#sessions.delete(`${way} ${member}`);
    }
    rows.deleteSessions.run(this.#sql, { member });
  }

  get #sql() {
    return this.room.parts.sql;
  }

  #row(member: number, way: MediaDirection): SessionRow {
    const none = { member, way, session: null, made: 0, awaiting: null, unsure: 0 };
    return rows.findSession.first(this.#sql, { member, way }) ?? none;
  }

  #write({ member, way }: Session, changes: Partial<SessionRow>): void {
    rows.writeSession.run(this.#sql, { ...this.#row(member, way), ...changes });
  }

  /** Returns a session's queue. A fresh browser connection gets a new session. */
  #session(member: number, way: MediaDirection, fresh: boolean): Session {
    const key = `${way} ${member}`;
    const known = this.#sessions.get(key);
    if (known !== undefined && !known.isOver && !fresh) return known;
    if (fresh) this.#retire(known ?? new Session(member, way));
    const session = new Session(member, way, fresh);
    this.#sessions.set(key, session);
    return session;
  }

  /** Permanently ends a session, with everything it sends or receives. */
  #retire(session: Session, { isTold = true } = {}): void {
    if (session.isOver) return;
    session.isOver = true;
    session.release();
    const { member, way } = session;
    const { session: id } = this.#row(member, way);
    const had = rows.tracksOf.all(this.#sql, { member, way });
    rows.deleteTracks.run(this.#sql, { member, way });
    if (id === null) return;
    this.#write(session, { session: null, awaiting: null, unsure: 0 });
    const mids = had.filter(({ source }) => source !== 0).map(({ mid }) => mid);
    this.room.cleanups.add({ of: "session", session: id, mids, whole: true }, session.underWay);
    if (isTold && way === "publish" && had.length > 0) this.#tellTracks(member, member);
  }

  /** Returns the SFU's id of an existing session. */
  #existing({ member, way }: Session): string {
    const { session } = this.#row(member, way);
    if (session === null) throw new MediaRefused("SESSION_GONE");
    return session;
  }

  /** Returns the SFU's id of a session, creating it if the browser's connection is new. */
  async #opened(session: Session): Promise<string> {
    const { member, way } = session;
    const { session: id, unsure, made } = this.#row(member, way);
    if (id !== null) {
      if (unsure === 1) await this.#lookAt(session, id);
      return id;
    }
    if (made > 0 && !session.isFresh) throw new MediaRefused("SESSION_GONE");
    if (this.#made.take(`${way} ${member}`, MAX_SESSIONS).retryMs > 0) throw new MediaRefused("MEDIA_BUSY");
    const opened = await this.#ask(session, (sfu) => sfu.newSession());
    this.#write(session, { session: opened, made: made + 1, awaiting: null, unsure: 0 });
    return opened;
  }

  /**
   * Checks whether a request with an unknown outcome was applied. If so, ends the session, because the browser doesn't
   * know the new tracks.
   */
  async #lookAt(session: Session, id: string): Promise<void> {
    const { member, way } = session;
    const known = new Set(rows.tracksOf.all(this.#sql, { member, way }).map(({ mid }) => mid));
    const found = await this.#ask(session, (sfu) => sfu.look(id));
    if (found.some((mid) => !known.has(mid))) {
      this.#retire(session);
      session.check();
    }
    this.#write(session, { unsure: 0 });
  }

  /** Waits until no offer awaits an answer. A browser that doesn't answer must start over. */
  async #unheld(session: Session): Promise<void> {
    for (;;) {
      session.check();
      const { awaiting } = this.#row(session.member, session.way);
      if (awaiting === null) return;
      const left = awaiting + ANSWER_MS - this.room.now;
      if (left <= 0) this.#retire(session);
      else await session.whenAnswered(left);
    }
  }

  async #ask<T>(session: Session, request: (sfu: Sfu) => Promise<T>): Promise<T> {
    const { sfu } = this.room.parts;
    if (sfu === null) throw new MediaRefused("MEDIA_AWAY");
    session.count(this.room.now);
    try {
      return await request(sfu);
    } catch (error) {
      if (error instanceof MediaRefused && !session.isOver) {
        if (error.code === "SESSION_GONE") this.#retire(session);
        else if (error.isUnsure && this.#row(session.member, session.way).session !== null)
          this.#write(session, { unsure: 1 });
      }
      throw error;
    } finally {
      // Throws if the session ended during the request. The cleanup checks the session again after this request, and
      // ends everything in it.
      session.check();
    }
  }

  #sent(member: number, kind: string): { readonly session: string; readonly track: TrackRow } | undefined {
    const { session } = this.#row(member, "publish");
    const track = rows.tracksOf.all(this.#sql, { member, way: "publish" }).find((one) => one.kind === kind);
    return session === null || track === undefined ? undefined : { session, track };
  }

  /** Returns the track that a browser requested, or the reason why the browser can't get it. */
  #understood(wish: RequestedTrack, member: number, own: readonly TrackRow[]) {
    const { kind, mid } = wish;
    const sent = wish.member === member ? undefined : this.#sent(wish.member, kind);
    if (sent === undefined) return { wish, code: "NOT_THERE" as const };
    const at = own.find((one) => one.mid === mid);
    const isGood = mid === undefined ? own.length < MAX_PULLED : at !== undefined && isSound(at.kind) === isSound(kind);
    if (!isGood) return { wish, code: "BAD_MEDIA" as const };
    const rids = rows.readRids(sent.track);
    const rid = rids.find((one) => one === wish.rid) ?? rids.at(-1);
    return { wish, from: { session: sent.session, name: sent.track.name, rid } };
  }

  async #reuse(session: Session, id: string, wanted: readonly PendingPull[], answers: Map<RequestedTrack, PulledItem>) {
    const named = wanted.map((one): PendingPull & OwnTrack => ({ ...one, mid: one.wish.mid ?? "" }));
    const given = await this.#ask(session, (sfu) => sfu.update(id, named));
    for (const one of named) {
      const answer = given.find(({ mid }) => mid === one.mid);
      this.#note(session, one, { mid: answer && one.mid, refused: answer?.refused }, answers);
    }
  }

  async #add(session: Session, id: string, wanted: readonly PendingPull[], answers: Map<RequestedTrack, PulledItem>) {
    const { sdp, tracks } = await this.#ask(session, (sfu) => sfu.pull(id, wanted));
    for (const one of wanted) {
      const answer = tracks.find(({ name }) => name === one.name);
      this.#note(session, one, { mid: answer?.mid ?? undefined, refused: answer?.refused }, answers);
    }
    if (sdp !== undefined) this.#write(session, { awaiting: this.room.now });
    return sdp;
  }

  #note(
    { member: own }: Session,
    { wish, name }: PendingPull,
    { mid, refused }: PullAssignment,
    answers: Map<RequestedTrack, PulledItem>,
  ) {
    const { member, kind } = wish;
    if (mid === undefined || refused !== undefined) {
      answers.set(wish, { member, kind, code: refused ?? "MEDIA_AWAY" });
      return;
    }
    rows.writeTrack.run(this.#sql, { member: own, way: "receive", mid, source: member, kind, name, rids: "[]" });
    answers.set(wish, { member, kind, mid });
  }

  /** Sends a member's current tracks to the others. `but` is the member that changed the tracks, and isn't notified. */
  #tellTracks(member: number, but?: number): void {
    this.room.members.tellAll({ type: "tracks", id: member, ...this.shown(member) }, but);
  }
}

type PullAssignment = { readonly mid: string | undefined; readonly refused: MediaCode | undefined };
type PendingPull = WantedTrack & { readonly wish: RequestedTrack };

const isSound = (kind: string): boolean => kind === "mic" || kind === "sound";
