/** How long the gate waits for what, in milliseconds. */
export const times = {
  /** For a whole head, from its first byte or from the connection's beginning. */
  head: 20_000,
  /** For the next request of a connection that has had one. */
  keptAlive: 75_000,
  /** For the runtime to serve, or for room. */
  queue: 2000,
  /** For a client to hang up after its last answer. */
  goodbye: 5000,
  /** For a new connection to say anything, where others have no room. */
  fresh: 1000,
  /** For a client to read what it is sent. */
  unread: 60_000,
  /** The runtime ends its connections after five idle seconds, and loses what is sent at that moment. */
  upstreamIdle: 3000,
  /** In each such time a body has to bring `bodyBytes`, lest its sender keep others waiting. */
  body: 20_000,
  bodyBytes: 10_000,
  /** Between two looks at all of these. */
  check: 500,
};

/** @typedef {typeof times} Times */
