import type { Sql } from "../database/statement.ts";
import type { Log } from "../logging/log.ts";
import type { RoomReport, RoomTicket } from "../rpc/call-room-port.ts";
import type { Clock } from "../util/clock.ts";
import type { Random } from "../util/random.ts";
import type { CleanupWork } from "./media/rows.ts";
import type { Sfu } from "./media/sfu.ts";
import type { CloudflareTurn } from "./media/turn.ts";
import type { RoomFacts } from "./rows.ts";

/** The reason why a frame is refused, for programs and for people. */
export type Refusal = readonly [code: string, msg: string];

/** The surroundings of a room. */
export interface RoomParts {
  readonly sockets: Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp">;
  readonly sql: Sql;
  readonly random: Random;
  /** The clock of an organization, which tests move. */
  clockOf(realm: number): Clock;
  /** The clock of the machine, which tests do not move. */
  readonly wallClock: Clock;
  /** The server through which media goes; null where it goes from browser to browser. */
  readonly sfu: Sfu | null;
  /** The service that gives names for TURN; null where there is none. */
  readonly turn: CloudflareTurn | null;
  readonly log: Log;
  /** Sets the alarm, so many milliseconds from now. */
  wakeIn(ms: number): void;
  /** Tells the realm who is in. False where it knows of no such call. */
  report(facts: RoomFacts, report: RoomReport): Promise<boolean>;
  iceServers(user: number): readonly object[];
  /** Whether those that clients get become old. */
  readonly iceServersExpire: boolean;
  forget(): Promise<void>;
}

/** The room, as its media needs it. */
export interface MediaRoom {
  readonly parts: RoomParts;
  readonly clock: Clock;
  readonly now: number;
  readonly cleanups: { add(work: CleanupWork, under?: Promise<unknown>): void };
  readonly members: { tellAll(frame: object, but?: number): void; byId(id: number): object | undefined };
}

/** The attachment of a socket, which outlives the object in memory: the admittance before hello, and then the member. */
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

export const keptBy = (socket: WebSocket): SocketAttachment => socket.deserializeAttachment() as SocketAttachment;
