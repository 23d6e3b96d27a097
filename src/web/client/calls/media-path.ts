import type { Layer, Member, MemberSignal, RoomState, TrackKind } from "./frames.ts";

/** The state of a call's connections at one moment. */
export interface Quality {
  /** The part of packets that were lost since the last time, 0 to 1. */
  readonly loss: number;
  /** The time to the other end and back, in milliseconds. */
  readonly roundTrip: number;
}

/** Called when a track of a member can be heard or seen, and with null when it no longer can. */
export type OnTrack = (member: number, kind: TrackKind, track: MediaStreamTrack | null) => void;

/** The way of sounds and pictures between the members of a call. */
export interface MediaPath {
  /** Sends this track to everyone from now on, or nothing of this kind. The track before it is free once this resolves. */
  publish(kind: TrackKind, track: MediaStreamTrack | null): Promise<void>;
  /** Asks for the video of a member in this size, or for none. Sounds come without being asked for. */
  wants(member: number, kind: "cam" | "screen", layer: Layer | null): void;
  /** Takes the room's word for who is in the call. */
  follow(state: RoomState): void;
  /** Takes a member that came, or whose tracks at the media server are others now. */
  add(member: Member): void;
  remove(member: number): void;
  /** Takes what a member tells about its media. */
  take(frame: MemberSignal): void;
  /** Makes later connections by other servers: the credentials of the earlier ones end. */
  useServers(servers: readonly RTCIceServer[]): void;
  /** Looks for other ways to everyone: the network has changed. */
  restart(): void;
  /** The loudness of a member just now, 0 to 1; undefined if the browser does not say. */
  levelOf(member: number): number | undefined;
  /** Measures all connections, and reports members of whom nothing comes any more. */
  measure(): Promise<Quality>;
  close(): void;
}

/**
 * The configuration of a connection. A later one may differ in nothing but its servers: browsers refuse another bundle policy,
 * and without the transport policy they would offer addresses that are to stay hidden.
 */
export const configurationOf = (servers: readonly RTCIceServer[], isRelayed: boolean): RTCConfiguration => ({
  iceServers: [...servers],
  // All lines share one way: addresses are gathered once.
  bundlePolicy: "max-bundle",
  iceTransportPolicy: isRelayed ? "relay" : "all",
});
