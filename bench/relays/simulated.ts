/** Results for a realm with fake relays. */
export interface Simulated {
  readonly streams: number;
  /** CPU time of an event to all streams, and of the streams' acknowledgements. */
  readonly eventMs: number;
  readonly acknowledgeMs: number;
  /** Frames and bytes of an event on all links together. */
  readonly frames: number;
  readonly bytes: number;
  /** Heap bytes of all queues, and the additional bytes of their streams. */
  readonly queueBytes: number;
  readonly streamBytes: number;
}
