import type { MessageId, UserId } from "../model/ids.ts";
import type { ConversationKey } from "../model/places/conversation.ts";
import type { Journal } from "./journal.ts";
import type { OutboxRow, Own } from "./own.ts";

/** The messages that wait to be sent, in the browser's database. */
export interface OutboxRows {
  all(account: UserId): Promise<readonly OutboxRow[]>;
  put(row: OutboxRow): Promise<void>;
  remove(localId: string): Promise<void>;
  /** Changes all waiting messages in one step. */
  change(change: (row: OutboxRow) => OutboxRow): Promise<void>;
  /** Removes a message that was sent, and notes its id: the messages that wait behind it will have greater ids. */
  sent(localId: string, lane: ConversationKey, id: MessageId): Promise<void>;
  lastSent(lane: ConversationKey): Promise<MessageId | undefined>;
}

export function keptOutbox(own: Own, journal: Journal<OutboxRow>): OutboxRows {
  const remove = (localId: string) => journal.change(localId, undefined, () => own.delete("outbox", localId));
  return {
    async all(account) {
      const rows = await journal.read(
        () => own.getAll("outbox"),
        ({ localId }) => localId,
      );
      // Messages that another account has left in this browser are deleted.
      await Promise.all(rows.filter((row) => row.account !== account).map(({ localId }) => remove(localId)));
      return rows.filter((row) => row.account === account).sort((a, b) => (a.localId < b.localId ? -1 : 1));
    },
    put: (row) => journal.change(row.localId, row, () => own.put("outbox", row)),
    remove,
    change: (change) =>
      journal.changeAll(change, async () => {
        const { store, done } = own.transaction("outbox", "readwrite");
        for (const row of await store.getAll()) {
          const changed = change(row);
          if (changed !== row) void store.put(changed);
        }
        await done;
      }),
    sent: (localId, lane, id) =>
      journal.change(localId, undefined, async () => {
        const transaction = own.transaction(["outbox", "sent"], "readwrite");
        const marks = transaction.objectStore("sent");
        const before = (await marks.get(lane)) ?? 0;
        await Promise.all([
          transaction.objectStore("outbox").delete(localId),
          marks.put(Math.max(before, id), lane),
          transaction.done,
        ]);
      }),
    lastSent: (lane) => own.get("sent", lane),
  };
}
