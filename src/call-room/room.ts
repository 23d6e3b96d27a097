import { storedAnything } from "../database/stored.ts";
import {
  CALL_LIMITS,
  type CallFacts,
  type CallMode,
  type EncryptionAct,
  type EndReason,
  type RoomAct,
  type RoomMember,
  type RoomReport,
  type RoomTicket,
  type Verdict,
  waitForOthers,
} from "../rpc/call-room-port.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { Clock } from "../util/clock.ts";
import { type RoomEnvironment, readAttachment, saveAttachment } from "./environment.ts";
import { Closing } from "./frames.ts";
import { Cleanups } from "./media/cleanups.ts";
import { Media } from "./media/media.ts";
import { TurnNames } from "./media/turn-names.ts";
import { Members } from "./members.ts";
import type { MemberRow, RoomFacts } from "./rows.ts";
import * as rows from "./rows.ts";

/** How long a disconnected device can take to reconnect before it is removed. */
const GRACE_MS = 30_000;
/** How long a room that hasn't started stores which tickets to refuse. Tickets expire sooner. */
const UNBEGUN_MS = 600_000;
const HELLO_MS = 10_000;
const MAX_DURATION_MS = 24 * 3_600_000;
const TICK_MS = 120_000;
/** Clients ping every 10 seconds. */
const PING_TIMEOUT_MS = 40_000;
const REPORT_MS = 1000;
const MAX_REPORT_WAIT_MS = 60_000;
/** Maximum unreported moderator actions kept for the realm. */
const MAX_ACTS = 100;
/** Maximum sockets, including those that have not said hello. */
const MAX_SOCKETS = 100;
/** Maximum sockets per account that have not said hello. A further one replaces the oldest. */
const MAX_WAITING = 4;

const readCredentials = storedAnything("members.credentials");

/**
 * A call's room: its members, and the signaling between them. The realm decides permissions: it admits members and has
 * them removed. The room never sees media and stores no signaling.
 */
export class CallRoom {
  facts: RoomFacts | null;
  readonly members: Members;
  readonly media: Media;
  readonly turnNames: TurnNames;
  readonly cleanups: Cleanups;
  #reportAt = 0;
  /** Time of the next check of the members. Undefined after a restart, when the next alarm checks them. */
  #lookAt: number | undefined;
  #failures = 0;

  constructor(readonly parts: RoomEnvironment) {
    const isFound = rows.isMade(parts.sql);
    if (isFound) rows.migrateRoom(parts.sql);
    this.facts = isFound ? rows.readFacts(parts.sql) : null;
    this.cleanups = new Cleanups(
      parts,
      () => rows.isMade(parts.sql),
      () => this.schedule(),
    );
    this.media = new Media(this);
    this.turnNames = new TurnNames(this);
    this.members = new Members(
      this.parts,
      {
        ...{ now: () => this.now, changed: () => this.changed() },
        mediaOf: (id) => (this.mode === "sfu" ? this.media.shown(id) : {}),
        forget: (id) => this.#forget(id),
      },
      isFound,
    );
    if (this.members.findLost() || !this.cleanups.areDone) this.schedule();
  }

  get clock(): Clock {
    return this.parts.clockOf(this.facts?.realm ?? 0);
  }

  get now(): number {
    return this.clock.milliseconds();
  }

  get mode(): CallMode {
    return this.facts?.mode ?? "mesh";
  }

  get limit(): number {
    return CALL_LIMITS[this.mode];
  }

  change(facts: Partial<RoomFacts>): void {
    if (this.facts === null) return;
    this.facts = { ...this.facts, ...facts };
    rows.writeFacts(this.parts.sql, this.facts);
  }

  begin({ subdomain, realm, call, started_at, is_direct, encrypted = false, plain_by = null }: CallFacts): RoomFacts {
    if (this.facts === null) {
      rows.migrateRoom(this.parts.sql);
      const version = rows.expectedVersion(this.parts.sql);
      const counts = { version, locked: false, barred: [], next: 1, seq: 0, taken: 0, answered: false };
      const untold = { acts: [], encryption_acts: [] };
      const times = { empty_since: null, ended: null };
      const mode = this.parts.sfu === null ? "mesh" : "sfu";
      const isEncrypted = encrypted && mode === "sfu";
      const privacy = { mode, encrypted: isEncrypted, plain_by: mode === "sfu" ? plain_by : null } as const;
      this.facts = { subdomain, realm, call, started_at, is_direct, ...privacy, ...counts, ...untold, ...times };
      this.change({ empty_since: this.now });
      this.schedule();
    }
    return this.facts;
  }

