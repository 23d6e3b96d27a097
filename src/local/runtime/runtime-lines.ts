const REPEATED_MS = 10_000;
/** Finds the error of SQLite in what workerd prints with the place in its source and a stack of addresses. */
const SQLITE_ERROR = /(?:dbErrorMessage\([^)]*\) = |Error: )([^\n;]*: SQLITE_[A-Z]+)/;
/**
 * Finds what workerd prints, with a stack, of each request to an address outside that it could or would not connect to.
 */
const NOT_CONNECTED = /failed: connect\(\) blocked by restrictPeers|failed: getaddrinfo\(\): DNS lookup failed/;
/** Finds why a certificate is not trusted: the program that has asked learns only that there is no connection. */
const NOT_TRUSTED = /TLS peer's certificate is not trusted; reason = ([^\n]+)/;

/**
 * Prints the runtime's lines. Those about a failing database or a certificate, which are many and long, become one line
 * every ten seconds at most. Of requests that reach nobody, the server itself says what matters.
 */
export function runtimeLines(now: () => number): (line: { level: string; message: string }) => void {
  const printedAt = new Map<string, number>();
  return ({ level, message }) => {
    if (!message.startsWith("{") && NOT_CONNECTED.test(message)) return;
    const failure = message.startsWith("{") ? undefined : failureIn(message);
    if (failure !== undefined) {
      if (now() - (printedAt.get(failure) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS) return;
      printedAt.set(failure, now());
      console.error(`parley: ${failure}`);
      return;
    }
    // Lines of JSON, of which several may come at once, say when they were written.
    const line = message.replace(/^\{/gm, `{"time":"${new Date(now()).toISOString()}",`);
    if (level === "warn" || level === "error") console.error(line);
    else console.log(line);
  };
}

function failureIn(message: string): string | undefined {
  const [, sqlite] = SQLITE_ERROR.exec(message) ?? [];
  if (sqlite !== undefined) return `a database failed: ${sqlite}`;
  const [, untrusted] = NOT_TRUSTED.exec(message) ?? [];
  return untrusted === undefined ? undefined : `a certificate is not trusted: ${untrusted}`;
}
