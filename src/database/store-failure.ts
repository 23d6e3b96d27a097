import { type ApiError, bulkStoreUnavailable, fileStoreUnavailable, unavailable } from "../protocol/errors.ts";

/** How R2 names its errors: what was asked of it, and a number. */
const OF_R2 = /^(?:get|head|put|delete|list|\w+MultipartUpload|uploadPart): .*\(\d+\)$/s;

/** What SQLite says, of the realm's own database as of D1, and what of it concerns those who wait for an answer. */
const TROUBLES: readonly (readonly [said: RegExp, means: string, seconds: number])[] = [
  [/SQLITE_FULL|Exceeded maximum/, "is full: nothing can be stored until there is space again.", 60],
  [
    /SQLITE_(?:CORRUPT|NOTADB|FORMAT)/,
    "is damaged. Whoever runs the server has to put it back from a backup, whole.",
    600,
  ],
  [/SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/, "cannot be opened: the server may not write to its files.", 60],
  [/SQLITE_IOERR/, "cannot be read or written: the disk fails.", 60],
  [/SQLITE_NOMEM/, "is out of memory at the moment.", 5],
  [
    /free (?:tier|plan)|exceeded (?:\w+ ){0,4}daily|daily \w+ limit/i,
    "has used up what its plan allows in a day. It goes on after midnight, UTC.",
    3600,
  ],
  [/overloaded|too many requests/i, "has too much to do at the moment. Please try again.", 10],
];

/** What the platform says where an object cannot store what it has changed, or cannot be started; its log says more. */
const BROKEN = /^internal error(?:; reference = |$)/;

/**
 * What to answer where D1, R2 or the realm's own database has failed, each of which says so of its own errors;
 * undefined where it is none of those. Whether a store is away or was asked nonsense, the log tells.
 */
export function storeFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (OF_R2.test(message)) return fileStoreUnavailable();
  if (message.startsWith("D1_")) return troubleOf(message, "The message store") ?? bulkStoreUnavailable();
  return databaseFailure(error);
}

/** The same of the realm's own database alone, without which nothing can be stored. */
export function databaseFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || error.message.startsWith("D1_")) return undefined;
  return (
    troubleOf(error.message, "The server's database") ??
    (BROKEN.test(error.message) ? unavailable(UNKNOWN, 30) : undefined)
  );
}

const UNKNOWN =
  "The server's database cannot be used: its disk may be full, or a file damaged. The server's log says more.";

function troubleOf(message: string, what: string): ApiError | undefined {
  const found = TROUBLES.find(([said]) => said.test(message));
  return found && unavailable(`${what} ${found[1]}`, found[2]);
}
