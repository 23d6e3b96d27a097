import type { UserId } from "../model/ids.ts";
import type { Journal } from "./journal.ts";
import type { DraftRow, Own } from "./own.ts";

/** The drafts in the browser's database. */
export interface DraftRows {
  all(account: UserId): Promise<readonly DraftRow[]>;
  put(row: DraftRow): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes all stored drafts in one step. */
  change(change: (row: DraftRow) => DraftRow): Promise<void>;
}

export function keptDrafts(own: Own, journal: Journal<DraftRow>): DraftRows {
  const remove = (id: string) => journal.change(id, undefined, () => own.delete("drafts", id));
  return {
    async all(account) {
      const rows = await journal.read(
        () => own.getAll("drafts"),
        ({ id }) => id,
      );
      // Drafts that another account has left in this browser are deleted.
      await Promise.all(rows.filter((row) => row.account !== account).map(({ id }) => remove(id)));
      return rows.filter((row) => row.account === account);
    },
    put: (row) => journal.change(row.id, row, () => own.put("drafts", row)),
    remove,
    change: (change) =>
      journal.changeAll(change, async () => {
        const { store, done } = own.transaction("drafts", "readwrite");
        for (const row of await store.getAll()) {
          const changed = change(row);
          if (changed !== row) void store.put(changed);
        }
        await done;
      }),
  };
}
