const REPEATED_MS = 10_000;
/** Matches SQLite's error in workerd's output, which includes a source location and a stack of addresses. */
const SQLITE_ERROR = /(?:dbErrorMessage\([^)]*\) = |Error: )([^\n;]*: SQLITE_[A-Z]+)/;
/** Matches workerd's output, with a stack, for each outgoing request that couldn't or wasn't allowed to connect. */
const NOT_CONNECTED = /failed: connect\(\) blocked by restrictPeers|failed: getaddrinfo\(\): DNS lookup failed/;
/**
 * Matches the reason why a certificate isn't trusted. The program that made the request only gets a connection error.
 */
const NOT_TRUSTED = /TLS peer's certificate is not trusted; reason = ([^\n]+)/;

/**
 * Prints the runtime's lines. Lines about a failing database or a certificate, which are many and long, are reduced to
 * at most one every ten seconds. Failed outgoing requests are skipped, because the server itself logs what matters.
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
    // Adds the time to JSON lines. `message` can have several.
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
