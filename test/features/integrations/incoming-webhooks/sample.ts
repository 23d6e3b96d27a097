/** A service's delivery, and the expected messages: none, or the reason that there are none. */
export interface Sample {
  /** What the sample shows, for use in a test title. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters in addition to the key. */
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Looked-up names, by ID. */
  readonly names?: Readonly<Record<string, string>>;
  /** True if the webhook's URL sets the topic too. By default, it sets only a channel. */
  readonly namesSubject?: boolean;
  readonly becomes: readonly SampleMessage[] | { readonly unsupported: string } | { readonly refused: string };
}

interface SampleMessage {
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
  readonly channel?: string;
}

/** The one expected message: its event, if any, and its topic in the first line, then its content. */
export function expected(text: TemplateStringsArray): readonly SampleMessage[] {
  const [first = "", ...lines] = text
    .join("")
    .trim()
    .split(/\n {6}|\n/);
  const [event = "", topic = ""] = first.split(/ ?> (.*)/);
  return [{ ...(event !== "" && { event }), topic, content: lines.join("\n") }];
}
