/** The gate's time limits, in milliseconds. */
export const times = {
  /** Until a head is whole, from its first byte or from the connection's beginning. */
  head: 20_000,
  /** Until the next request of a connection that has had one. */
  keptAlive: 75_000,
  /** The time that a request is queued until the runtime serves it. */
  queue: 2000,
  /**
   * The same for a WebSocket and a poll: after an outage many more are asked for than can be opened in two seconds, and a client
   * that is refused comes at once by another way.
   */
  queueToWait: 10_000,
  /** The same while the runtime is replaced on purpose, on a slow machine and with migrations. */
  replacement: 15_000,
  /** The time for which a WebSocket that the runtime opens keeps others waiting. */
  opening: 1000,
  /** The same for a poll that had to queue: as long as sixteen take at most, so that others get their turns. */
  settling: 10,
  /** The time in which a runtime has ended that has lost a request because it ends. */
  ending: 1000,
  /** Until a client closes the connection after its last answer. */
  afterLastAnswer: 5000,
  /** For how long it may go on sending meanwhile, such as a body that was refused: a reset could cost it the answer. */
  dropping: 30_000,
  /** The time that a new connection is spared when another one needs its place. */
  fresh: 1000,
  /** Until a client reads on in an answer. */
  unread: 60_000,
  /**
   * The time that an idle connection to the runtime is used: it closes after five seconds, and loses what is sent then.
   */
  upstreamIdle: 3000,
  /** The period in which a body has to bring `bodyBytes`, lest slow senders take up all connections. */
  body: 20_000,
  bodyBytes: 10_000,
  /** Between two checks of all connections. */
  check: 500,
};

export type Times = typeof times;