  /**
   * Accepts the socket of a user whom the realm admitted. Returns the HTTP status: 101, or the reason why the socket is
   * refused.
   */
  enter(admittance: RoomTicket, open: () => WebSocket): number {
    const { version, ended } = this.begin(admittance);
    if (ended !== null) return 410;
    if (admittance.version < version || admittance.expires_at < this.now) return 409;
    this.#limitWaiting(admittance.user);
    if (this.#openSockets().length >= MAX_SOCKETS) return 503;
    const socket = open();
    this.parts.sockets.acceptWebSocket(socket);
    saveAttachment(socket, { admittance, member: 0, opened: this.now, ...rows.ALL_OFF });
    this.schedule();
    return 101;
  }

  #openSockets(): WebSocket[] {
    return this.parts.sockets.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  /**
   * Closes an account's oldest sockets that have not said hello, to keep at most MAX_WAITING including the next one.
   */
  #limitWaiting(user: number): void {
    const waiting = this.#openSockets()
      .map((socket) => ({ socket, ...readAttachment(socket) }))
      .filter(({ member, admittance }) => member === 0 && admittance?.user === user)
      .sort((a, b) => a.opened - b.opened);
    for (const { socket } of waiting.slice(0, 1 - MAX_WAITING)) socket.close(Closing.silent, "no hello");
  }

  closed(socket: WebSocket): void {
    const member = this.members.lastOf(socket);
    if (member === undefined) return;
    this.members.lose(member, socket);
    this.schedule();
  }

  /** Returns the members for the realm to check. From now on, tickets with a lower version are refused. */
  judged(version: number): RoomMember[] {
    if (this.facts === null && version > 0) {
      rows.migrateRoom(this.parts.sql);
      rows.expectVersion(this.parts.sql, version);
      this.parts.wakeIn(UNBEGUN_MS);
    }
    if (this.facts !== null && version > this.facts.version) this.change({ version });
    return this.members.all.map(({ id, user, credentials }) => ({
      id,
      user,
      // These are valid, because the realm wrote them into the ticket.
      credentials: readCredentials(credentials, id) as Credentials,
    }));
  }

  settle({ out, moderators }: Verdict): void {
    if (this.facts === null) return;
    for (const id of out) this.members.removeById(id, "rights", Closing.loggedOut);
    this.members.setModerators(new Set(moderators));
  }

  /** Ends the call for everyone. The next report notifies the realm. */
  finish(why: Extract<EndReason, "left" | "ended" | "too_long">, by: number | null): void {
    if (this.facts === null || this.facts.ended !== null) return;
    this.change({ ended: { why, by } });
    this.members.closeAll(Closing.ended);
    this.changed();
  }

  /**
   * Ends the room after the realm ended the call. Returns the final report of who took part, or null if the call never
   * started here.
   */
  async end(): Promise<RoomReport | null> {
    this.members.closeAll(Closing.ended);
    const report = this.facts && this.#reportOf(this.facts);
    this.facts = null;
    if (this.cleanups.areDone) await this.parts.forget();
    else {
      // The room is empty, but cleanups at the media services are still pending.
      rows.deleteFacts.run(this.parts.sql, {});
      this.schedule();
    }
    return report;
  }

  changed(): void {
    if (this.facts === null) return;
    const isEmpty = this.members.size === 0;
    this.change({
      seq: this.facts.seq + 1,
      answered: this.facts.answered || this.members.users().length > 1,
      empty_since: isEmpty ? (this.facts.empty_since ?? this.now) : null,
    });
    this.schedule();
  }

  noteAct(act: RoomAct["act"], by: number, user: number): void {
    if (this.facts === null || by === user) return;
    const { seq, taken, acts } = this.facts;
    this.change({ acts: [...untoldOf(acts, taken).slice(1 - MAX_ACTS), { n: seq + 1, act, by, user }] });
    this.changed();
  }

  noteEncryption(act: EncryptionAct["act"], by: number): void {
    if (this.facts === null) return;
    const { seq, taken, encryption_acts } = this.facts;
    const untold = untoldOf(encryption_acts, taken).slice(1 - MAX_ACTS);
    this.change({ encryption_acts: [...untold, { n: seq + 1, act, by }] });
    this.changed();
  }

