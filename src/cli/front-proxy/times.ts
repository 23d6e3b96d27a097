/** Time limits of the gate, in milliseconds. */
export const times = {
  /** For a complete head, counted from its first byte or the start of the connection. */
  head: 20_000,
  /** For the next request on a connection after an earlier one. */
  keptAlive: 75_000,
  /** For a queued request until the runtime serves it. */
  queue: 2000,
  /**
   * For a queued WebSocket or poll. After an outage, far more are requested than can be opened in two seconds, and a
   * rejected client retries immediately.
   */
  queueToWait: 10_000,
  /** For a queued request during a planned replacement of the runtime, on a slow machine and with migrations. */
  replacement: 15_000,
  /** For a WebSocket to open. After that, others no longer wait for it. */
  opening: 1000,
  /** For a queued poll to start waiting, before others get their turn. Sixteen polls take at most this long. */
  settling: 10,
  /** For a runtime to end after it lost a request because it is shutting down. */
  ending: 1000,
  /** For the client to close the connection after its last response. */
  afterLastAnswer: 5000,
  /**
   * For the client to finish sending after its last response, such as a rejected body. Until then, the connection stays
   * open, because a reset could lose the response.
   */
  dropping: 30_000,
  /** Age at which a new connection can be closed to make room for another one. */
  fresh: 1000,
  /** For a client to continue reading a response. */
  unread: 60_000,
  /**
   * Maximum idle time of a connection to the runtime that is reused for a read. The runtime closes it after five
   * seconds, and loses anything sent at that moment. On a busy machine it may read a request only seconds after it was
   * sent.
   */
  upstreamIdle: 500,
  /**
   * At least `bodyBytes` of a body must arrive within this time, so that slow senders can't take up all connections.
   */
  body: 20_000,
  bodyBytes: 10_000,
  /** Between two checks of all connections. */
  check: 500,
};

export type Times = typeof times;
