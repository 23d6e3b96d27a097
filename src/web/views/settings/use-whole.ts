import { useInOrder } from "./use-in-order.ts";

/**
 * Returns a function that changes a value that the server gets whole, such as a list. A change waits for earlier ones
 * and starts from the value on the server, so that it undoes neither these nor those of others. `save` resolves to
 * false if it wasn't saved, and so does the change.
 */
export function useWhole<Value>(load: () => Promise<Value>, save: (wanted: Value) => Promise<unknown>) {
  const inOrder = useInOrder();
  return (change: (present: Value) => Value): Promise<boolean> =>
    inOrder(async () => (await save(change(await load()))) !== false);
}
