/** Browsers tell of a packet for ten seconds after it came. */
const GONE_MS = 1_000;

/** The last packet of each receiver, and when it was first seen. */
const seen = new WeakMap<RTCRtpReceiver, { readonly timestamp: number; readonly at: number }>();

/** The newest packet that has come to a receiver; undefined where none has come for a second. */
export function lastPacket(receiver: RTCRtpReceiver, now: number): RTCRtpSynchronizationSource | undefined {
  const [source] = receiver.getSynchronizationSources();
  if (source === undefined) return undefined;
  const before = seen.get(receiver);
  if (before?.timestamp === source.timestamp) return now - before.at < GONE_MS ? source : undefined;
  seen.set(receiver, { timestamp: source.timestamp, at: now });
  return source;
}
