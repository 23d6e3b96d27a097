import { type ApiError, bulkStoreUnavailable, fileStoreUnavailable, unavailable } from "../protocol/errors.ts";

/** Format of R2's error messages: the operation, and a number. */
const OF_R2 = /^(?:get|head|put|delete|list|\w+MultipartUpload|uploadPart): .*\(\d+\)$/s;

/**
 * SQLite's error messages, in the realm's own database and in D1, each with the message for clients and the seconds
 * until a retry.
 */
const TROUBLES: readonly (readonly [said: RegExp, means: string, seconds: number])[] = [
  [/SQLITE_FULL|Exceeded maximum/, "is full: nothing can be saved until there is space again.", 60],
  [/SQLITE_(?:CORRUPT|NOTADB|FORMAT)/, "is damaged. Your server administrator has to restore it from a backup.", 600],
  [
    /SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/,
    "can't be opened: the server has no permission to write to its files.",
    60,
  ],
  [/SQLITE_IOERR/, "can't be read or written: the disk is failing.", 60],
  [/SQLITE_NOMEM/, "is out of memory right now. Try again.", 5],
  [
    /free (?:tier|plan)|exceeded (?:\w+ ){0,4}daily|daily \w+ limit/i,
    "has used up its plan's daily limit. It works again after midnight UTC.",
    3600,
  ],
  [/overloaded|too many requests/i, "has too much to do right now. Try again.", 10],
];

/**
 * The platform's message when the target of a request ends before it has responded. D1's errors start with `D1_`
 * instead.
 */
const CONNECTION_LOST = /^Network connection lost\.?$/;

/** The platform's message when an object can't store its changes or can't be started. */
const BROKEN = /^internal error(?:; reference = |$)/;

/**
 * Returns the error to respond with if D1, R2 or the realm's own database failed, and undefined for any other error.
 * The log shows whether the store was unavailable or the query was wrong.
 */
export function storeFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (OF_R2.test(message) || CONNECTION_LOST.test(message)) return fileStoreUnavailable();
  if (message.startsWith("D1_")) return troubleOf(message, "The message store") ?? bulkStoreUnavailable();
  return databaseFailure(error);
}

const isBulkFailure = (error: unknown): boolean => error instanceof Error && error.message.startsWith("D1_");

/** Whether D1 reports that it is full, overloaded or broken, and therefore rejects every batch. */
export const isWholeBulkFailure = (error: unknown): boolean =>
  error instanceof Error && isBulkFailure(error) && TROUBLES.some(([said]) => said.test(error.message));

/** Whether D1 failed to read a part of its file. It may still be able to read the rest. */
export const isBulkDamage = (error: unknown): boolean =>
  error instanceof Error && isBulkFailure(error) && /SQLITE_(?:CORRUPT|IOERR)/.test(error.message);

/** Returns the error to respond with if the realm's own database failed, and undefined for any other error. */
export function databaseFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || error.message.startsWith("D1_")) return undefined;
  return (
    troubleOf(error.message, "The server's database") ??
    (BROKEN.test(error.message) ? unavailable(UNKNOWN, 30) : undefined)
  );
}

const UNKNOWN =
  "The server's database can't be used: its disk might be full, or a file damaged. The server's log says more.";

function troubleOf(message: string, what: string): ApiError | undefined {
  const found = TROUBLES.find(([said]) => said.test(message));
  return found && unavailable(`${what} ${found[1]}`, found[2]);
}
