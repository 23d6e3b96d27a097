import { machineClock } from "../util/clock.ts";
import { type RoomEnvironment, readAttachment, saveAttachment } from "./environment.ts";
import { actsOf, Closing, type ShownMember } from "./frames.ts";
import type { MemberRow, Switches } from "./rows.ts";
import * as rows from "./rows.ts";

/** Maximum characters sent to a silent socket. Clients ping every 10 seconds. */
const MAX_UNHEARD = 4_000_000;

/**
 * Maximum characters sent to a socket in total. If a client pings but reads nothing, all of them stay in memory. Beyond
 * the limit, the client has to reconnect.
 */
const MAX_SENT = 16_000_000;

/** Member id of a replaced socket. */
const REPLACED = -1;

interface RoomContext {
  now(): number;
  /** Called when a member has joined or left. */
  changed(): void;
  mediaOf(id: number): Pick<ShownMember, "media" | "tracks">;
  forget(id: number): void;
}

interface TrafficStats {
  readonly unheard: number;
  readonly all: number;
  readonly pinged: number | undefined;
}

export class Members {
  readonly #rows: Map<number, MemberRow>;
  readonly #sockets = new Map<number, WebSocket>();
  /**
   * Characters sent to each socket since its last ping and in total, and the time of that ping. Only in memory, like
   * the unread characters.
   */
  readonly #sent = new WeakMap<WebSocket, TrafficStats>();

