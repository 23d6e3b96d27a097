import { type Level, output } from "./output.ts";
import { withoutSecrets } from "./secrets.ts";

/** What a line says besides its level and its event. Never a credential, a content, or an address of mail. */
export type About = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes lines of JSON, each with what is known of the work in progress: the request's id, the organization, the route.
 * The same object may be given to several and learn more while the work goes on.
 */
export class Log {
  constructor(readonly about: About = {}) {}

  /** The same, knowing more. */
  with(more: About): Log {
    return new Log({ ...this.about, ...more });
  }

  info(event: string, more?: About): void {
    this.#write("info", event, more);
  }

  warn(event: string, more?: About): void {
    this.#write("warn", event, more);
  }

  /** What stays true for long, and would be told again each time that an object wakes. */
  warnOnce(event: string, more?: About): void {
    const line = JSON.stringify({ event, ...this.about, ...more });
    if (told.has(line)) return;
    if (told.size < MOST_TOLD) told.add(line);
    this.warn(event, more);
  }

  /** Something has failed that the server can live with: an outage of a store or a service. */
  trouble(event: string, error: unknown, more?: About): void {
    this.#write("warn", event, { ...more, error: messageOf(error), cause: causeOf(error) });
  }

  /** Something has failed that nobody expects to: whole, with the place where it came from. */
  failure(event: string, error: unknown, more?: About): void {
    const stack = error instanceof Error && error.stack !== undefined ? withoutSecrets(error.stack) : undefined;
    this.#write("error", event, { ...more, error: messageOf(error), stack, cause: causeOf(error) });
  }

  #write(level: Level, event: string, more: About | undefined): void {
    output.write(level, JSON.stringify({ level, event, ...this.about, ...more }));
  }
}

const MOST_TOLD = 1000;
/** What this process has told once. */
const told = new Set<string>();

const messageOf = (error: unknown) => withoutSecrets(error instanceof Error ? error.message : String(error));

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined;
