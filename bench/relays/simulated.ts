/** The findings about a realm whose relays are stand-ins. */
export interface Simulated {
  readonly streams: number;
  /** The CPU time of an event to all streams, and of their acknowledgement of it. */
  readonly eventMs: number;
  readonly acknowledgeMs: number;
  /** Frames and bytes that an event is on all links together. */
  readonly frames: number;
  readonly bytes: number;
  /** The heap that all queues take, and what their streams take beside it. */
  readonly queueBytes: number;
  readonly streamBytes: number;
}
