/** With which code the server closes a stream of events. */
export const StreamCode = {
  /** The queue has ended, or the client has sent what it may not: it registers anew. */
  ended: 4400,
  /** The key, the session or the account behind it is no longer good. */
  loggedOut: 4401,
  /** Another stream or poll of the same queue has taken over. */
  displaced: 4409,
  /** The client was not heard of for long: nobody reads this, unless the silence was the network's. */
  silent: 4408,
} as const;
