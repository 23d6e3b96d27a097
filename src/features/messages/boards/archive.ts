import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { fillMarkup } from "../../../markup/index.ts";
import { toChannelId, toMessageId, toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { milliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { importedTopic } from "../../conversations/archive.ts";
import { findOrCreateTopic, findTopic } from "../../conversations/topics.ts";
import { linkedFromImportedPage } from "../../files/attachments/archive.ts";
import { linkFromPage } from "../../files/attachments/claims.ts";
import { markupNames } from "../core/send/markup-names.ts";
import * as rows from "./rows.ts";

export const boardArchive: FeatureArchive = {
  tables: ["channel_pins", "channel_pages", "channel_board_messages"],
  leftOut: { channel_pins_moved: "of the moment" },
  parts: [
    part({
      table: "channel_board_messages",
      reading: {
        from: "channel_board_messages t",
        where: "t.message_id <= :newest",
        key: ["channel_id"],
        columns: ["message_id"],
      },
      row: (row, { filter }) =>
        filter.includesChannel(row.number("channel_id")) ? row.of("channel_board_messages") : undefined,
      write(writing, row) {
        const { realm, noted } = writing;
        const channel = writing.id("channel", row.channel_id);
        if (channel === undefined) return LeftOut.unknownChannel;
        if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
        const isKnown = rows.boardMessageOf.first(realm.sql, { channel }) !== undefined;
        if (isKnown || noted.find("channel_board_messages", channel) !== undefined) return LeftOut.twice;
        noted.take("channel_board_messages", channel);
        if (!writing.writes) return undefined;
        const message_id = toMessageId(row.message_id + writing.offset);
        const shown = { shown_at: milliseconds(0), is_waiting: 0 };
        rows.putBoardMessage.run(realm.sql, { channel_id: toChannelId(channel), message_id, ...shown });
        return undefined;
      },
    }),
    part({
      table: "channel_pins",
      reading: {
        from: `channel_pins t LEFT JOIN message_index i ON i.id = t.message_id`,
        where: "(t.message_id IS NULL OR t.message_id <= :newest)",
        key: ["id"],
        columns: [
          ...[
            "channel_id",
            "position",
            "message_id",
            "url",
            "title",
            "pinned_by AS user_id",
            "pinned_at AS date_pinned",
          ],
          "(SELECT name FROM topics WHERE topics.id = t.topic_id) AS topic",
          "i.conversation_id AS conversation",
        ].map((column) => (/^[(i]/.test(column) ? column : `t.${column}`)),
      },
      row(row, { filter }) {
        if (!filter.includesChannel(row.number("channel_id"))) return undefined;
        const message = row.columns["message_id"];
        if (message !== null && !filter.includesMessage(message, row.columns["conversation"], null)) return undefined;
        return row.of("channel_pins");
      },
      write: writePin,
    }),
    part({
      table: "channel_pages",
      atOnce: 50,
      reading: {
        from: "channel_pages t",
        key: ["channel_id", "version"],
        columns: ["content", "edited_by AS user_id", "edited_at AS date_edited"],
      },
      row: (row, { filter }) =>
        filter.includesChannel(row.number("channel_id")) ? row.of("channel_pages") : undefined,
      write(writing, row, { markup }) {
        const { realm, noted } = writing;
        const channel = writing.id("channel", row.channel_id);
        if (channel === undefined) return LeftOut.unknownChannel;
        const known = `pages of channel ${channel}`;
        const there = rows.newestPage.first(realm.sql, { channel });
        const version = noted.number(known, () => (there === undefined ? 0 : -1)) + 1;
        if (version === 0) return "pages of channels that have a page already";
        noted.set(known, version);
        if (!writing.writes) return undefined;
        if (markup === undefined) throw new Error("the importer has not parsed a text");
        const { html, attachmentPaths: paths } = fillMarkup(markup, markupNames(realm, null));
        const edited_by = userOf(writing, row);
        const [channel_id, edited_at] = [toChannelId(channel), timeOf(writing, row.date_edited)];
        rows.insertPage.run(realm.sql, { channel_id, version, content: row.content, html, edited_by, edited_at });
        const forgotten = version - limits.channel.page_versions;
        rows.deletePagesUpTo.run(realm.sql, { channel, version: forgotten });
        const files = linkedFromImportedPage(writing, { paths, archiveId: row.channel_id, writer: edited_by });
        linkFromPage(realm, { channel: channel_id, version, forgotten }, files);
        return undefined;
      },
    }),
  ],
};

const userOf = (writing: ImportContext, { user_id }: { readonly user_id: number | null }) => {
  const user = writing.id("user", user_id);
  return user === undefined ? null : toUserId(user);
};

const timeOf = (writing: ImportContext, time: number): Seconds =>
  writing.isPossible(time) ? seconds(time) : writing.realm.seconds();

function writePin(writing: ImportContext, row: ArchiveRow<"channel_pins">): string | undefined {
  const { realm, noted } = writing;
  const id = writing.id("channel", row.channel_id);
  if (id === undefined) return LeftOut.unknownChannel;
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  const { message_id, url } = row;
  const topic = row.topic === null ? null : importedTopic(row.topic);
  if ([topic, message_id, url].filter((one) => one !== null).length !== 1)
    return "pins of nothing, or of several things";
  if (message_id !== null && !writing.hasMessage(message_id)) return LeftOut.unknownMessage;
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    return "pins with an address that is no web page";
  // A message can only be pinned once, so its key doesn't include the channel.
  const key = message_id === null ? `${id} ${topic === null ? url : `topic ${nameKey(topic)}`}` : message_id;
  const there = topic === null || channel === undefined ? undefined : findTopic(realm, channel.conversation_id, topic);
  const isPinned = there !== undefined && rows.pinOfTopic.first(realm.sql, { topic: there.id }) !== undefined;
  if (isPinned || noted.find("channel_pins", key) !== undefined) return LeftOut.twice;
  const number =
    noted.number(`pins of channel ${id}`, () => rows.pinsOfChannel.all(realm.sql, { channel: id }).length) + 1;
  if (number > limits.channel.pins) return LeftOut.tooMany;
  noted.take("channel_pins", key);
  noted.set(`pins of channel ${id}`, number);
  if (!writing.writes || channel === undefined) return undefined;
  rows.insertPin.run(realm.sql, {
    channel_id: channel.id,
    position: row.position,
    topic_id: topic === null ? null : findOrCreateTopic(realm, channel.conversation_id, topic),
    message_id: message_id === null ? null : toMessageId(message_id + writing.offset),
    url,
    title: row.title,
    pinned_by: userOf(writing, row),
    pinned_at: timeOf(writing, row.date_pinned),
  });
  return undefined;
}
