import type { Sql } from "../database/statement.ts";
import type { Log } from "../logging/log.ts";
import type { RoomReport, RoomTicket } from "../rpc/call-room-port.ts";
import type { Clock } from "../util/clock.ts";
import type { Random } from "../util/random.ts";
import type { CloudflareTurn } from "./media/cloudflare-turn.ts";
import type { CleanupWork } from "./media/rows.ts";
import type { Sfu } from "./media/sfu.ts";
import type { RoomFacts } from "./rows.ts";

/** Why a frame is refused: a code for programs, a message for people. */
export type Refusal = readonly [code: string, msg: string];

export interface RoomEnvironment {
  readonly sockets: Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp">;
  readonly sql: Sql;
  readonly random: Random;
  /** An organization's clock, which tests can move. */
  clockOf(realm: number): Clock;
  /** The machine's clock, which tests don't move. */
  readonly wallClock: Clock;
  /** The SFU for media, or null in mesh mode. */
  readonly sfu: Sfu | null;
  /** The service that issues TURN credentials, or null if there is none. */
  readonly turn: CloudflareTurn | null;
  readonly log: Log;
  wakeIn(ms: number): void;
  /** Reports the members to the realm. Returns false if the realm has no such call. */
  report(facts: RoomFacts, report: RoomReport): Promise<boolean>;
  iceServers(user: number): readonly object[];
  readonly iceServersExpire: boolean;
  forget(): Promise<void>;
}

export interface MediaRoom {
  readonly parts: RoomEnvironment;
  readonly clock: Clock;
  readonly now: number;
  readonly cleanups: { add(work: CleanupWork, under?: Promise<unknown>): void };
  readonly members: { tellAll(frame: object, but?: number): void; byId(id: number): object | undefined };
}

/** Data attached to a socket, which survives hibernation: the ticket until the client says hello, then the member. */
export interface SocketAttachment {
  readonly admittance: RoomTicket | null;
  readonly member: number;
  readonly opened: number;
  readonly mic: boolean;
  readonly cam: boolean;
  readonly screen: boolean;
  readonly hand: boolean;
  readonly deaf: boolean;
  readonly muted_by: number | null;
}

export function saveAttachment(socket: WebSocket, kept: SocketAttachment): void {
  socket.serializeAttachment({
    admittance: kept.admittance,
    member: kept.member,
    opened: kept.opened,
    mic: kept.mic,
    cam: kept.cam,
    screen: kept.screen,
    hand: kept.hand,
    deaf: kept.deaf,
    muted_by: kept.muted_by,
  } satisfies SocketAttachment);
}

export const readAttachment = (socket: WebSocket): SocketAttachment =>
  socket.deserializeAttachment() as SocketAttachment;
