import type { IDBPDatabase } from "idb";

/**
 * A database that is opened again when the browser has closed it, as on phones that run out of memory. Requests in between
 * fail.
 */
export async function lasting<Schema>(
  open: (onClosed: () => void) => Promise<IDBPDatabase<Schema>>,
): Promise<IDBPDatabase<Schema>> {
  const reopen = () => {
    open(reopen).then(
      (next) => {
        present = next;
      },
      () => {},
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
