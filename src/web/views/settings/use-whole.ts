import { useEffect, useRef } from "preact/hooks";
import { useInOrder } from "./use-in-order.ts";

/**
 * Returns a function that changes a value that the server gets whole, such as a list. A change waits for earlier ones,
 * which it would otherwise undo. `save` resolves to false if it wasn't saved, and so does the change.
 */
export function useWhole<Value>(value: Value, save: (wanted: Value) => Promise<unknown>) {
  const present = useRef(value);
  useEffect(() => {
    present.current = value;
  }, [value]);
  const inOrder = useInOrder();
  return (change: (present: Value) => Value): Promise<boolean> =>
    inOrder(async () => {
      const wanted = change(present.current);
      if ((await save(wanted)) === false) return false;
      present.current = wanted;
      return true;
    });
}
