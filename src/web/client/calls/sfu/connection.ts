import type { Clock } from "../../../wire/clock.ts";

/** The part of an RTCPeerConnection that is used here. */
export type PeerConnection = Pick<
  RTCPeerConnection,
  | "addTransceiver"
  | "close"
  | "connectionState"
  | "getStats"
  | "getTransceivers"
  | "iceGatheringState"
  | "localDescription"
  | "onconnectionstatechange"
  | "onicegatheringstatechange"
  | "setConfiguration"
  | "setLocalDescription"
  | "setRemoteDescription"
>;

/** A connection to the media server, which is replaced when it breaks: the server restarts none. */
export interface Link {
  readonly connection: PeerConnection;
  /** Whether the room has heard of it, and has a session of its own for it. */
  isKnown: boolean;
  /** Whether another one was to take its place while the room could not be reached. */
  isToReplace: boolean;
}

/** An address that takes longer to find is left out: the media server can be reached without it. */
const GATHER_MS = 2_000;
/** An interruption that lasts longer seldom heals by itself. */
const BROKEN_MS = 7_000;
/** A connection that both ends have described, and that is not there after this, never will be. */
const CONNECT_MS = 20_000;

/** Has a connection watched: `onBroken` is called once it is of no more use. */
export function openLink(connection: PeerConnection, clock: Clock, onBroken: (link: Link) => void): Link {
  const link = { connection, isKnown: false, isToReplace: false };
  let cancel = () => {};
  connection.onconnectionstatechange = () => {
    const { connectionState } = connection;
    cancel();
    if (connectionState === "failed" || connectionState === "closed") onBroken(link);
    else if (connectionState === "disconnected") cancel = clock.after(BROKEN_MS, () => onBroken(link));
    else if (connectionState === "connecting") cancel = clock.after(CONNECT_MS, () => onBroken(link));
    else if (connectionState === "connected") link.isToReplace = false;
  };
  return link;
}

/** Describes this end with all its addresses, because the media server takes none later. */
export async function describe(connection: PeerConnection, clock: Clock): Promise<string> {
  await connection.setLocalDescription();
  if (connection.iceGatheringState !== "complete") {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(GATHER_MS, resolve);
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState !== "complete") return;
        cancel();
        resolve();
      };
    });
  }
  return connection.localDescription?.sdp ?? "";
}

/** Whether the network has taken the connection away. */
export const isInterrupted = (link: Link): boolean =>
  ["disconnected", "failed", "closed"].includes(link.connection.connectionState);

/** The time to the media server and back, in milliseconds. */
export function roundTripIn(stats: RTCStatsReport): number {
  let seconds = 0;
  for (const report of stats.values())
    if (report.type === "candidate-pair" && report.nominated) seconds = report.currentRoundTripTime ?? seconds;
  return seconds * 1000;
}
