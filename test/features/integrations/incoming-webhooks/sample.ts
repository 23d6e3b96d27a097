/** What a service delivers, and the messages that it becomes: none, or what is said instead of one. */
export interface Sample {
  /** What the sample shows, in the words of a test title. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameters of the address besides the key. */
  readonly query?: Readonly<Record<string, string>>;
  /** JSON; or the fields of a form. */
  readonly payload?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** What was looked up, by id. */
  readonly names?: Readonly<Record<string, string>>;
  /** A webhook with a stream, and with no topic of its own, unless it says so. */
  readonly namesSubject?: boolean;
  readonly becomes: readonly SampleMessage[] | { readonly unsupported: string } | { readonly refused: string };
}

interface SampleMessage {
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
  readonly channel?: string;
}
