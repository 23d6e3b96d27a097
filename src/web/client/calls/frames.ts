import type { UserId } from "../../model/ids.ts";

/** A member's track: microphone, camera, shared screen, or the screen's audio. */
export type TrackKind = "mic" | "cam" | "screen" | "sound";
/** Video size: full, half, or a quarter of the width. */
export type Layer = "f" | "h" | "q";

/** A device in a call. Its number is unique in the call. */
export interface Member {
  readonly id: number;
  readonly user_id: UserId;
  readonly mic: boolean;
  readonly cam: boolean;
  readonly screen: boolean;
  readonly hand: boolean;
  /** True if the device plays nothing, because its user is also in the call on another device. */
  readonly deaf: boolean;
  readonly lost?: boolean;
  /** The moderator who muted the member. Null or missing if not muted by a moderator. */
  readonly muted_by?: UserId | null;
  /** The member's tracks at the media server, with the available sizes. A track published again has another `mid`. */
  readonly tracks?: readonly { readonly kind: TrackKind; readonly rids: readonly string[]; readonly mid: string }[];
  /** Number of connections the member has made to the media server so far. Tracks of earlier ones no longer arrive. */
  readonly media?: number;
  /** Missing if the device can't encrypt. */
  readonly key?: string;
}

/** A member's on/off states. */
export type Switches = Pick<Member, "mic" | "cam" | "screen" | "hand" | "deaf">;

/** A session description or ICE candidate of one end of a connection. */
export interface Signal {
  readonly d?: RTCSessionDescriptionInit | undefined;
  readonly c?: RTCIceCandidateInit | null | undefined;
}

export type MemberSignal = { readonly type: "signal"; readonly from: number } & Signal;

/** The state of a call, sent by the room to a member who has joined. */
export interface RoomState {
  readonly type: "state";
  readonly me: number;
  /** How media flows: between the browsers, or through a media server. */
  readonly mode?: "mesh" | "sfu";
  /** The secret this member uses to reconnect. */
  readonly resume: string;
  readonly started_at: number;
  readonly members: readonly Member[];
  readonly ice_servers: readonly RTCIceServer[];
  /**
   * True if members encrypt what they send, so that the media server can't decode it, unless `plain_by` is set or one
   * of them can't encrypt.
   */
  readonly encrypted?: boolean;
  /** The user who turned encryption off, for this call or for the organization. Null if this member can't see them. */
  readonly plain_by?: UserId | null;
  /** True if no one else can join. */
  readonly locked?: boolean;
  /** What this member can do as a moderator. */
  readonly may?: readonly ModeratorAct[];
}

/** A moderator's action on a member or on the whole call. `end` goes through the server's API. */
export type ModeratorAct = "mute" | "unshare" | "remove" | "lock" | "unlock" | "plain" | "encrypt" | "end";

/** Sent by the room when a moderator acts. */
export interface ModeratorAction {
  readonly type: "told";
  readonly act: Exclude<ModeratorAct, "end">;
  readonly by: UserId;
  readonly member?: number;
}

export type RoomFrame =
  | RoomState
  | { readonly type: "join"; readonly member: Member }
  | { readonly type: "gone"; readonly id: number }
  | ({ readonly type: "set"; readonly id: number } & Partial<Switches & Pick<Member, "lost" | "muted_by">>)
  | ({ readonly type: "tracks"; readonly id: number } & Required<Pick<Member, "tracks" | "media">>)
  | MemberSignal
  | ModeratorAction
  | { readonly type: "may"; readonly may: readonly ModeratorAct[] }
  | { readonly type: "key"; readonly from: number; readonly blob: string }
  | { readonly type: "ice"; readonly ice_servers: readonly RTCIceServer[] };

/** A requested track, with the transceiver's `mid` if it already has one. */
export interface PullItem {
  readonly member: number;
  readonly kind: TrackKind;
  readonly rid?: string;
  readonly mid?: string;
}

export type RoomRequest =
  | {
      readonly type: "hello";
      readonly v: 1;
      readonly device: string;
      readonly can: readonly string[];
      readonly as: "move" | "too";
      readonly resume?: string;
      readonly key?: string;
    }
  | { readonly type: "key"; readonly to: number; readonly blob: string }
  | ({ readonly type: "set" } & Partial<Switches>)
  | ({ readonly type: "signal"; readonly to: number } & Signal)
  | { readonly type: "lost" | "heard"; readonly member: number }
  | {
      readonly type: "publish";
      readonly sdp: string;
      readonly tracks: readonly { readonly mid: string; readonly kind: TrackKind; readonly rids?: readonly Layer[] }[];
      readonly fresh?: boolean;
    }
  | { readonly type: "unpublish" | "drop"; readonly mids: readonly string[] }
  | { readonly type: "pull"; readonly tracks: readonly PullItem[]; readonly fresh?: boolean }
  | { readonly type: "answer"; readonly sdp: string }
  | { readonly type: "layer"; readonly mid: string; readonly rid: string }
  | { readonly type: "moderate"; readonly act: ModeratorAct; readonly member?: number }
  | { readonly type: "leave" };

/** The room's answer to a request. `ok` or `error` is the request's number. */
export interface RoomResponse {
  readonly ok?: number;
  readonly error?: number;
  readonly code?: string;
  readonly sdp?: string;
  /** The requested tracks, each with its transceiver's `mid` or, if it isn't available, an error code. */
  readonly tracks?: readonly (PullItem & { readonly code?: string })[];
}

export class RoomError extends Error {
  override readonly name = "RoomError";
  constructor(readonly code: string) {
    super(code);
  }
}

/** Close codes the room uses to end a connection permanently. */
export const CLOSED = {
  4401: "login",
  4403: "removed",
  4404: "ended",
  4408: "unheard",
  4409: "moved",
  4413: "full",
} as const;

export type EndReason =
  | Exclude<(typeof CLOSED)[keyof typeof CLOSED], "unheard">
  | "left"
  | "locked"
  | "devices"
  | "unencrypted"
  | "unreachable";
