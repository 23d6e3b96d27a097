import type { Pending } from "../../client/sending/outbox.ts";
import type { MessageId, UserId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { type ConversationKey, conversationKey, conversationOf } from "../../model/routes/conversation.ts";

/** The parts of a row other than its message. */
interface Surroundings {
  /** Identifies the row, even when the list of rows is built again. */
  readonly key: string;
  /**
   * The message's time in milliseconds since 1970 if the message is the first of its day, so that the row shows the
   * day. Otherwise undefined.
   */
  readonly day: number | undefined;
  /** True if the "New messages" line precedes the row. */
  readonly isFirstNew: boolean;
  /**
   * When the messages from here on were moved into the conversation, in seconds since 1970. Undefined if no line about
   * a move precedes the row.
   */
  readonly movedAt: number | undefined;
  /** True if another conversation starts here, in a feed with several. */
  readonly isOther: boolean;
  /** True if the row names the sender, because it doesn't continue the previous message. */
  readonly hasHeader: boolean;
}

interface MessageRow extends Surroundings {
  readonly message: Message;
  readonly pending?: undefined;
}

/** A message from this client that the server hasn't confirmed. */
interface PendingRow extends Surroundings {
  readonly pending: Pending;
  readonly message?: undefined;
}

export type Row = MessageRow | PendingRow;

/** After a pause this long, the sender's next message gets its own header. */
const PAUSE_SECONDS = 10 * 60;

/** Maximum time between a move and the message in which the bot reports it. */
const MOVE_SECONDS = 2;

interface RowsOf {
  readonly messages: readonly Message[];
  readonly pending: readonly Pending[];
  readonly firstNew: MessageId | undefined;
  readonly me: UserId;
  /** The bot that reports moves. */
  readonly notifier: UserId | undefined;
  /** True if the feed has messages from several conversations. */
  readonly isMixed: boolean;
  /**
   * Converts a time in seconds since 1970 from this device's clock to the server's. Unchanged if the difference is
   * unknown.
   */
  readonly serverTime: (time: number) => number;
}

/** The facts about a row that the next one depends on. */
interface Before {
  readonly sender: UserId;
  readonly seconds: number;
  readonly day: string;
  readonly conversation: ConversationKey;
  readonly isMe: boolean;
  readonly movedAt?: number | undefined;
}

export function feedRows({ messages, pending, firstNew, me, notifier, isMixed, serverTime }: RowsOf): readonly Row[] {
  let before: Before | undefined;
  // No line is shown for moves that the bot has reported. Its message has more information: where the messages came
  // from, and who moved them.
  const told = messages.filter(({ sender_id }) => sender_id === notifier).map(({ timestamp }) => timestamp);
  const isTold = (at: number) => told.some((time) => Math.abs(time - at) <= MOVE_SECONDS);
  const around = (now: Before, isFirstNew: boolean): Omit<Surroundings, "key"> => {
    const day = before?.day === now.day ? undefined : now.seconds * 1000;
    const isOther = isMixed && before?.conversation !== now.conversation;
    const goesOn =
      before !== undefined &&
      before.sender === now.sender &&
      now.seconds - before.seconds < PAUSE_SECONDS &&
      !before.isMe &&
      !now.isMe;
    const { movedAt: at } = now;
    const movedAt = isMixed || at === undefined || at === before?.movedAt || isTold(at) ? undefined : at;
    before = now;
    const isParted = day !== undefined || isOther || isFirstNew || movedAt !== undefined;
    return { day, isFirstNew, isOther, movedAt, hasHeader: !goesOn || isParted };
  };
  // If the first new message was deleted or moved away, the line is above the next one.
  const line = messages.findIndex(({ id }) => firstNew !== undefined && id >= firstNew);
  const rows: Row[] = messages.map((message, at) => ({
    key: String(message.id),
    message,
    ...around(
      {
        sender: message.sender_id,
        seconds: message.timestamp,
        day: dayOf(message.timestamp * 1000),
        conversation: isMixed ? conversationKey(conversationOf(message, me)) : "",
        isMe: message.is_me_message,
        movedAt: message.last_moved_timestamp,
      },
      at === line && (at > 0 || message.id === firstNew),
    ),
  }));
  for (const one of pending) {
    // The feed may have loaded the message before its event arrived.
    if (one.id !== undefined && messages.some(({ id }) => id === one.id)) continue;
    const seconds = serverTime(one.writtenAt / 1000);
    const now = {
      sender: me,
      seconds,
      day: dayOf(seconds * 1000),
      conversation: isMixed ? conversationKey(one.to) : "",
      isMe: one.content.startsWith("/me "),
    };
    rows.push({ key: one.localId, pending: one, ...around(now, false) });
  }
  return rows;
}

/** Returns a key for a time's day, in this device's time zone. */
function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
