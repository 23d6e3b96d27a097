import type { Clock } from "../../../wire/clock.ts";

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

/** A connection to the media server. It is replaced when it breaks, because the server doesn't support restarts. */
export interface Link {
  readonly connection: PeerConnection;
  /** True if the room knows about the connection and has a session for it. */
  isKnown: boolean;
  /** True if the connection should have been replaced, but the room couldn't be reached. */
  isToReplace: boolean;
}

/** Candidates that take longer are dropped, because the media server can be reached without them. */
const GATHER_MS = 2_000;
/** Longer interruptions rarely recover. */
const BROKEN_MS = 7_000;
/** A connection described by both ends that isn't established within this time never will be. */
const CONNECT_MS = 20_000;

/** Watches a connection, and calls `onBroken` once it is unusable. */
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

/** Returns this end's description with all candidates, because the media server doesn't accept later ones. */
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

export const isInterrupted = (link: Link): boolean =>
  ["disconnected", "failed", "closed"].includes(link.connection.connectionState);

export function roundTripIn(stats: RTCStatsReport): number {
  let seconds = 0;
  for (const report of stats.values())
    if (report.type === "candidate-pair" && report.nominated) seconds = report.currentRoundTripTime ?? seconds;
  return seconds * 1000;
}
