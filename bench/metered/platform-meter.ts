import { type Counts, noCounts } from "../cost/counts.ts";

// Counts billed operations within workerd, and refuses what Cloudflare would refuse but workerd doesn't.

export const counts: Counts = noCounts();

/** The largest text or blob in a row or bound value, both in D1 and in an object's database. */
const MAX_VALUE_BYTES = 2_000_000;
const MAX_VALUES = 100;

/**
 * Replaces a method for all objects of a class. `instead` receives the original method, bound to the object, and the
 * arguments.
 */
function wrap<T extends object>(
  prototype: T,
  name: string,
  instead: (method: (...args: unknown[]) => unknown, args: unknown[]) => unknown,
): void {
  const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
  Object.defineProperty(prototype, name, {
    configurable: true,
    value(this: unknown, ...args: unknown[]) {
      return instead((...given) => Reflect.apply(method, this, given), args);
    },
  });
}

function checkValues(values: readonly unknown[]): void {
  if (values.length > MAX_VALUES) throw new Error(`too many SQL variables: ${values.length}: SQLITE_ERROR`);
  for (const value of values) {
    const bytes =
      typeof value === "string" ? Buffer.byteLength(value) : ((value as Uint8Array | null)?.byteLength ?? 0);
    if (bytes > MAX_VALUE_BYTES) throw new Error(`string or blob too big: ${bytes} bytes: SQLITE_TOOBIG`);
  }
}

const metered = new Set<unknown>();
function once(prototype: object, meter: () => void): void {
  if (metered.has(prototype)) return;
  metered.add(prototype);
  meter();
}

/** Statements whose rows aren't counted yet. The number of rows is known only once all of them are read. */
let running: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

/** Adds the rows of all statements so far to the counts. Returns the counts. */
export function settle(): Counts {
  for (const { rowsRead, rowsWritten } of running) {
    counts.rows_read += rowsRead;
    counts.rows_written += rowsWritten;
  }
  running = [];
  return counts;
}

/** Counts the rows of an object's own database. Setting an alarm writes a row. */
export function meterStorage(storage: DurableObjectStorage): void {
  const own = Object.getPrototypeOf(storage) as object;
  once(own, () => {
    wrap(own, "setAlarm", (setAlarm, args) => {
      counts.rows_written += 1;
      return setAlarm(...args);
    });
  });
  const { sql } = storage;
  const prototype = Object.getPrototypeOf(sql) as object;
  once(prototype, () => {
    wrap(prototype, "exec", (exec, args) => {
      checkValues(args.slice(1));
      const cursor = exec(...args) as SqlStorageCursor<Record<string, SqlStorageValue>>;
      running.push(cursor);
      if (running.length > 5000) settle();
      return cursor;
    });
  });
}

/** Counts D1's queries and rows. */
export function meterDatabase(database: D1Database): void {
  const note = (result: unknown) => {
    const { meta } = result as { meta?: { rows_read?: number; rows_written?: number } };
    counts.d1_rows_read += meta?.rows_read ?? 0;
    counts.d1_rows_written += meta?.rows_written ?? 0;
  };
  const statement = Object.getPrototypeOf(database.prepare("SELECT 1")) as object;
  once(statement, () => {
    wrap(statement, "bind", (bind, args) => {
      checkValues(args);
      return bind(...args);
    });
    for (const name of ["all", "run"]) {
      wrap(statement, name, async (run, args) => {
        counts.d1_queries += 1;
        const result = await run(...args);
        note(result);
        return result;
      });
    }
    // These two methods don't return how many rows they read.
    for (const name of ["first", "raw"]) {
      wrap(statement, name, async (run, args) => {
        counts.d1_queries += 1;
        const result = await run(...args);
        counts.d1_rows_read += Array.isArray(result) ? result.length : 1;
        return result;
      });
    }
  });
  for (const batching of [database, database.withSession()]) {
    const prototype = Object.getPrototypeOf(batching) as object;
    once(prototype, () => {
      wrap(prototype, "batch", async (batch, args) => {
        const results = (await batch(...args)) as readonly unknown[];
        counts.d1_queries += results.length;
        for (const result of results) note(result);
        return results;
      });
    });
  }
}

/** Counts R2's operations. */
export function meterFiles(bucket: R2Bucket): void {
  const prototype = Object.getPrototypeOf(bucket) as object;
  once(prototype, () => {
    for (const name of ["put", "list", "createMultipartUpload"]) {
      wrap(prototype, name, (work, args) => {
        counts.r2_writes += 1;
        return work(...args);
      });
    }
    for (const name of ["get", "head"]) {
      wrap(prototype, name, (work, args) => {
        counts.r2_reads += 1;
        return work(...args);
      });
    }
  });
}

/** Counts log lines instead of writing them. */
export function meterLog(): void {
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    console[name] = () => {
      counts.log_lines += 1;
    };
  }
}
