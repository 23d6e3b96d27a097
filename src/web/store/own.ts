import type { DBSchema, IDBPDatabase } from "idb";
import type { AnyEvent } from "../model/event.ts";
import type { MessageId, UserId } from "../model/ids.ts";
import type { Conversation, ConversationKey, Target } from "../model/places/conversation.ts";
import type { Draft } from "../model/state.ts";
import type { Journal } from "./journal.ts";
import { lasting, openDatabase } from "./open-database.ts";

/** A message that is to be sent. */
export interface OutboxRow {
  readonly localId: string;
  readonly account: UserId;
  readonly to: Conversation;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** The queue that its requests name: with another one, the server would not recognize a repeated request. */
  readonly queue: string;
  /** The newest message that was known when it was written: its own id will be greater. */
  readonly floor: MessageId;
  /** The server's message, if it has refused or failed to send it. */
  readonly reason?: string;
  /** Whether the server has failed repeatedly: the message may have been sent, and those written after it wait. */
  readonly isDoubtful?: boolean;
}

export interface DraftRow {
  readonly id: string;
  readonly account: UserId;
  /** A message id, if the draft is an edit of that message. */
  readonly target: Target | MessageId;
  /** Empty if the draft was deleted, and the server has not been told yet. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** The server's copy, for the account's other devices. */
  readonly shared?: Draft;
  /** Whether `shared` was among the drafts of the state: if it is not any more, it was deleted on the server. */
  readonly isSeen?: boolean;
}

/** A change that someone has asked for, such as a star, and that the server has not made yet. */
export interface ActRow {
  /** Ascends with time. */
  readonly id: string;
  readonly account: UserId;
  readonly method: "post" | "patch" | "delete";
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The events that show the change before the server has made it, and those that undo that. */
  readonly shows: readonly AnyEvent[];
  readonly undoes: readonly AnyEvent[];
  /** Whether a request was made that had no answer: the server may have made the change. */
  readonly isTried: boolean;
}

interface OwnSchema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  /** The newest message that was sent to a conversation from this browser. */
  sent: { key: ConversationKey; value: MessageId };
  drafts: { key: string; value: DraftRow };
  acts: { key: string; value: ActRow };
}
type Own = IDBPDatabase<OwnSchema>;

export const OWN_DATABASE = "parley";

/** Opens the database of what was written here and not sent. All versions of the client share it. */
export const openOwn = (): Promise<Own> =>
  lasting((onClosed) =>
    openDatabase<OwnSchema>(OWN_DATABASE, 2, {
      upgrade(database) {
        // Version 1 had all but the changes.
        if (!database.objectStoreNames.contains("outbox")) {
          database.createObjectStore("outbox", { keyPath: "localId" });
          database.createObjectStore("sent");
          database.createObjectStore("drafts", { keyPath: "id" });
        }
        database.createObjectStore("acts", { keyPath: "id" });
      },
      // Another tab deletes the database because it has logged out, or needs another version of it.
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: onClosed,
    }),
  );

/** The stored rows of messages or drafts that were written here and not sent. */
interface Rows<Row> {
  all(account: UserId): Promise<readonly Row[]>;
  put(row: Row): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes all rows in one step. */
  change(change: (row: Row) => Row): Promise<void>;
}

/** The messages that wait to be sent. */
export interface OutboxRows extends Rows<OutboxRow> {
  /** Removes a message that was sent, and notes its id: the messages that wait behind it will have greater ids. */
  sent(localId: string, lane: ConversationKey, id: MessageId): Promise<void>;
  lastSent(lane: ConversationKey): Promise<MessageId | undefined>;
}

export function keptOutbox(own: Own, journal: Journal<OutboxRow>): OutboxRows {
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

export const keptDrafts = (own: Own, journal: Journal<DraftRow>): DraftRows =>
  keptRows(own, "drafts", { journal, idOf: ({ id }) => id });

export type ActRows = Rows<ActRow>;

export const keptActs = (own: Own, journal: Journal<ActRow>): ActRows =>
  keptRows(own, "acts", { journal, idOf: ({ id }) => id });

type RowIn<Name extends "outbox" | "drafts" | "acts"> = OwnSchema[Name]["value"];

function keptRows<Name extends "outbox" | "drafts" | "acts">(
  own: Own,
  name: Name,
  { journal, idOf }: { readonly journal: Journal<RowIn<Name>>; readonly idOf: (row: RowIn<Name>) => string },
): Rows<RowIn<Name>> {
  const remove = (id: string) => journal.change(id, undefined, () => own.delete(name, id));
  return {
    async all(account) {
      const rows = await journal.read(() => own.getAll(name), idOf);
      // Rows that another account has left in this browser are deleted.
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
