import type { Pending } from "../../client/sending/outbox.ts";
import type { MessageId, UserId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import { type ConversationKey, conversationOf, keyOf } from "../../model/places/conversation.ts";

/** What stands before a message, besides its own header. */
interface Surroundings {
  /** The same key is the same row. */
  readonly key: string;
  /** The day begins with it, which is named: milliseconds since 1970 of a time on that day. */
  readonly day: number | undefined;
  /** The line "New messages" stands before it. */
  readonly isFirstNew: boolean;
  /** Another conversation begins with it, in a feed of several. */
  readonly isOther: boolean;
  /** Says who wrote it: it does not just go on from the message before. */
  readonly hasHeader: boolean;
}

interface MessageRow extends Surroundings {
  readonly message: Message;
  readonly pending?: undefined;
}

/** A message that was written here, and that the server has not confirmed. */
interface PendingRow extends Surroundings {
  readonly pending: Pending;
  readonly message?: undefined;
}

export type Row = MessageRow | PendingRow;

/** Messages of one person stand together while there is no longer pause than this between them. */
const PAUSE_SECONDS = 10 * 60;

interface RowsOf {
  readonly messages: readonly Message[];
  readonly pending: readonly Pending[];
  readonly firstNew: MessageId | undefined;
  readonly me: UserId;
  /** Whether the feed has messages of several conversations. */
  readonly isMixed: boolean;
}

/** What a row looks back at. */
interface Before {
  readonly sender: UserId;
  readonly seconds: number;
  readonly day: string;
  readonly conversation: ConversationKey;
  readonly isMe: boolean;
}

/** The rows of a feed, with what stands between them. */
export function rowsOf({ messages, pending, firstNew, me, isMixed }: RowsOf): readonly Row[] {
  let before: Before | undefined;
  const around = (now: Before, isFirstNew: boolean): Omit<Surroundings, "key"> => {
    const day = before?.day === now.day ? undefined : now.seconds * 1000;
    const isOther = isMixed && before?.conversation !== now.conversation;
    const goesOn =
      before !== undefined &&
      before.sender === now.sender &&
      now.seconds - before.seconds < PAUSE_SECONDS &&
      !before.isMe &&
      !now.isMe;
    before = now;
    return { day, isFirstNew, isOther, hasHeader: !goesOn || day !== undefined || isOther || isFirstNew };
  };
  const rows: Row[] = messages.map((message) => ({
    key: String(message.id),
    message,
    ...around(
      {
        sender: message.sender_id,
        seconds: message.timestamp,
        day: dayOf(message.timestamp * 1000),
        conversation: isMixed ? keyOf(conversationOf(message, me)) : "",
        isMe: message.is_me_message,
      },
      message.id === firstNew,
    ),
  }));
  for (const one of pending) {
    // It may have come by another way than its event.
    if (one.id !== undefined && messages.some(({ id }) => id === one.id)) continue;
    const now = {
      sender: me,
      seconds: one.writtenAt / 1000,
      day: dayOf(one.writtenAt),
      conversation: isMixed ? keyOf(one.to) : "",
      isMe: one.content.startsWith("/me "),
    };
    rows.push({ key: one.localId, pending: one, ...around(now, false) });
  }
  return rows;
}

/** The same text for all times of a day, as the clock on the wall has it. */
function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
