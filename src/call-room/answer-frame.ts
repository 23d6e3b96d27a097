import type { RoomTicket } from "../rpc/call-room-port.ts";
import { hashKey } from "../rpc/credentials.ts";
import { randomToken } from "../util/random.ts";
import { answerMedia, isOfMedia, type MediaFrame } from "./answer-media.ts";
import { type Refusal, readAttachment, saveAttachment } from "./environment.ts";
import type { FrameRates } from "./frame-rates.ts";
import { actsOf, Closing, type Frame, type FrameOf, MAX_FRAME_LENGTH, readFrame, SWITCHES } from "./frames.ts";
import type { TurnServers } from "./media/cloudflare-turn.ts";
import type { CallRoom } from "./room.ts";
import type { MemberRow } from "./rows.ts";

/** Maximum devices per user, so that one user can't take all seats. */
const MAX_DEVICES = 2;
/** Maximum cameras and screens in mesh mode, where each browser sends its tracks to every other browser. */
const MAX_CAMERAS = 4;
const MAX_SCREENS = 1;
/** A member that others can't hear counts as lost if its last ping is older than this. */
const UNHEARD_MS = 15_000;
const MAX_BARRED = 100;
const RESUME_LENGTH = 32;

export function receive(
  room: CallRoom,
  rates: FrameRates,
  socket: WebSocket,
  text: string | ArrayBuffer,
): void | Promise<void> {
  if (typeof text !== "string" || text.length > MAX_FRAME_LENGTH) return drop(room, socket, 1009, "too large");
  const frame = readFrame(text);
  if (!rates.take(socket, frame.type, text.length, room.now))
    return drop(room, socket, Closing.tooMany, "too many frames");
  const heard = room.members.of(socket);
  if (heard !== undefined) room.members.isHeard(heard);
  if (frame.type === "unreadable") {
    return refuse(socket, frame.n, [UNREADABLE[frame.of] ?? "BAD_FRAME", "This frame cannot be read."]);
  }
  const member = room.members.of(socket);
  if (frame.type === "hello") {
    if (member !== undefined) return refuse(socket, frame.n, ["BAD_FRAME", "You are in already."]);
    return room.parts.turn === null ? greet(room, socket, frame) : greetWithTurn(room, socket, frame);
  }
  if (member === undefined) return refuse(socket, frame.n, ["NO_HELLO", "Say hello first."]);
  if (isOfMedia(frame)) return serveMedia(room, socket, member, frame);
  const refusal = act(room, socket, member, frame);
  if (refusal !== undefined) refuse(socket, frame.n, refusal);
  else if (frame.n !== undefined) send(socket, { ok: frame.n });
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ...{ signal: "BAD_SIGNAL", publish: "BAD_MEDIA", pull: "BAD_MEDIA", answer: "BAD_MEDIA" },
};

/** Forwards a media request to the media server, and replies once it has answered. */
async function serveMedia(room: CallRoom, socket: WebSocket, { id }: MemberRow, frame: MediaFrame): Promise<void> {
  const done = await answerMedia(room, id, frame);
  if (done.refusal !== undefined) refuse(socket, frame.n, done.refusal);
  else if (frame.n !== undefined) send(socket, { ok: frame.n, ...done.answer });
}

/** Removes a client that breaks the protocol. */
function drop(room: CallRoom, socket: WebSocket, code: number, reason: string): void {
  const member = room.members.of(socket);
  if (member === undefined) socket.close(code, reason);
  else room.members.remove(member, reason, code);
}

function send(socket: WebSocket, frame: object): void {
  if (socket.readyState === WebSocket.READY_STATE_OPEN) socket.send(JSON.stringify(frame));
}

const refuse = (socket: WebSocket, n: number | undefined, [code, msg]: Refusal) =>
  send(socket, { error: n ?? 0, code, msg });

/** Sockets whose hello is waiting for TURN credentials. */
const waiting = new WeakSet<WebSocket>();

/** Greets a client with TURN credentials, without which some browsers can't connect to anyone. */
async function greetWithTurn(room: CallRoom, socket: WebSocket, frame: FrameOf<"hello">): Promise<void> {
  if (waiting.has(socket)) return refuse(socket, frame.n, ["BAD_FRAME", "You have said hello already."]);
  waiting.add(socket);
  const { admittance } = readAttachment(socket);
  const made = admittance && (await room.turnNames.make(admittance.user));
  waiting.delete(socket);
  if (socket.readyState === WebSocket.READY_STATE_OPEN) greet(room, socket, frame, made);
  if (made !== null && room.members.of(socket) === undefined) room.turnNames.giveBack(made);
}

