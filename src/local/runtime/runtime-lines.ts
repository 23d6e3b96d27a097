const REPEATED_MS = 10_000;
/** Finds the error of SQLite in what workerd prints with the place in its source and a stack of addresses. */
const SQLITE_ERROR = /(?:dbErrorMessage\([^)]*\) = |Error: )([^\n;]*: SQLITE_[A-Z]+)/;
/**
 * Finds what workerd prints, with a stack, of each request to an address outside that it could or would not connect to.
 */
const NOT_CONNECTED = /failed: connect\(\) blocked by restrictPeers|failed: getaddrinfo\(\): DNS lookup failed/;

/**
 * Prints the runtime's lines. Those about a failing database, which are many, become one line every ten seconds at
 * most. Of requests that reach nobody, the server itself says what matters.
 */
export function runtimeLines(now: () => number): (line: { level: string; message: string }) => void {
  const printedAt = new Map<string, number>();
  return ({ level, message }) => {
    if (!message.startsWith("{") && NOT_CONNECTED.test(message)) return;
    const [, sqlite] = message.startsWith("{") ? [] : (SQLITE_ERROR.exec(message) ?? []);
    if (sqlite !== undefined) {
      if (now() - (printedAt.get(sqlite) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS) return;
      printedAt.set(sqlite, now());
      console.error(`parley: a database has failed: ${sqlite}`);
      return;
    }
    // Lines of JSON, of which several may come at once, say when they were written.
    const line = message.replace(/^\{/gm, `{"time":"${new Date(now()).toISOString()}",`);
    if (level === "warn" || level === "error") console.error(line);
    else console.log(line);
  };
}
