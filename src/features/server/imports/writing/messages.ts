import type { ArchiveRow } from "../../../../archive/tables.ts";
import { fillMarkup, type Markup, type MarkupNames, topicLinks } from "../../../../markup/index.ts";
import { toChannelId, toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/public.ts";
import { directConversation, findOrCreateTopic, topicKey, topicToWrite } from "../../../conversations/public.ts";
import { markupNames } from "../../../messages/messages/public.ts";
import { linkifiersOf } from "../../../organization/linkifiers/public.ts";
import { settingOf, usersNamed } from "../../../organization/users/public.ts";
import { mentionsIn } from "./mentions.ts";
import type { MessagePlace } from "./message-place.ts";
import {
  addFlags,
  insertClaims,
  insertHours,
  insertMessages,
  insertPlaces,
  insertWildcards,
  newestBetween,
} from "./message-rows.ts";
import { LeftOut, type ValidLine } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

type MessageLine = ValidLine<"messages">;
type MessageRow = ArchiveRow<"messages">;

/** The values of one row, for a statement that takes many. */
type Values = readonly (string | number | null)[];

/** Writes messages with what follows from them, as if they had been sent one after the other. */
export function writeMessages(writing: Writing, lines: readonly MessageLine[]): void {
  const { realm } = writing;
  const { first, last } = writing.messageRange;
  let newest: number = newestBetween.one(realm.sql, { first, last }).id ?? first - 1;
  /** The newest messages of topics among these, which are not in the database yet. */
  const newestInTopics = new Map<string, number>();
  const names = namesFor(writing, newestInTopics);
  const messages: Values[] = [];
  const places: Values[] = [];
  const hours: (readonly [hour: number, id: number])[] = [];
  const wildcards: Values[] = [];
  const claims: Values[] = [];
  const flags: Values[] = [];
  for (const line of lines) {
    const { row } = line;
    const id = writing.message(row.id);
    const sender = writing.id("user", row.sender_id);
    const place = id !== undefined && id > newest ? placeOf(writing, row) : LeftOut.notAscending;
    if (id === undefined || typeof place === "string" || sender === undefined || !writing.isPossible(row.sent_at)) {
      const why = sender === undefined ? LeftOut.unknownSender : LeftOut.impossibleTime;
      writing.leftOut(typeof place === "string" ? place : why, line.place);
      continue;
    }
    newest = id;
    const of = names(sender);
    const { html, mentions, isMe, hasLink, hasImage, hasAttachment, attachmentPaths } = fillMarkup(markupOf(line), of);
    const { conversation_id, channel_id, topic, topic_id } = place;
    places.push([id, conversation_id, topic_id, sender]);
    if (channel_id !== null) newestInTopics.set(`${channel_id} ${topicKey(topic)}`, id);
    hours.push([Math.floor(row.sent_at / 3600), id]);
    const found = mentionsIn(writing, { id, sender, place, mentions });
    if (found.wildcard !== undefined) wildcards.push([id, found.wildcard]);
    for (const user of found.users) flags.push([id, user, MENTIONED]);
    for (const path of attachmentPaths)
      claims.push([path, id, row.sent_at, Number(channel_id === null), conversation_id, sender, row.id]);
    messages.push([
      ...[id, conversation_id, channel_id, sender, topic, topicKey(topic), row.content, html, row.client],
      ...[row.sent_at, isMe, hasLink, hasImage, hasAttachment, mentions.channelWildcard].map(Number),
      found.wildcard ?? null,
      JSON.stringify(topicLinks(topic, linkifiersOf(realm))),
      ...[row.last_edit_at, row.last_moved_at, historyOf(writing, line, of)],
    ]);
    writing.report.wrote("messages");
  }
  if (messages.length === 0) return;
  // The first message of an hour is the one that stays.
  const firstOfHours = [...new Map(hours.toReversed().map(([hour, id]) => [hour, id]))];
  insertPlaces.run(realm.sql, { rows: JSON.stringify(places) });
  insertMessages.run(realm.sql, { rows: JSON.stringify(messages) });
  insertHours.run(realm.sql, { rows: JSON.stringify(firstOfHours) });
  if (wildcards.length > 0) insertWildcards.run(realm.sql, { rows: JSON.stringify(wildcards) });
  if (claims.length > 0) insertClaims.run(realm.sql, { rows: JSON.stringify(claims) });
  if (flags.length > 0) addFlags.run(realm.sql, { rows: JSON.stringify(flags) });
}

const MENTIONED = 4;

function markupOf({ markup }: MessageLine): Markup {
  if (markup === undefined) throw new Error("the importer has not parsed a message");
  return markup;
}

/** Where a message stands, or why it cannot stand anywhere. */
function placeOf(writing: Writing, row: MessageRow): MessagePlace | string {
  const { realm } = writing;
  if ("members" in row) {
    const members = row.members.map((id) => writing.id("user", id));
    const known = members.filter((id) => id !== undefined).map(toUserId);
    if (known.length < members.length) return LeftOut.unknownRecipient;
    if (!row.members.includes(row.sender_id)) return LeftOut.senderElsewhere;
    return { conversation_id: directConversation(realm, known), channel_id: null, topic: "", topic_id: null };
  }
  const id = writing.id("channel", row.channel_id);
  const channel = id === undefined ? undefined : channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined) return LeftOut.noChannelOfMessage;
  const topic = topicOf(row.topic);
  const topic_id = findOrCreateTopic(realm, channel.conversation_id, topic);
  return { conversation_id: channel.conversation_id, channel_id: channel.id, topic, topic_id };
}

