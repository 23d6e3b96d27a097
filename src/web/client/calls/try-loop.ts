import { type Clock, pageClock } from "../../wire/clock.ts";
import { configurationOf } from "./media-path.ts";

/** Finding a route takes a second or two, and longer through a busy relay. */
const TIMEOUT_MS = 10_000;

type End = Pick<
  RTCPeerConnection,
  | "addIceCandidate"
  | "close"
  | "connectionState"
  | "createDataChannel"
  | "localDescription"
  | "onconnectionstatechange"
  | "onicecandidate"
  | "setLocalDescription"
  | "setRemoteDescription"
>;

interface LoopParts {
  readonly clock: Clock;
  readonly connect: (configuration: RTCConfiguration) => End;
}

/**
 * Tests whether two connections of this page can reach each other through these servers, optionally only through a
 * relay.
 */
export async function tryLoop(
  servers: readonly RTCIceServer[],
  isRelayed: boolean,
  { clock, connect }: LoopParts = { clock: pageClock, connect: (one) => new RTCPeerConnection(one) },
): Promise<boolean> {
  const configuration = configurationOf(servers, isRelayed);
  const [near, far] = [connect(configuration), connect(configuration)];
  try {
    near.onicecandidate = ({ candidate }) => candidate && void far.addIceCandidate(candidate).catch(() => {});
    far.onicecandidate = ({ candidate }) => candidate && void near.addIceCandidate(candidate).catch(() => {});
    near.createDataChannel("");
    await near.setLocalDescription();
    await far.setRemoteDescription(near.localDescription as RTCSessionDescriptionInit);
    await far.setLocalDescription();
    await near.setRemoteDescription(far.localDescription as RTCSessionDescriptionInit);
    return await new Promise((resolve) => {
      const cancel = clock.after(TIMEOUT_MS, () => resolve(false));
      const look = () => {
        const { connectionState } = near;
        if (connectionState !== "connected" && connectionState !== "failed") return;
        cancel();
        resolve(connectionState === "connected");
      };
      near.onconnectionstatechange = look;
      look();
    });
  } finally {
    near.close();
    far.close();
  }
}
