/** Time limits of the gate, in milliseconds. */
export const times = {
  /** For a complete head, from its first byte or the start of the connection. */
  head: 20_000,
  /** For the next request on a connection that has had one. */
  keptAlive: 75_000,
  /** How long a request can be queued until the runtime serves it. */
  queue: 2000,
  /**
   * Same for WebSockets and polls. After an outage far more are requested than can be opened in two seconds, and a
   * rejected client immediately tries another way.
   */
  queueToWait: 10_000,
  /** Same during a planned replacement of the runtime, on a slow machine and with migrations. */
  replacement: 15_000,
  /** How long a WebSocket being opened makes others wait. */
  opening: 1000,
  /** Same for a queued poll: the most that sixteen take, so that others get their turn. */
  settling: 10,
  /** How long a runtime that lost a request because it is ending can take to end. */
  ending: 1000,
  /** For the client to close the connection after its last response. */
  afterLastAnswer: 5000,
  /** How long it can continue sending meanwhile, such as a rejected body: a reset could lose the response. */
  dropping: 30_000,
  /** How long a new connection is spared when another one needs its place. */
  fresh: 1000,
  /** For a client to continue reading a response. */
  unread: 60_000,
  /**
   * How long an idle connection to the runtime is reused: the runtime closes it after five seconds, and loses anything
   * sent at that moment.
   */
  upstreamIdle: 3000,
  /** Period in which a body must bring `bodyBytes`, so that slow senders can't take up all connections. */
  body: 20_000,
  bodyBytes: 10_000,
  /** Between two checks of all connections. */
  check: 500,
};

export type Times = typeof times;
