/** The facts that are known of the request itself. */
export interface RequestFacts {
  /** Names the request in the lines of the log, the Worker's as well as the realm's. */
  readonly id: string;
  /** The address by which the caller goes on: for the answer alone, never for anybody else, who is told `realm.url`. */
  readonly origin: string;
  /** The caller's network address, as it is counted by. */
  readonly address: string;
  /** The network address itself, where one is known: of IPv6, callers are counted by their network. */
  readonly ip?: string;
  readonly userAgent: string;
  /** The hash of the mark that the browser was given at the beginning of a login. */
  readonly browser?: string;
  /** The client's name (conventions.md 5). */
  readonly client: string;
}
