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
  /** The queue that its requests name: with another one, a repeated request could send it twice. */
  readonly queue: string;
  /** The newest message that was known when it was written: it is none of those up to this one. */
  readonly floor: MessageId;
  /** Why the server has refused it, or how it has failed at it. */
  readonly reason?: string;
  /** The server has failed at it, again and again: it may have been sent, and what was written after it waits. */
  readonly isDoubtful?: boolean;
}

export interface DraftRow {
  readonly id: string;
  readonly account: UserId;
  /** A message, where the draft is of what it shall say instead. */
  readonly target: Target | MessageId;
  /** Empty where it was given up, and the server has not been told so yet. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** What the server has of it, for the account's other devices. */
  readonly shared?: Draft;
  /** Whether that was among the drafts of the state: then it is gone from the server once it is not there any more. */
  readonly isSeen?: boolean;
}

interface OwnSchema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  /** The newest message that was sent to a conversation from here. */
  sent: { key: ConversationKey; value: MessageId };
  drafts: { key: string; value: DraftRow };
}
export type Own = IDBPDatabase<OwnSchema>;

export const OWN_DATABASE = "parley";

/** Opens what was written here, and nobody else has: it stays through all versions of the client. */
export const openOwn = (): Promise<Own> =>
  lasting((onClosed) =>
    openDatabase<OwnSchema>(OWN_DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore("outbox", { keyPath: "localId" });
        database.createObjectStore("sent");
        database.createObjectStore("drafts", { keyPath: "id" });
      },
      // Another tab deletes what this one uses: it has logged out.
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: onClosed,
    }),
  );
