/** Minimum age of a packet that no longer counts. Browsers keep reporting it for ten seconds. */
const GONE_MS = 1_000;

/** Each receiver's last packet, and when it was first seen. */
const seen = new WeakMap<RTCRtpReceiver, { readonly timestamp: number; readonly at: number }>();

/** Returns a receiver's newest packet, or undefined if none has arrived for a second. */
export function lastPacket(receiver: RTCRtpReceiver, now: number): RTCRtpSynchronizationSource | undefined {
  const [source] = receiver.getSynchronizationSources();
  if (source === undefined) return undefined;
  const before = seen.get(receiver);
  if (before?.timestamp === source.timestamp) return now - before.at < GONE_MS ? source : undefined;
  seen.set(receiver, { timestamp: source.timestamp, at: now });
  return source;
}
