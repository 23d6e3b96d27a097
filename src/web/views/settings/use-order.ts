import { useSaving } from "./rows/setting-row.tsx";

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

/**
 * Returns a list in the order that the user has chosen, even before the order is saved, and a function that reorders
 * it. `save` resolves to true if the server accepted the order.
 */
export function useOrder<Item extends { readonly id: number }>(
  items: readonly Item[],
  save: (ids: readonly number[]) => Promise<boolean>,
) {
  const { shown, change } = useSaving<readonly number[]>({
    value: idsOf(items),
    save: async (ids) => {
      // This error isn't shown, because `save` has already shown an error message.
      if (!(await save(ids))) throw new Error("The order was refused.");
    },
  });
  return {
    ordered: items.toSorted((a, b) => shown.indexOf(a.id) - shown.indexOf(b.id)),
    reorder: (changed: readonly Item[]) => void change(idsOf(changed)),
  };
}
