import type { UserId } from "../model/ids.ts";
import type { DraftRow, Own } from "./own.ts";

/** What was written and not sent, in the browser's database. */
export interface DraftRows {
  all(account: UserId): Promise<readonly DraftRow[]>;
  put(row: DraftRow): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes those that are kept, at once. */
  change(change: (row: DraftRow) => DraftRow): Promise<void>;
}

export const keptDrafts = (own: Own): DraftRows => ({
  async all(account) {
    const rows = await own.getAll("drafts");
    // What somebody else has left here is nobody's business any more.
    await Promise.all(rows.filter((row) => row.account !== account).map(({ id }) => own.delete("drafts", id)));
    return rows.filter((row) => row.account === account);
  },
  async put(row) {
    await own.put("drafts", row);
  },
  remove: (id) => own.delete("drafts", id),
  async change(change) {
    const { store, done } = own.transaction("drafts", "readwrite");
    for (const row of await store.getAll()) {
      const changed = change(row);
      if (changed !== row) void store.put(changed);
    }
    await done;
  },
});
