/** A request of a service, and the expected messages, or the reason why there are none. */
export interface Sample {
  /** What the sample shows, for use in a test title. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters in addition to the key. */
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** The names that a lookup returns, by id. */
  readonly names?: Readonly<Record<string, string>>;
  /** True if the webhook's URL sets the topic, too. By default, it sets only a channel. */
  readonly namesSubject?: boolean;
  readonly becomes: readonly SampleMessage[] | { readonly unsupported: string } | { readonly refused: string };
}

interface SampleMessage {
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
  readonly channel?: string;
}

/**
 * Returns a single expected message. The first line of the text has its event, if any, and its topic. The other lines
 * are its content.
 */
export function expected(text: TemplateStringsArray): readonly SampleMessage[] {
  const [first = "", ...lines] = text
    .join("")
    .trim()
    .split(/\n {6}|\n/);
  const [event = "", topic = ""] = first.split(/ ?> (.*)/);
  return [{ ...(event !== "" && { event }), topic, content: lines.join("\n") }];
}