function greet(
  room: CallRoom,
  socket: WebSocket,
  { n, device, can, resume, as, key: announced }: FrameOf<"hello">,
  turn: TurnServers | null = null,
) {
  const { admittance } = readAttachment(socket);
  const { facts, members } = room;
  if (admittance === null || facts === null) return socket.close(Closing.ended, "ended");
  // Permissions changed after the client was admitted, so it must ask the realm again.
  if (admittance.version < facts.version) return socket.close(1012, "ask again");
  if (can.length > 0 && !can.includes(room.mode)) {
    refuse(socket, n, ["MODE", "This client cannot take part in calls of this server. Update it."]);
    return socket.close(Closing.removed, "mode");
  }
  // The others stop encrypting while a member without a key is in the call.
  const key = (facts.encrypted && can.includes("e2ee") && announced) || null;
  const { user } = admittance;
  const own = members.all.filter((row) => row.user === user);
  const secret = randomToken(room.parts.random, RESUME_LENGTH);
  const kept = {
    ...{ user, device, resume: hashKey(secret), credentials: JSON.stringify(admittance.credentials) },
    ...{ moderates: Number(admittance.moderates), is_starter: Number(admittance.is_starter), lost_at: null },
    key,
  };
  // A different key means a different member, because others identify members by their keys.
  const same = own.filter((row) => row.key === key);
  const before =
    same.find((row) => resume !== undefined && row.resume === hashKey(resume)) ??
    same.find((row) => row.device === device);
  if (before !== undefined) {
    members.seat({ ...before, ...kept }, socket, { isNew: false });
    if (turn !== null) room.turnNames.give(before.id, turn);
    return tellState(room, socket, { me: before.id, resume: secret, admittance });
  }
  if (own.length > 0 && as === undefined)
    return refuse(socket, n, ["ELSEWHERE", "You are in this call on another device."]);
  if (own.length >= MAX_DEVICES && as === "too")
    return refuse(socket, n, ["DEVICES", `You are in this call on ${MAX_DEVICES} devices.`]);
  if (facts.barred.includes(user) && !admittance.moderates) return socket.close(Closing.removed, "removed");
  if (facts.locked && own.length === 0 && !admittance.moderates && !admittance.is_starter) {
    refuse(socket, n, ["LOCKED", "This call is locked."]);
    return socket.close(Closing.removed, "locked");
  }
  const leaving = as === "move" ? own : [];
  if (members.size - leaving.length >= room.limit) return socket.close(Closing.full, "full");
  for (const row of leaving) members.remove(row, "moved", Closing.moved);
  const id = facts.next;
  room.change({ next: id + 1 });
  members.seat({ ...kept, id, joined_at: room.now, switches: null }, socket, { isNew: true });
  if (turn !== null) room.turnNames.give(id, turn);
  tellState(room, socket, { me: id, resume: secret, admittance });
}

interface Seated {
  readonly me: number;
  readonly resume: string;
  readonly admittance: RoomTicket;
}

function tellState(room: CallRoom, socket: WebSocket, { me, resume, admittance }: Seated): void {
  const { facts, members } = room;
  if (facts === null) return;
  const { call: call_id, started_at, locked, encrypted, plain_by: by } = facts;
  const own = members.byId(me);
  // People who joined through an outside link don't see all of the organization's users.
  const isSeen = admittance.is_outside !== true || members.all.some(({ user }) => user === by);
  send(socket, {
    ...{ type: "state", call: { call_id, started_at }, me, resume, mode: room.mode, started_at },
    members: members.all.map((row) => members.shown(row)),
    ice_servers: room.iceServers(me),
    ...(by !== null && { plain_by: isSeen ? by : null }),
    ...{ locked, limit: room.limit, encrypted, may: own ? actsOf(own) : [] },
  });
}

function act(
  room: CallRoom,
  socket: WebSocket,
  member: MemberRow,
  frame: Exclude<Frame, FrameOf<"hello"> | MediaFrame>,
): Refusal | undefined {
  switch (frame.type) {
    case "set":
      return setSwitches(room, socket, member, frame);
    case "signal":
      return passSignal(room, member, frame);
    case "key":
      return passKey(room, member, frame);
    case "heard":
      return stopMuted(room, frame.member);
    case "lost":
      return lookAfter(room, frame.member);
    case "moderate":
      return moderate(room, member, frame);
    case "leave":
      room.members.remove(member, "left", 1000);
      return undefined;
    default:
      return frame satisfies never;
  }
}

