import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { Credentials } from "./credentials.ts";
import { objectStub } from "./object-stub.ts";

/** The way of media in a call: from browser to browser, or through a server (SFU). */
export type CallMode = "mesh" | "sfu";

/** The most members of a call. */
export const CALL_LIMITS: Readonly<Record<CallMode, number>> = { mesh: 6, sfu: 32 };

/** A call, as its room needs to know it. */
export interface CallFacts {
  readonly subdomain: string;
  /** The organization's number. */
  readonly realm: number;
  readonly call: string;
  readonly started_at: number;
  /** Whether it ends sooner once everybody has left: a direct call that was answered. */
  readonly is_direct: boolean;
  /** Whether members encrypt what they send through a media server, so that it cannot be heard there. Older callers do not say. */
  readonly encrypted?: boolean;
}

/**
 * The realm's word that somebody may come in. Only the Worker hands it to a room, over the binding: nothing that a client sends is
 * taken for it.
 */
export interface RoomTicket extends CallFacts {
  readonly user: number;
  readonly moderates: boolean;
  readonly is_starter: boolean;
  /** The login by which they come, which is looked at again when logins end. */
  readonly credentials: Credentials;
  /** The call's number of changes of rights so far: a room that has heard of a later one refuses. */
  readonly version: number;
  /** In milliseconds since 1970. */
  readonly expires_at: number;
}

/** A member of a room, for the realm to decide whether they may stay. */
export interface RoomMember {
  readonly id: number;
  readonly user: number;
  readonly credentials: Credentials;
}

/** The realm's decision about those in a room. */
export interface Verdict {
  /** The numbers of members who may not stay. */
  readonly out: readonly number[];
  /** The users among the others who moderate. */
  readonly moderators: readonly number[];
}

/** An act of somebody on another member, with the number of the report in which it came first. */
export interface RoomAct {
  readonly n: number;
  readonly act: "remove" | "mute";
  readonly by: number;
  readonly user: number;
}

/** The room's word about who is in: absolute, and numbered, so that one that comes late or twice changes nothing. */
export interface RoomReport {
  readonly seq: number;
  /** The users who are in. */
  readonly members: readonly number[];
  /** The users who have been in, with their seconds. */
  readonly people: readonly (readonly [user: number, seconds: number])[];
  readonly locked: boolean;
  /** The acts of which the realm may not have heard. */
  readonly acts?: readonly RoomAct[];
  readonly ended: null | { readonly why: EndReason; readonly by: number | null };
}

const EMPTY_MS = 60_000;
/** The time after which a direct call that was answered ends with its last member. */
const HUNG_UP_MS = 10_000;

/** The time that a room waits for somebody to come, in milliseconds, once nobody is in. */
export const waitForOthers = ({ is_direct, answered }: { readonly is_direct: boolean; readonly answered: boolean }) =>
  is_direct && answered ? HUNG_UP_MS : EMPTY_MS;

export type EndReason = "left" | "ended" | "too_long" | "anchor" | "archived";

/** A call's room (src/call-room-object.ts), as the Worker and the realm speak to it. */
interface CallRoomPort {
  /** Lets a client in that has been admitted: answers with a WebSocket, or with 409 where rights have changed meanwhile. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Lets the room know of its call: one that stays empty reports its end. */
  begin(call: CallFacts): Promise<void>;
  /** Names those who are in, and refuses from now on admittances that are older than a version. */
  members(version: number): Promise<readonly RoomMember[]>;
  settle(verdict: Verdict): Promise<void>;
  /** Closes the room for good. */
  end(): Promise<RoomReport | null>;
}

const ADMITTANCE_HEADER = "x-parley-admittance";

type Rooms = Pick<Env, "CALL_ROOM">;

/** The room of a call of an organization. */
export const callRoom = (
  { CALL_ROOM }: Rooms,
  { place }: Pick<Config, "place">,
  { subdomain, call }: Pick<CallFacts, "subdomain" | "call">,
): CallRoomPort => objectStub(CALL_ROOM, `${subdomain || "."}/${call}`, place) as CallRoomPort;

/** Opens a client's way into a room. */
export const enterCallRoom = (env: Rooms, config: Pick<Config, "place">, admittance: RoomTicket): Promise<Response> =>
  callRoom(env, config, admittance).fetch("https://call/enter", {
    headers: { Upgrade: "websocket", [ADMITTANCE_HEADER]: encodeURIComponent(JSON.stringify(admittance)) },
  });

/** The admittance that a request to a room has; null where it has none. */
export function readAdmittance(headers: Headers): RoomTicket | null {
  const written = headers.get(ADMITTANCE_HEADER);
  // A Worker of this same deployment has written it.
  return written === null ? null : (JSON.parse(decodeURIComponent(written)) as RoomTicket);
}