  constructor(
    private readonly parts: RoomEnvironment,
    private readonly room: RoomContext,
    isMade: boolean,
  ) {
    this.#rows = new Map(isMade ? rows.allMembers.all(parts.sql, {}).map((row) => [row.id, row]) : []);
    for (const socket of parts.sockets.getWebSockets()) {
      const { member } = readAttachment(socket);
      if (this.#rows.has(member)) this.#sockets.set(member, socket);
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  get all(): readonly MemberRow[] {
    return [...this.#rows.values()];
  }

  users(): number[] {
    return [...new Set(this.all.map(({ user }) => user))].sort((a, b) => a - b);
  }

  of(socket: WebSocket): MemberRow | undefined {
    const { member } = readAttachment(socket);
    return this.#sockets.get(member) === socket ? this.#rows.get(member) : undefined;
  }

  /**
   * Returns the member whose last socket this was. If the close event woke the object, the list of sockets may already
   * lack this one.
   */
  lastOf(socket: WebSocket): MemberRow | undefined {
    const row = this.#rows.get(readAttachment(socket).member);
    const isUnknown = row !== undefined && row.switches === null && !this.#sockets.has(row.id);
    return isUnknown ? row : this.of(socket);
  }

  byId(id: number): MemberRow | undefined {
    return this.#rows.get(id);
  }

  shown(row: MemberRow): ShownMember {
    const socket = this.#sockets.get(row.id);
    const { mic, cam, screen, hand, deaf, muted_by } =
      socket === undefined ? (rows.readSwitches(row) ?? rows.ALL_OFF) : readAttachment(socket);
    const member = { id: row.id, user_id: row.user, device: row.device, mic, cam, screen, hand, deaf };
    return {
      ...member,
      ...(muted_by === null ? {} : { muted_by }),
      ...(row.lost_at === null ? {} : { lost: true }),
      joined_at: Math.floor(row.joined_at / 1000),
      ...(row.key === null ? {} : { key: row.key }),
      ...this.room.mediaOf(row.id),
    };
  }

  tell({ id }: Pick<MemberRow, "id">, frame: object): boolean {
    const socket = this.#sockets.get(id);
    const row = this.#rows.get(id);
    if (socket === undefined || row === undefined) return false;
    const text = JSON.stringify(frame);
    const { unheard, all } = this.#count(socket, text.length);
    if (unheard > MAX_UNHEARD) {
      this.remove(row, "lost", Closing.silent);
      return false;
    }
    if (all > MAX_SENT) {
      socket.close(1012, "ask again");
      this.lose(row, socket);
      return false;
    }
    try {
      socket.send(text);
      return true;
    } catch {
      // The socket has closed, and its close event handles that.
      return false;
    }
  }

  /** Counts characters sent to a socket. If its client reads nothing, all of them are in memory. */
  #count(socket: WebSocket, length: number): TrafficStats {
    const pinged = this.parts.sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime();
    const before = this.#sent.get(socket);
    const isHeard = before?.pinged !== pinged;
    const sent = { unheard: (isHeard ? 0 : (before?.unheard ?? 0)) + length, all: (before?.all ?? 0) + length, pinged };
    this.#sent.set(socket, sent);
    return sent;
  }

  tellAll(frame: object, but?: number): void {
    for (const { id } of this.all) if (id !== but) this.tell({ id }, frame);
  }

  /** Adds a member, or gives an existing one a new socket. */
  seat(row: MemberRow, socket: WebSocket, { isNew }: { readonly isNew: boolean }): void {
    const before = this.#sockets.get(row.id);
    this.#write({ ...row, switches: null });
    this.#sockets.set(row.id, socket);
    const { opened } = readAttachment(socket);
    const earlier = rows.readSwitches(row) ?? readAttachment(before ?? socket);
    saveAttachment(socket, { ...earlier, opened, admittance: null, member: row.id });
    if (before !== undefined && before !== socket) {
      // The other end may be gone and never complete the closing handshake, so this socket would be found again when
      // the object wakes.
      saveAttachment(before, { ...readAttachment(before), member: REPLACED });
      before.close(4409, "moved");
    }
    if (isNew) {
      rows.personIn.run(this.parts.sql, { user: row.user, now: this.room.now() });
      this.tellAll({ type: "join", member: this.shown(row) }, row.id);
      this.room.changed();
    } else this.tellAll({ type: "set", id: row.id, lost: false }, row.id);
  }

  /** Sets switches of a member, even if its socket is gone. */
  switch(row: MemberRow, values: Partial<Switches>): void {
    const socket = this.#sockets.get(row.id);
    if (socket !== undefined) saveAttachment(socket, { ...readAttachment(socket), ...values });
    else
      this.#write({
        ...row,
        switches: rows.writtenSwitches({ ...rows.ALL_OFF, ...rows.readSwitches(row), ...values }),
      });
    this.tellAll({ type: "set", id: row.id, ...values });
  }

  /** A frame arrived, so the member is no longer considered lost. */
  isHeard(row: MemberRow): void {
    if (!this.#rows.has(row.id)) return;
    const socket = this.#sockets.get(row.id);
    const sent = socket && this.#sent.get(socket);
    if (socket !== undefined && sent !== undefined) this.#sent.set(socket, { ...sent, unheard: 0 });
    if (row.lost_at === null) return;
    this.#write({ ...row, lost_at: null });
    this.tellAll({ type: "set", id: row.id, lost: false });
  }

  /** Marks a member as lost. The member is removed if it doesn't reconnect soon. */
  lose(row: MemberRow, socket = this.#sockets.get(row.id)): void {
    if (!this.#rows.has(row.id)) return;
    const isGone = socket !== undefined && socket.readyState !== WebSocket.READY_STATE_OPEN;
    if (isGone) this.#sockets.delete(row.id);
    const switches = isGone ? rows.writtenSwitches(readAttachment(socket)) : row.switches;
    if (row.lost_at !== null && switches === row.switches) return;
    this.#write({ ...row, switches, lost_at: row.lost_at ?? this.room.now() });
    if (row.lost_at === null) this.tellAll({ type: "set", id: row.id, lost: true }, row.id);
  }

  /** Called when the object wakes. Marks members without a socket as lost, and returns true if there are any. */
  findLost(): boolean {
    const lost = this.all.filter(({ id, lost_at }) => lost_at === null && !this.#sockets.has(id));
    for (const row of lost) this.lose(row);
    return lost.length > 0;
  }

  /** Milliseconds since a member's last ping, which is answered without waking the object. */
  silence({ id }: Pick<MemberRow, "id">): number {
    const socket = this.#sockets.get(id);
    if (socket === undefined) return Number.POSITIVE_INFINITY;
    const pinged = this.parts.sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime();
    return pinged === undefined
      ? this.room.now() - readAttachment(socket).opened
      : machineClock.milliseconds() - pinged;
  }

  /** Removes members that were lost before a time, unless they have pinged again. */
  removeLost(since: number): void {
    for (const row of this.all) {
      if (row.lost_at === null || row.lost_at > since) continue;
      if (this.silence(row) < 20_000) this.isHeard(row);
      else this.remove(row, "lost", 4408);
    }
  }

  removeById(id: number, why: string, code: number): void {
    const row = this.#rows.get(id);
    if (row !== undefined) this.remove(row, why, code);
  }

  remove(row: MemberRow, why: string, code: number): void {
    // Notifying the others may already have removed the member.
    if (!this.#rows.delete(row.id)) return;
    const socket = this.#sockets.get(row.id);
    this.#sockets.delete(row.id);
    rows.deleteMember.run(this.parts.sql, { id: row.id });
    if (!this.all.some(({ user }) => user === row.user))
      rows.personOut.run(this.parts.sql, { user: row.user, now: this.room.now() });
    socket?.close(code, why);
    this.room.forget(row.id);
    this.tellAll({ type: "gone", id: row.id, why });
    this.room.changed();
  }

  setModerators(users: ReadonlySet<number>): void {
    for (const row of this.all) {
      const moderates = Number(users.has(row.user));
      if (moderates === row.moderates) continue;
      const now = { ...row, moderates };
      this.#write(now);
      this.tell(now, { type: "may", may: actsOf(now) });
    }
  }

  /** Closes all sockets, including those that haven't said hello yet. */
  closeAll(code: number): void {
    for (const row of this.all) {
      rows.deleteMember.run(this.parts.sql, { id: row.id });
      rows.personOut.run(this.parts.sql, { user: row.user, now: this.room.now() });
    }
    const gone = this.all;
    this.#rows.clear();
    this.#sockets.clear();
    for (const { id } of gone) this.room.forget(id);
    for (const socket of this.parts.sockets.getWebSockets()) socket.close(code, "ended");
  }

  #write(row: MemberRow): void {
    this.#rows.set(row.id, row);
    rows.writeMember.run(this.parts.sql, { ...row });
  }
}
