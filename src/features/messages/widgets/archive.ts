import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { jsonOf } from "../../../realm/archive-io/writers.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { includesItsMessage, ofMessages } from "../../conversations/archive.ts";
import { insertSubmessage } from "./rows.ts";

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
        if (msg_type !== "widget" || jsonOf(content) === undefined) return "parts of widgets that are not valid";
        const size = writing.noted.ofMessage("submessages", message_id, "size") + content.length;
        if (size > limits.message.widget_characters) return LeftOut.tooMany;
        writing.noted.setOfMessage("size", size);
        const message = message_id + writing.offset;
        if (writing.writes) insertSubmessage.run(writing.realm.sql, { message, sender, msg_type, content });
        return undefined;
      },
    }),
  ],
};
