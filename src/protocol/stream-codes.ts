/** WebSocket close codes of an event stream. */
export const StreamCode = {
  /** The queue expired, or the client broke the protocol. The client must register again. */
  ended: 4400,
  /** The API key, session or account is no longer valid. */
  loggedOut: 4401,
  /** Another stream or poll of the same queue has taken over. */
  displaced: 4409,
  /** The client stopped pinging. It only receives this code if the network was down in between. */
  silent: 4408,
} as const;
