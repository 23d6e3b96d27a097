import { useInOrder } from "./use-in-order.ts";

/**
 * Returns a function that changes a value that is always sent to the server as a whole, such as a list. Each change
 * waits for earlier ones and starts from the value on the server, so that no other change is lost. The function
 * resolves to false if `save` does, which means that the value wasn't saved.
 */
export function useWhole<Value>(load: () => Promise<Value>, save: (wanted: Value) => Promise<unknown>) {
  const inOrder = useInOrder();
  return (change: (present: Value) => Value): Promise<boolean> =>
    inOrder(async () => (await save(change(await load()))) !== false);
}