/** A topic without the characters that none may have. */
export const topicOf = (topic: string): string =>
  topicToWrite(topic.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "").trim());

/** The names in messages: of people of one name, those of the archive are meant. */
function namesFor(writing: Writing, newestInTopics: ReadonlyMap<string, number>): (sender: number) => MarkupNames {
  const { realm } = writing;
  const all = markupNames(realm, null, { translateEmoticons: false });
  const imported = importedUsers(realm, writing.ids("user"));
  const userByName = (name: string) => {
    const found = usersNamed(realm, name);
    const user = found.find(({ id }) => imported.has(id)) ?? found[0];
    return user && { id: user.id, full_name: user.full_name, is_active: user.is_active === 1 };
  };
  const newestMessageInTopic = (channel: number, topic: string) =>
    newestInTopics.get(`${channel} ${topicKey(topic)}`) ?? all.newestMessageInTopic(channel, topic);
  const translating = new Map<number, MarkupNames>();
  return (sender) => {
    let names = translating.get(sender);
    if (names === undefined) {
      const translateEmoticons = settingOf(realm, toUserId(sender), "translate_emoticons");
      names = { ...all, userByName, newestMessageInTopic, translateEmoticons };
      translating.set(sender, names);
    }
    return names;
  };
}

const importedKey = cacheKey<ReadonlySet<number>>("imported users as a set");
const importedUsers = (realm: Realm, users: ReadonlyMap<number, number>): ReadonlySet<number> =>
  realm.cached(importedKey, () => new Set(users.values()));

/** The edit history as it is stored, with the ids of the organization; its oldest entries are dropped where it is too long. */
function historyOf(writing: Writing, { row, edits = [] }: MessageLine, names: MarkupNames): string | null {
  if (row.edits.length === 0) return null;
  const entries: string[] = [];
  let bytes = 2;
  for (const [index, { user_id, prev_stream, stream, ...edit }] of row.edits.entries()) {
    const markup = edits[index];
    const entry = JSON.stringify({
      ...edit,
      user_id: writing.id("user", user_id) ?? null,
      ...(markup ? { prev_rendered_content: fillMarkup(markup, names).html } : {}),
      ...(prev_stream === undefined ? {} : { prev_stream: writing.id("channel", prev_stream) }),
      ...(stream === undefined ? {} : { stream: writing.id("channel", stream) }),
    });
    bytes += Buffer.byteLength(entry) + 1;
    if (bytes > limits.message.history_bytes && entries.length > 0) break;
    entries.push(entry);
  }
  return `[${entries.join(",")}]`;
}
