import type { Layer, Member, MemberSignal, RoomState, TrackKind } from "./frames.ts";

export interface Quality {
  /** Share of packets lost since the last measurement, 0 to 1. */
  readonly loss: number;
  /** Round-trip time in milliseconds. */
  readonly roundTrip: number;
}

/** Called when a member's track becomes available, and with null when it no longer is. */
export type OnTrack = (member: number, kind: TrackKind, track: MediaStreamTrack | null) => void;

export interface MediaPath {
  /**
   * Sends this track to everyone from now on, or nothing of this kind if it is null. Once the promise resolves, the
   * previous track is no longer used.
   */
  publish(kind: TrackKind, track: MediaStreamTrack | null): Promise<void>;
  /** Requests a member's video in this size, or stops it. Audio arrives without a request. */
  wants(member: number, kind: "cam" | "screen", layer: Layer | null): void;
  follow(state: RoomState): void;
  /** Handles a member who joined, or whose tracks at the media server have changed. */
  add(member: Member): void;
  remove(member: number): void;
  take(frame: MemberSignal): void;
  /** Uses other servers for later connections, because the credentials of the old ones expire. */
  useServers(servers: readonly RTCIceServer[]): void;
  /** Looks for new routes to everyone after a network change. */
  restart(): void;
  /** Returns a member's current volume, 0 to 1, or undefined if the browser doesn't report it. */
  levelOf(member: number): number | undefined;
  /** Measures all connections, and reports members whose packets no longer arrive. */
  measure(): Promise<Quality>;
  close(): void;
}

/**
 * Returns the configuration of a connection. A later configuration may only differ in its servers: browsers reject
 * another bundle policy, and without the transport policy they would offer addresses that must stay hidden.
 */
export const configurationOf = (servers: readonly RTCIceServer[], isRelayed: boolean): RTCConfiguration => ({
  iceServers: [...servers],
  // All media share one transport, so candidates are gathered only once.
  bundlePolicy: "max-bundle",
  iceTransportPolicy: isRelayed ? "relay" : "all",
});
