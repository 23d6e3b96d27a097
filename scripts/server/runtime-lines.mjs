const REPEATED_MS = 10_000;
/** What workerd prints of an error of its own: the place in its source, the error, and a stack of addresses. */
const OF_SQLITE = /(?:dbErrorMessage\([^)]*\) = |Error: )([^\n;]*: SQLITE_[A-Z]+)/;

/**
 * Prints the lines of the runtime; what it says of a failing database in many lines, again and again, in one now and
 * then.
 *
 * @param {() => number} now
 * @returns {(line: { level: string, message: string }) => void}
 */
export function runtimeLines(now) {
  /** @type {Map<string, number>} */
  const told = new Map();
  return ({ level, message }) => {
    const [, sqlite] = message.startsWith("{") ? [] : (OF_SQLITE.exec(message) ?? []);
    if (sqlite !== undefined) {
      if (now() - (told.get(sqlite) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS) return;
      told.set(sqlite, now());
      console.error(`parley: a database has failed: ${sqlite}`);
    } else if (level === "warn" || level === "error") console.error(message);
    else console.log(message);
  };
}
