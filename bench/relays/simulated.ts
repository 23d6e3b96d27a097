/** Results for a realm with fake relays. */
export interface Simulated {
  readonly streams: number;
  /** CPU time of an event to all streams, and of their acknowledgements. */
  readonly eventMs: number;
  readonly acknowledgeMs: number;
  /** Frames and bytes of an event on all links together. */
  readonly frames: number;
  readonly bytes: number;
  /** Heap of all queues, and of their streams on top of that. */
  readonly queueBytes: number;
  readonly streamBytes: number;
}
