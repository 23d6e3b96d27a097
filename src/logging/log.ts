import { type Level, output } from "./output.ts";
import { withoutSecrets } from "./secrets.ts";

/**
 * The fields of a log line besides its level and its event: never a credential, a message's content, or an email
 * address.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes log lines as JSON. Each has the fields of `about`: the request's id, the organization, the route. Fields may
 * be added to that object while the work goes on.
 */
export class Log {
  constructor(readonly about: LogFields = {}) {}

  /** A log with further fields. */
  with(more: LogFields): Log {
    return new Log({ ...this.about, ...more });
  }

  info(event: string, more?: LogFields): void {
    this.#write("info", event, more);
  }

  warn(event: string, more?: LogFields): void {
    this.#write("warn", event, more);
  }

  /** Writes a warning only once while the process runs, as it would repeat each time that an object wakes. */
  warnOnce(event: string, more?: LogFields): void {
    const line = JSON.stringify({ event, ...this.about, ...more });
    if (written.has(line)) return;
    if (written.size < MAX_REMEMBERED) written.add(line);
    this.warn(event, more);
  }

  /** Logs a failure that is expected to happen: an outage of a store or a service. */
  trouble(event: string, error: unknown, more?: LogFields): void {
    this.#write("warn", event, { ...more, error: messageOf(error), cause: causeOf(error) });
  }

  /** Logs an unexpected failure, with its stack. */
  failure(event: string, error: unknown, more?: LogFields): void {
    const stack = error instanceof Error && error.stack !== undefined ? withoutSecrets(error.stack) : undefined;
    this.#write("error", event, { ...more, error: messageOf(error), stack, cause: causeOf(error) });
  }

  #write(level: Level, event: string, more: LogFields | undefined): void {
    output.write(level, JSON.stringify({ level, event, ...this.about, ...more }));
  }
}

const MAX_REMEMBERED = 1000;
/** The lines that `warnOnce` has written. */
const written = new Set<string>();

const messageOf = (error: unknown) => withoutSecrets(error instanceof Error ? error.message : String(error));

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined;
