import { type Level, output } from "./output.ts";
import { withoutSecrets } from "./secrets.ts";

/**
 * Fields of a log line other than its level and event. Never a credential, a message's content, or an email address.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes log lines as JSON. Each line includes the fields of `about`, such as request id, organization and route.
 * Fields can be added to that object at any time.
 */
export class Log {
  constructor(readonly about: LogFields = {}) {}

  with(more: LogFields): Log {
    return new Log({ ...this.about, ...more });
  }

  info(event: string, more?: LogFields): void {
    this.#write("info", event, more);
  }

  warn(event: string, more?: LogFields): void {
    this.#write("warn", event, more);
  }

  /** Writes a warning only once per process. Otherwise, it would be repeated each time an object wakes. */
  warnOnce(event: string, more?: LogFields): void {
    const line = JSON.stringify({ event, ...this.about, ...more });
    if (warnedLines.has(line)) return;
    if (warnedLines.size < MAX_REMEMBERED) warnedLines.add(line);
    this.warn(event, more);
  }

  /** Logs an expected kind of failure, such as an outage of a store or service. */
  trouble(event: string, error: unknown, more?: LogFields): void {
    this.#write("warn", event, { ...more, error: messageOf(error), cause: causeOf(error) });
  }

  failure(event: string, error: unknown, more?: LogFields): void {
    const stack = error instanceof Error && error.stack !== undefined ? withoutSecrets(error.stack) : undefined;
    this.#write("error", event, { ...more, error: messageOf(error), stack, cause: causeOf(error) });
  }

  #write(level: Level, event: string, more: LogFields | undefined): void {
    output.write(level, JSON.stringify({ level, event, ...this.about, ...more }));
  }
}

const MAX_REMEMBERED = 1000;
const warnedLines = new Set<string>();

const messageOf = (error: unknown) => withoutSecrets(error instanceof Error ? error.message : String(error));

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined;
