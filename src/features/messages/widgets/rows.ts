import type { BulkTable } from "../../../database/bulk-table.ts";
import { statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { jsonOf, LeftOut } from "../../../realm/archive-io/writing.ts";
import { unshippedTriggers } from "../../../realm/replication/shipping-tables.ts";
import { includesItsMessage, ofMessages } from "../../conversations/archive.ts";
import { importedPart } from "./imported-part.ts";

/** A part of a widget. The first submessage of a message defines the widget; the others change it. */
export interface Submessage {
  readonly id: number;
  readonly message_id: MessageId;
  readonly sender_id: UserId;
  readonly msg_type: string;
  /** JSON, as written by its sender. */
  readonly content: string;
}

const columns = ["id", "message_id", "sender_id", "msg_type", "content"] as const satisfies (keyof Submessage)[];
const columnList = columns.join(", ");

export const submessagesInBulk: BulkTable = {
  name: "submessages",
  key: ["message_id", "id"],
  columns,
  integerKey: false,
};

export const schema = [
  `CREATE TABLE submessages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     message_id INTEGER NOT NULL,
     sender_id INTEGER NOT NULL,
     msg_type TEXT NOT NULL,
     content TEXT NOT NULL
   ) STRICT;
   CREATE INDEX submessages_by_message ON submessages (message_id, id);
   ${unshippedTriggers(submessagesInBulk)}`,
];

export const insertSubmessage = statement<
  { message: number; sender: number; msg_type: string; content: string },
  Submessage
>(
  `INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (:message, :sender, :msg_type, :content)
   RETURNING ${columnList}`,
);
export const firstSubmessage = statement<{ message: number }, Submessage>(
  `SELECT ${columnList} FROM submessages WHERE message_id = :message ORDER BY id LIMIT 1`,
);
export const selectSubmessages = statement<{ message: number }, Submessage>(
  `SELECT ${columnList} FROM submessages WHERE message_id = :message ORDER BY id`,
);
/** The sender's newest submessage that replaces the widget. */
export const selectReplacing = statement<{ message: number; sender: number }, Submessage>(
  `SELECT ${columnList} FROM submessages WHERE message_id = :message AND sender_id = :sender AND json_valid(content)
     AND json_extract(content, '$.type') = 'replaced' ORDER BY id DESC LIMIT 1`,
);
/** The options or tasks that a user has added to a widget, with their numbers. */
export const selectAdded = statement<
  { message: number; sender: number; type: string; field: string },
  { number: number; content: string }
>(
  `SELECT CAST(json_extract(content, :field) AS INTEGER) AS number, content FROM submessages
   WHERE message_id = :message AND sender_id = :sender AND json_valid(content)
     AND json_extract(content, '$.type') = :type`,
);
export const deleteSubmessage = statement<{ id: number }>("DELETE FROM submessages WHERE id = :id");
/** Total size of a message's submessages, in characters. */
export const selectSize = statement<{ message: number }, { size: number }>(
  "SELECT coalesce(sum(length(content)), 0) AS size FROM submessages WHERE message_id = :message",
);
export const messagesWithPartsOf = statement<{ user: number; after: number; up_to: number }, { message_id: MessageId }>(
  `SELECT DISTINCT message_id FROM submessages WHERE message_id > :after AND message_id <= :up_to AND sender_id = :user
   ORDER BY message_id`,
);
export const newestWithPartsOf = statement<{ user: number; most: number }, { message_id: MessageId }>(
  `SELECT DISTINCT message_id FROM submessages WHERE sender_id = :user
   ORDER BY message_id DESC LIMIT CAST(:most AS INTEGER)`,
);
/** What a user added to widgets of messages in a range. A message's first submessage defines its widget. */
const additions = `FROM submessages AS own WHERE message_id BETWEEN :first AND :last AND sender_id = :user
  AND id > (SELECT min(id) FROM submessages WHERE message_id = own.message_id)`;
type MessageRange = Readonly<Record<"user" | "first" | "last", number>>;
export const additionsOfUser = statement<MessageRange, Pick<Submessage, "message_id" | "content">>(
  `SELECT message_id, content ${additions} ORDER BY message_id, id`,
);
/** If there are more additions than fit into a page, the message of the page's last one. */
export const lastAdditionInPage = statement<MessageRange & { most: number }, { message_id: number }>(
  `SELECT message_id ${additions} ORDER BY message_id LIMIT 1 OFFSET CAST(:most AS INTEGER)`,
);
/** Deletes a user's additions to widgets of messages with ids above `after`, up to and including `up_to`. */
export const deleteSubmessagesBetween = statement<{ user: number; after: number; up_to: number }>(
  "DELETE FROM submessages WHERE message_id > :after AND message_id <= :up_to AND sender_id = :user",
);

export const widgetArchive: FeatureArchive = {
  ofMessages: ["submessages"],
  parts: [
    part({
      table: "submessages",
      reading: ofMessages("submessages t", {
        key: ["message_id", "id"],
        columns: ["sender_id", "msg_type", "content"],
      }),
      row: (row, context) => (includesItsMessage(row, context) ? row.of("submessages") : undefined),
      write(writing, { message_id, sender_id, msg_type, content }) {
        const sender = writing.id("user", sender_id);
        if (sender === undefined) return LeftOut.unknownUser;
        if (!writing.hasMessage(message_id)) return LeftOut.unknownMessage;
        const given = jsonOf(content);
        if (msg_type !== "widget" || given === undefined) return "parts of widgets that are not valid";
        const part = importedPart(writing, given);
        if (part === undefined) return LeftOut.unknownUser;
        const size = writing.noted.ofMessage("submessages", message_id, "size") + content.length;
        if (size > limits.message.widget_characters) return LeftOut.tooMany;
        writing.noted.setOfMessage("size", size);
        const message = message_id + writing.offset;
        const written = part === given ? content : JSON.stringify(part);
        if (writing.writes) insertSubmessage.run(writing.realm.sql, { message, sender, msg_type, content: written });
        return undefined;
      },
    }),
  ],
};
