import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Credentials } from "./credentials.ts";
import { objectStub } from "./object-stub.ts";

/** How media flows in a call: from browser to browser, or through a server (SFU). */
export type CallMode = "mesh" | "sfu";

export const CALL_LIMITS: Readonly<Record<CallMode, number>> = { mesh: 6, sfu: 32 };

export interface CallFacts {
  readonly subdomain: string;
  readonly realm: number;
  readonly call: string;
  readonly started_at: number;
  /** True for an answered direct call, which ends sooner once everyone has left. */
  readonly is_direct: boolean;
  /**
   * True if members can encrypt what they send through a media server, so that the server can't decode it. They don't
   * while one of them is unable to, or a moderator has turned encryption off. Missing from older callers.
   */
  readonly encrypted?: boolean;
  /** Id of the administrator who turned encryption off for the organization, or null if it isn't turned off. */
  readonly plain_by?: number | null;
}

/**
 * The realm's permission for a user to join. Only the Worker passes it to the room, over the binding; it is never
 * accepted from a client.
 */
export interface RoomTicket extends CallFacts {
  readonly user: number;
  readonly moderates: boolean;
  readonly is_starter: boolean;
  /** True if the user joined through an outside link. Missing from older callers. */
  readonly is_outside?: boolean;
  /** The login used to join, which is checked again when logins end. */
  readonly credentials: Credentials;
  /** Number of permission changes of the call so far. A room that has seen a higher number refuses the ticket. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** A member of a room, as sent to the realm, which decides whether they can stay. */
export interface RoomMember {
  readonly id: number;
  readonly user: number;
  readonly credentials: Credentials;
}

export interface Verdict {
  /** Members who must leave. */
  readonly out: readonly number[];
  /** The moderators among the remaining users. */
  readonly moderators: readonly number[];
}

/** An action on another member, with the number of the report that first included it. */
export interface RoomAct {
  readonly n: number;
  readonly act: "remove" | "mute";
  readonly by: number;
  readonly user: number;
}

/** A moderator turning the call's encryption off or on, numbered like a `RoomAct`. */
export interface EncryptionAct {
  readonly n: number;
  readonly act: "plain" | "encrypt";
  readonly by: number;
}

/**
 * The room's report of its members. Reports are absolute and numbered, so that a late or repeated one changes nothing.
 */
export interface RoomReport {
  readonly seq: number;
  readonly members: readonly number[];
  readonly people: readonly (readonly [user: number, seconds: number])[];
  readonly locked: boolean;
  /** Actions that may not have reached the realm yet. */
  readonly acts?: readonly RoomAct[];
  readonly encryption_acts?: readonly EncryptionAct[];
  readonly ended: null | { readonly why: EndReason; readonly by: number | null };
}

const EMPTY_MS = 60_000;
/** Delay between the last member leaving an answered direct call and its end. */
const HUNG_UP_MS = 10_000;

/** Returns how long an empty room stays open, in milliseconds. */
export const waitForOthers = ({ is_direct, answered }: { readonly is_direct: boolean; readonly answered: boolean }) =>
  is_direct && answered ? HUNG_UP_MS : EMPTY_MS;

export type EndReason = "left" | "ended" | "too_long" | "anchor" | "archived";

/** A call's room (src/call-room-object.ts), as seen by the Worker and the realm. */
interface CallRoomPort {
  /**
   * Lets in an admitted client. Responds with a WebSocket, or with 409 if permissions have changed since the client was
   * admitted.
   */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Passes the facts of the call to its room. If no one joins, the room reports the call's end. */
  begin(call: CallFacts): Promise<void>;
  /** Returns the members. From then on, the room refuses tickets with an older version. */
  members(version: number): Promise<readonly RoomMember[]>;
  settle(verdict: Verdict): Promise<void>;
  end(): Promise<RoomReport | null>;
}

const ADMITTANCE_HEADER = "x-parley-admittance";

type Rooms = Pick<Env, "CALL_ROOM">;

export const callRoom = (
  { CALL_ROOM }: Rooms,
  { place }: Pick<Config, "place">,
  { subdomain, call }: Pick<CallFacts, "subdomain" | "call">,
): CallRoomPort => objectStub(CALL_ROOM, `${subdomain || "."}/${call}`, place) as CallRoomPort;

export const enterCallRoom = (env: Rooms, config: Pick<Config, "place">, admittance: RoomTicket): Promise<Response> =>
  callRoom(env, config, admittance).fetch("https://call/enter", {
    headers: { Upgrade: "websocket", [ADMITTANCE_HEADER]: encodeURIComponent(JSON.stringify(admittance)) },
  });

/** Returns the ticket in a request to a room, or null if it has none. */
export function readAdmittance(headers: Headers): RoomTicket | null {
  const written = headers.get(ADMITTANCE_HEADER);
  // Written by a Worker of this same deployment.
  return written === null ? null : (JSON.parse(decodeURIComponent(written)) as RoomTicket);
}
