import type { DBSchema, IDBPDatabase } from "idb";
import type { AnyEvent } from "../model/event.ts";
import type { MessageId, UserId } from "../model/ids.ts";
import type { Conversation, ConversationKey, Target } from "../model/routes/conversation.ts";
import type { Draft } from "../model/state.ts";
import type { Journal } from "./journal.ts";
import { openDatabase } from "./open-database.ts";

export interface OutboxRow {
  readonly localId: string;
  readonly account: UserId;
  readonly to: Conversation;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /**
   * The queue named in the message's requests. With another queue, the server wouldn't recognize a repeated request.
   */
  readonly queue: string;
  /** The newest known message when this one was written. The new message's id will be greater. */
  readonly floor: MessageId;
  /** The server's error message, if it refused or failed to send the message. */
  readonly reason?: string;
  /**
   * True if the server failed repeatedly. The message may have been sent anyway. Later ones in its conversation wait.
   */
  readonly isDoubtful?: boolean;
}

export interface DraftRow {
  readonly id: string;
  readonly account: UserId;
  /** A message id if the draft is an edit of that message. */
  readonly target: Target | MessageId;
  /** Empty if the draft was deleted in this browser, but not yet on the server. */
  readonly content: string;
  /** The version of the message's text that an edit started from, if the server returned it. */
  readonly base?: string | undefined;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** The server's copy, for the account's other devices. */
  readonly shared?: Draft;
  /** True if `shared` was among the state's drafts. If it no longer is, it was deleted on the server. */
  readonly isSeen?: boolean;
}

/** A requested change that the server hasn't made yet, such as a star. */
export interface ActRow {
  /** Increases over time. */
  readonly id: string;
  readonly account: UserId;
  readonly method: "post" | "patch" | "delete";
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Events that show the change before the server has made it, and events that undo it. */
  readonly shows: readonly AnyEvent[];
  readonly undoes: readonly AnyEvent[];
  /** True if a request got no response, so that the server may have made the change. */
  readonly isTried: boolean;
  /** Fields of an earlier change at the same path that this change reverts. */
  readonly takesBack?: Readonly<Record<string, unknown>>;
}

interface OwnSchema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  /** The newest message sent to a conversation from this browser. */
  sent: { key: ConversationKey; value: MessageId };
  drafts: { key: string; value: DraftRow };
  acts: { key: string; value: ActRow };
}
type OwnDatabase = IDBPDatabase<OwnSchema>;

export const OWN_DATABASE = "parley";

/** Opens the database of unsent data written in this browser. All client versions share it. */
export const openOwn = (): Promise<OwnDatabase> =>
  openDatabase<OwnSchema>(OWN_DATABASE, 2, (database) => {
    // Version 1 had every store except the one for changes.
    if (!database.objectStoreNames.contains("outbox")) {
      database.createObjectStore("outbox", { keyPath: "localId" });
      database.createObjectStore("sent");
      database.createObjectStore("drafts", { keyPath: "id" });
    }
    database.createObjectStore("acts", { keyPath: "id" });
  });

interface Rows<Row> {
  all(account: UserId): Promise<readonly Row[]>;
  put(row: Row): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes all rows atomically. */
  change(change: (row: Row) => Row): Promise<void>;
}

export interface OutboxRows extends Rows<OutboxRow> {
  /** Removes a sent message and records its id. Later messages in its conversation will have greater ids. */
  sent(localId: string, lane: ConversationKey, id: MessageId): Promise<void>;
  lastSent(lane: ConversationKey): Promise<MessageId | undefined>;
}

export function keptOutbox(own: OwnDatabase, journal: Journal<OutboxRow>): OutboxRows {
  const rows = keptRows(own, "outbox", { journal, idOf: ({ localId }) => localId });
  return {
    ...rows,
    async all(account) {
      return [...(await rows.all(account))].sort((a, b) => (a.localId < b.localId ? -1 : 1));
    },
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

export type DraftRows = Rows<DraftRow>;

export const keptDrafts = (own: OwnDatabase, journal: Journal<DraftRow>): DraftRows =>
  keptRows(own, "drafts", { journal, idOf: ({ id }) => id });

export type ActRows = Rows<ActRow>;

export const keptActs = (own: OwnDatabase, journal: Journal<ActRow>): ActRows =>
  keptRows(own, "acts", { journal, idOf: ({ id }) => id });

type RowIn<Name extends "outbox" | "drafts" | "acts"> = OwnSchema[Name]["value"];

function keptRows<Name extends "outbox" | "drafts" | "acts">(
  own: OwnDatabase,
  name: Name,
  { journal, idOf }: { readonly journal: Journal<RowIn<Name>>; readonly idOf: (row: RowIn<Name>) => string },
): Rows<RowIn<Name>> {
  const remove = (id: string) => journal.change(id, undefined, () => own.delete(name, id));
  return {
    async all(account) {
      const rows = await journal.read(() => own.getAll(name), idOf);
      // Deletes rows left in this browser by another account.
      await Promise.all(rows.filter((row) => row.account !== account).map((row) => remove(idOf(row))));
      return rows.filter((row) => row.account === account);
    },
    put: (row) => journal.change(idOf(row), row, () => own.put(name, row)),
    remove,
    change: (change) =>
      journal.changeAll(change, async () => {
        const { store, done } = own.transaction(name, "readwrite");
        for (const row of await store.getAll()) {
          const changed = change(row);
          if (changed !== row) void store.put(changed);
        }
        await done;
      }),
  };
}
