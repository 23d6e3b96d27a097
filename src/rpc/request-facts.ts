export interface RequestFacts {
  /** Identifies the request in log lines, both the Worker's and the realm's. */
  readonly id: string;
  /** The origin that the caller used. Use it only in this response; links for anyone else use `realm.url`. */
  readonly origin: string;
  /** The caller's rate-limit key. */
  readonly address: string;
  /** The network address itself, if known. For IPv6, the rate-limit key is only the network. */
  readonly ip?: string;
  readonly userAgent: string;
  /** Hash of the cookie that identifies the browser (`browserMark`). */
  readonly browser?: string;
  /** The client's name (conventions.md 5). */
  readonly client: string;
}
