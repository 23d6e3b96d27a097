import type { DBSchema, IDBPDatabase } from "idb";

/** Methods that need a write transaction when called on the database itself. */
const WRITES = new Set<PropertyKey>(["put", "delete"]);

/**
 * Opens a browser database with a promise API: the used part of the `idb` package in less than half the code, because
 * the page has to wait for it. It is closed when another tab is deleting it or needs another version of it. Then
 * `onDisplaced` is called, which can reopen it.
 */
export const openDatabase = <Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<Schema>) => void,
  onDisplaced: (reopen: () => void) => void = () => {},
): Promise<IDBPDatabase<Schema>> =>
  lasting(async (reopen) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(wrapped(request.result) as IDBPDatabase<Schema>);
    const database = (await answerTo(request)) as IDBPDatabase<Schema>;
    request.result.onclose = reopen;
    request.result.onversionchange = () => {
      request.result.close();
      onDisplaced(reopen);
    };
    return database;
  });

const answerTo = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const once = { once: true };
    request.addEventListener("success", () => resolve(wrapped(request.result)), once);
    request.addEventListener("error", () => reject(request.error), once);
  });

function transactionEnd(transaction: IDBTransaction): Promise<void> {
  const end = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("given up", "AbortError"));
  });
  // Most callers only await the requests, so a failed transaction isn't reported as unhandled.
  end.catch(() => {});
  return end;
}

function wrapped(value: unknown): unknown {
  if (value instanceof IDBRequest) return answerTo(value);
  const kinds = [IDBDatabase, IDBTransaction, IDBObjectStore, IDBIndex, IDBCursor];
  if (typeof value !== "object" || value === null || !kinds.some((kind) => value instanceof kind)) return value;
  const done = value instanceof IDBTransaction ? transactionEnd(value) : undefined;
  return new Proxy(value, {
    get(target, name) {
      if (target instanceof IDBTransaction) {
        if (name === "done") return done;
        if (name === "store") return wrapped(target.objectStore(target.objectStoreNames[0] ?? ""));
      }
      const found: unknown = Reflect.get(target, name, target);
      if (target instanceof IDBDatabase && found === undefined && name in IDBObjectStore.prototype)
        return (store: string, ...given: unknown[]) => runRequest(target, store, name, given);
      if (typeof found !== "function") return wrapped(found);
      return (...given: unknown[]) => {
        const result: unknown = found.apply(target, given);
        // A cursor's next step arrives through the request that opened it.
        return target instanceof IDBCursor ? answerTo(target.request) : wrapped(result);
      };
    },
  });
}

async function runRequest(database: IDBDatabase, store: string, name: PropertyKey, given: unknown[]): Promise<unknown> {
  const isWrite = WRITES.has(name);
  const transaction = database.transaction(store, isWrite ? "readwrite" : "readonly");
  const end = transactionEnd(transaction);
  const run = Reflect.get(transaction.objectStore(store), name) as (...given: unknown[]) => IDBRequest;
  const answer = await answerTo(run.apply(transaction.objectStore(store), given));
  if (isWrite) await end;
  return answer;
}

const REOPEN_AFTER_MS = 5_000;

/**
 * Returns a database that is reopened after the browser closes it, as phones do when low on memory. Requests fail until
 * then. Reopening is retried.
 */
export async function lasting<Schema>(
  open: (onClosed: () => void) => Promise<IDBPDatabase<Schema>>,
): Promise<IDBPDatabase<Schema>> {
  const reopen = () => {
    open(reopen).then(
      (next) => {
        present = next;
      },
      () => void setTimeout(reopen, REOPEN_AFTER_MS),
    );
  };
  let present = await open(reopen);
  return new Proxy(present, {
    get(_, name) {
      const value: unknown = Reflect.get(present, name);
      return typeof value === "function" ? value.bind(present) : value;
    },
  });
}