function setSwitches(room: CallRoom, socket: WebSocket, { id }: MemberRow, frame: FrameOf<"set">): Refusal | undefined {
  const before = readAttachment(socket);
  if (room.mode === "mesh") {
    const others = room.members.all.filter((row) => row.id !== id).map((row) => room.members.shown(row));
    if (frame.cam === true && !before.cam && others.filter(({ cam }) => cam).length >= MAX_CAMERAS)
      return ["CAMERAS", `At most ${MAX_CAMERAS} cameras can be on in this call.`];
    if (frame.screen === true && !before.screen && others.filter(({ screen }) => screen).length >= MAX_SCREENS)
      return ["SCREENS", "Somebody else is sharing their screen."];
  }
  const changed = SWITCHES.filter((name) => frame[name] !== undefined && frame[name] !== before[name]);
  const isUnmuted = frame.mic === true && before.muted_by !== null;
  if (changed.length === 0 && !isUnmuted) return undefined;
  const values = Object.fromEntries(changed.map((name) => [name, frame[name] === true]));
  saveAttachment(socket, { ...before, ...values, ...(isUnmuted && { muted_by: null }) });
  room.members.tellAll({ type: "set", id, ...values, ...(isUnmuted && { muted_by: null }) }, id);
  return undefined;
}

function passSignal(room: CallRoom, { id: from }: MemberRow, { to, d, c }: FrameOf<"signal">): Refusal | undefined {
  if (room.mode !== "mesh") return ["BAD_SIGNAL", "Media of this call goes through a server."];
  if (d === undefined && c === undefined) return ["BAD_SIGNAL", "A signal has a description or a candidate."];
  const passed = { type: "signal", from, ...(d && { d }), ...(c !== undefined && { c }) };
  return to !== from && room.members.tell({ id: to }, passed) ? undefined : ["NO_MEMBER", "Nobody has this number."];
}

/** Relays data that one member encrypted for another. The room can't decrypt it. */
function passKey(room: CallRoom, { id: from }: MemberRow, { to, blob }: FrameOf<"key">): Refusal | undefined {
  if (room.facts?.encrypted !== true) return UNENCRYPTED;
  return to !== from && room.members.tell({ id: to }, { type: "key", from, blob }) ? undefined : MISSING;
}

/** Stops the audio of a member who is still audible after a moderator muted them. */
function stopMuted(room: CallRoom, id: number): Refusal | undefined {
  const member = room.members.byId(id);
  if (member === undefined) return ["NO_MEMBER", "Nobody has this number."];
  if (room.members.shown(member).muted_by !== undefined) room.media.stop(id, ["mic"]);
  return undefined;
}

/** Marks a member as lost if another member can't hear it and it has stopped pinging. */
function lookAfter(room: CallRoom, id: number): Refusal | undefined {
  const member = room.members.byId(id);
  if (member === undefined) return ["NO_MEMBER", "Nobody has this number."];
  if (member.lost_at === null && room.members.silence(member) > UNHEARD_MS) {
    room.members.lose(member);
    room.schedule();
  }
  return undefined;
}

const UNENCRYPTED: Refusal = ["BAD_FRAME", "This call is not encrypted beyond the media server."];
const MISSING: Refusal = ["NO_MEMBER", "Nobody has this number."];

function moderate(
  room: CallRoom,
  moderator: MemberRow,
  { act: what, member: id }: FrameOf<"moderate">,
): Refusal | undefined {
  if (!actsOf(moderator).includes(what)) return ["FORBIDDEN", "You do not moderate this call."];
  const { user: by } = moderator;
  if (what === "end") {
    room.finish("ended", by);
    return undefined;
  }
  if (what === "lock" || what === "unlock") {
    room.change({ locked: what === "lock" });
    room.members.tellAll({ type: "told", act: what, by });
    room.changed();
    return undefined;
  }
  if (what === "encrypt" || what === "plain") {
    if (room.facts?.encrypted !== true) return UNENCRYPTED;
    if ((room.facts.plain_by !== null) === (what === "plain")) return undefined;
    room.change({ plain_by: what === "plain" ? by : null });
    room.members.tellAll({ type: "told", act: what, by });
    room.noteEncryption(what, by);
    return undefined;
  }
  const member = room.members.byId(id ?? 0);
  if (member === undefined) return MISSING;
  // Skips a repeated mute. The report holds a limited number of acts, so it could displace one that the audit log
  // needs.
  if (what === "mute" && room.members.shown(member).muted_by === by) return undefined;
  room.members.tellAll({ type: "told", act: what, by, member: member.id });
  if (what !== "unshare") room.noteAct(what, by, member.user);
  if (what === "remove") {
    const barred = [...(room.facts?.barred ?? []).slice(1 - MAX_BARRED), member.user];
    room.change({ barred });
    for (const row of room.members.all)
      if (row.user === member.user) room.members.remove(row, "removed", Closing.removed);
    return undefined;
  }
  if (what === "unshare") room.media.stop(member.id, ["screen", "sound"]);
  room.members.switch(member, what === "mute" ? { mic: false, muted_by: by } : { screen: false });
  return undefined;
}