  async alarm(): Promise<void> {
    const { facts, now } = this;
    const ending = this.cleanups.run();
    if (facts === null) {
      await ending;
      return this.cleanups.areDone ? this.parts.forget() : this.schedule();
    }
    if (facts.ended === null) {
      this.members.removeLost(now - GRACE_MS);
      for (const socket of this.parts.sockets.getWebSockets()) {
        const { member, opened } = readAttachment(socket);
        if (member === 0 && opened + HELLO_MS <= now) socket.close(Closing.silent, "no hello");
      }
      if ((this.#lookAt ?? now) <= now) this.#tick();
      if (this.#emptyUntil() <= now) this.finish("left", null);
      if (facts.started_at * 1000 + MAX_DURATION_MS <= now) this.finish("too_long", null);
    }
    await this.#report();
    this.schedule();
  }

  /** Checks all members, some of whom may have silently disconnected. */
  #tick(): void {
    this.#lookAt = this.now + TICK_MS;
    for (const member of this.members.all) {
      if (this.members.silence(member) > PING_TIMEOUT_MS) this.members.lose(member);
      else void this.#renewIce(member);
    }
  }

  iceServers(member: number): readonly object[] {
    const user = this.members.byId(member)?.user ?? 0;
    return [...this.parts.iceServers(user), ...this.turnNames.serversOf(member)];
  }

  async #renewIce({ id, user }: MemberRow): Promise<void> {
    const { iceServersExpire, turn } = this.parts;
    const isNew = turn !== null && (await this.turnNames.renew(id, user));
    if (isNew || iceServersExpire) this.members.tell({ id }, { type: "ice", ice_servers: this.iceServers(id) });
  }

  #emptyUntil(): number {
    const { empty_since = null, is_direct = false, answered = false } = this.facts ?? {};
    if (empty_since === null) return Number.POSITIVE_INFINITY;
    return empty_since + waitForOthers({ is_direct, answered });
  }

  #reportOf({ seq, taken, locked, acts, encryption_acts, ended }: RoomFacts): RoomReport {
    return {
      seq,
      locked,
      ended,
      acts: untoldOf(acts, taken),
      encryption_acts: untoldOf(encryption_acts, taken),
      members: this.members.users(),
      people: rows.secondsOf(this.parts.sql, this.now),
    };
  }

  async #report(): Promise<void> {
    const { facts } = this;
    if (facts === null || facts.seq <= facts.taken || this.#reportAt > this.now) return;
    this.#reportAt = this.now + REPORT_MS;
    const isKnown = await this.parts.report(facts, this.#reportOf(facts)).catch(() => undefined);
    if (isKnown === undefined) {
      this.#failures += 1;
      this.#reportAt = this.now + Math.min(MAX_REPORT_WAIT_MS, REPORT_MS * 2 ** this.#failures);
      return;
    }
    this.#failures = 0;
    if (!isKnown || facts.ended !== null) await this.end();
    else this.change({ taken: facts.seq });
  }

  schedule() {
    const { facts, now } = this;
    const endingIn = this.cleanups.dueIn;
    if (facts === null) {
      if (endingIn !== Number.POSITIVE_INFINITY) this.parts.wakeIn(endingIn);
      return;
    }
    const due = [this.#emptyUntil(), facts.started_at * 1000 + MAX_DURATION_MS];
    if (facts.seq > facts.taken) due.push(Math.max(now, this.#reportAt));
    if (facts.ended !== null) return this.parts.wakeIn(Math.min(endingIn, Math.max(0, this.#reportAt - now)));
    if (this.members.size > 0) due.push(this.#lookAt ?? now + TICK_MS);
    for (const { lost_at } of this.members.all) if (lost_at !== null) due.push(lost_at + GRACE_MS);
    for (const socket of this.parts.sockets.getWebSockets()) {
      const { member, opened } = readAttachment(socket);
      if (member === 0) due.push(opened + HELLO_MS);
    }
    this.parts.wakeIn(Math.min(endingIn, Math.max(0, Math.min(...due) - now)));
  }

  #forget(member: number): void {
    if (this.mode === "sfu") this.media.forget(member);
    this.turnNames.forget(member);
  }
}

/** Returns the actions that the realm has not confirmed. */
const untoldOf = <Act extends { readonly n: number }>(acts: readonly Act[], taken: number): readonly Act[] =>
  acts.filter(({ n }) => n > taken);
