import type { UserId } from "../../model/ids.ts";

/** A track of a member: its voice, its camera, its shared screen, and the sound of that screen. */
export type TrackKind = "mic" | "cam" | "screen" | "sound";
/** The size of a video: full, half, or a quarter of its width. */
export type Layer = "f" | "h" | "q";

/** A device in a call; its number is unique in the call. */
export interface Member {
  readonly id: number;
  readonly user_id: UserId;
  readonly mic: boolean;
  readonly cam: boolean;
  readonly screen: boolean;
  readonly hand: boolean;
  /** Whether it hears nothing: its person is in the call on another device too. */
  readonly deaf: boolean;
  /** Whether the room has heard nothing of it for a while. */
  readonly lost?: boolean;
  /** The moderator who has muted it; null or missing where it is not muted by one. */
  readonly muted_by?: UserId | null;
  /** The tracks that the media server has of it, with the sizes that can be asked for. */
  readonly tracks?: readonly { readonly kind: TrackKind; readonly rids: readonly string[] }[];
  /** The number of its connections to the media server so far: the tracks of earlier ones no longer come. */
  readonly media?: number;
  /** The public key that it has announced, in an encrypted call. */
  readonly key?: string;
}

/** The switches of a member. */
export type Switches = Pick<Member, "mic" | "cam" | "screen" | "hand" | "deaf">;

/** A description of one end of a connection, and a candidate for its address. */
export interface Signal {
  readonly d?: RTCSessionDescriptionInit | undefined;
  readonly c?: RTCIceCandidateInit | null | undefined;
}

/** Another member's word to this one's connection. */
export type MemberSignal = { readonly type: "signal"; readonly from: number } & Signal;

/** The state of a call, which the room sends to a member that has come in. */
export interface RoomState {
  readonly type: "state";
  readonly me: number;
  /** The way of sounds and pictures: between the browsers, or through a media server. */
  readonly mode?: "mesh" | "sfu";
  /** The secret by which this member comes back after a lost connection. */
  readonly resume: string;
  readonly started_at: number;
  readonly members: readonly Member[];
  readonly ice_servers: readonly RTCIceServer[];
  /** Whether members encrypt what they send, so that the media server cannot hear it. */
  readonly encrypted?: boolean;
  /** Whether nobody else can join. */
  readonly locked?: boolean;
  /** The acts that this member may do as a moderator. */
  readonly may?: readonly ModeratorAct[];
}

/** An act of a moderator on a member, or on the whole call. It is ended by the server's API. */
export type ModeratorAct = "mute" | "unshare" | "remove" | "lock" | "unlock" | "end";

/** The room's word that a moderator has done something. */
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

/** A track that is asked for, in the connection's place `mid` if there is one for it. */
export interface PullItem {
  readonly member: number;
  readonly kind: TrackKind;
  readonly rid?: string;
  readonly mid?: string;
}

/** A request of a member. */
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

/** The room's answer to a request: to which one, and what the request was for. */
export interface RoomResponse {
  readonly ok?: number;
  readonly error?: number;
  readonly code?: string;
  readonly sdp?: string;
  /** The tracks that were asked for, and where each comes, or why it does not. */
  readonly tracks?: readonly (PullItem & { readonly code?: string })[];
}

/** A refusal of the room, with its code. */
export class RoomError extends Error {
  override readonly name = "RoomError";
  constructor(readonly code: string) {
    super(code);
  }
}

/** The codes with which the room closes a socket for good. */
export const CLOSED = {
  4401: "login",
  4403: "removed",
  4404: "ended",
  4408: "unheard",
  4409: "moved",
  4413: "full",
} as const;

/** The reason why someone is no longer in a call. */
export type EndReason =
  | Exclude<(typeof CLOSED)[keyof typeof CLOSED], "unheard">
  | "left"
  | "locked"
  | "devices"
  | "encrypted"
  | "unencrypted"
  | "unreachable";
