import { useRef } from "preact/hooks";
import { useInOrder } from "./use-in-order.ts";

interface Order<Item> {
  /** Shows the items in this order before the server has confirmed it. */
  readonly assume: (items: readonly Item[]) => void;
  /** Resolves to whether the server accepted the order. */
  readonly save: (ids: readonly number[]) => Promise<boolean>;
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

/**
 * Returns a function that reorders a list. The new order is shown immediately, and saved when those before it are. If
 * the server refuses it, the list returns to the server's order, unless it has changed since.
 */
export function useOrder<Item extends { readonly id: number }>(
  items: readonly Item[],
  { assume, save }: Order<Item>,
): (changed: readonly Item[]) => Promise<void> {
  const shown = useRef(items);
  shown.current = items;
  /** The order that is shown but that the server may not have, if any. */
  const assumed = useRef("");
  const confirmed = useRef<readonly number[]>([]);
  const inOrder = useInOrder();
  if (idsOf(items).join() !== assumed.current) {
    assumed.current = "";
    confirmed.current = idsOf(items);
  }
  return async (changed) => {
    const ids = idsOf(changed);
    assumed.current = ids.join();
    assume(changed);
    if (await inOrder(() => save(ids))) {
      if (assumed.current !== "") confirmed.current = ids;
    } else if (assumed.current === ids.join()) {
      const before = confirmed.current;
      assume(shown.current.toSorted((a, b) => before.indexOf(a.id) - before.indexOf(b.id)));
    }
  };
}
