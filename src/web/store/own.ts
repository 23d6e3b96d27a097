import type { DBSchema, IDBPDatabase } from "idb";
import type { MessageId, UserId } from "../model/ids.ts";
import type { Conversation, ConversationKey } from "../model/places/conversation.ts";
import type { Target } from "../model/places/target.ts";
import type { Draft } from "../model/state.ts";
import { lasting } from "./lasting.ts";
import { openDatabase } from "./open-database.ts";

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

interface OwnSchema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  /** The newest message that was sent to a conversation from this browser. */
  sent: { key: ConversationKey; value: MessageId };
  drafts: { key: string; value: DraftRow };
}
export type Own = IDBPDatabase<OwnSchema>;

export const OWN_DATABASE = "parley";

/** Opens the database of what was written here and not sent. All versions of the client share it. */
export const openOwn = (): Promise<Own> =>
  lasting((onClosed) =>
    openDatabase<OwnSchema>(OWN_DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore("outbox", { keyPath: "localId" });
        database.createObjectStore("sent");
        database.createObjectStore("drafts", { keyPath: "id" });
      },
      // Another tab deletes the database because it has logged out.
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: onClosed,
    }),
  );
