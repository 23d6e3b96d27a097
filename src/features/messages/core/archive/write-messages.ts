import type { ArchiveRow } from "../../../../archive-format/tables.ts";
import { statement } from "../../../../database/statement.ts";
import { fillMarkup, type Markup, type MarkupNames, topicLinks } from "../../../../markup/index.ts";
import { assistantClient } from "../../../../protocol/client-name.ts";
import { toChannelId, toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import { type ImportContext, LeftOut, type ValidLine } from "../../../../realm/archive-io/writing.ts";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { seconds } from "../../../../util/time.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import {
  type ImportedPlace,
  importedTopic,
  insertImportedPlaces,
  newestBetween,
} from "../../../conversations/archive.ts";
import { directConversation } from "../../../conversations/conversations.ts";
import { findOrCreateTopic } from "../../../conversations/topics.ts";
import { claimImported, type ImportedClaims } from "../../../files/attachments/archive.ts";
import { usersNamed } from "../../../organization/accounts/access.ts";
import { settingOf } from "../../../organization/accounts/accounts.ts";
import { linkifiersOf } from "../../../organization/linkifiers/linkifiers.ts";
import { markupNames } from "../send/markup-names.ts";
import { messageColumns } from "../store/stored-message.ts";
import { type MessagePlace, mentionsIn } from "./mentions.ts";

type MessageLine = ValidLine<"messages">;
type MessageRow = ArchiveRow<"messages">;

type Values = readonly (string | number | null)[];

/** Writes messages and everything derived from them, as if they had been sent one by one. */
export function writeMessages(writing: ImportContext, lines: readonly MessageLine[]): void {
  const { realm } = writing;
  const { first, last } = writing.messageRange;
  let newest: number = newestBetween(realm, first, last) ?? first - 1;
  /** Newest message per topic in this batch, not yet in the database. */
  const newestInTopics = new Map<string, number>();
  const names = namesFor(writing, newestInTopics);
  const messages: Values[] = [];
  const places: ImportedPlace[] = [];
  const wildcards: Values[] = [];
  const claims: ImportedClaims[] = [];
  const flags: Values[] = [];
  for (const line of lines) {
    const { row } = line;
    const id = writing.message(row.id);
    const sender = writing.id("user", row.sender_id);
    const place = id !== undefined && id > newest ? messageLocation(writing, row) : LeftOut.notAscending;
    if (id === undefined || typeof place === "string" || sender === undefined || !writing.isPossible(row.sent_at)) {
      const why = sender === undefined ? LeftOut.unknownSender : LeftOut.impossibleTime;
      writing.leftOut(typeof place === "string" ? place : why, line.place);
      continue;
    }
    newest = id;
    const of = names(sender);
    const { html, mentions, isMe, hasLink, hasImage, hasAttachment, attachmentPaths } = fillMarkup(markupOf(line), of);
    const { conversation_id, channel_id, topic, topic_id } = place;
    places.push({ id, conversation_id, topic_id, sender_id: sender, sent_at: row.sent_at });
    if (channel_id !== null) newestInTopics.set(`${channel_id} ${nameKey(topic)}`, id);
    const found = mentionsIn(writing, { id, sender, place, mentions });
    if (found.wildcard !== undefined) wildcards.push([id, found.wildcard]);
    for (const user of found.users) flags.push([id, user, MENTIONED]);
    if (attachmentPaths.length > 0) {
      const linked = { paths: attachmentPaths, id, archiveId: row.id, sent_at: seconds(row.sent_at) };
      claims.push({ ...linked, is_direct: channel_id === null, conversation: conversation_id, sender });
    }
    messages.push([
      ...[id, conversation_id, channel_id, sender, topic, nameKey(topic), row.content, html, clientOf(row)],
      ...[row.sent_at, isMe, hasLink, hasImage, hasAttachment, mentions.channelWildcard].map(Number),
      found.wildcard ?? null,
      JSON.stringify(topicLinks(topic, linkifiersOf(realm))),
      ...[row.last_edit_at, row.last_moved_at, historyOf(writing, line, of), row.assistant === undefined ? null : 0],
    ]);
    writing.wrote("messages");
  }
  if (messages.length === 0) return;
  insertImportedPlaces(realm, places);
  insertMessages.run(realm.sql, { rows: JSON.stringify(messages) });
  if (wildcards.length > 0) insertWildcards.run(realm.sql, { rows: JSON.stringify(wildcards) });
  for (const message of claims) claimImported(writing, message);
  if (flags.length > 0) addFlags.run(realm.sql, { rows: JSON.stringify(flags) });
}

const MENTIONED = 4;

const clientOf = ({ client, assistant }: MessageRow) =>
  assistant === undefined ? client : assistantClient(assistant.name);

function markupOf({ markup }: MessageLine): Markup {
  if (markup === undefined) throw new Error("the importer has not parsed a message");
  return markup;
}

function messageLocation(writing: ImportContext, row: MessageRow): MessagePlace | string {
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
  const topic = importedTopic(row.topic);
  const topic_id = findOrCreateTopic(realm, channel.conversation_id, topic);
  return { conversation_id: channel.conversation_id, channel_id: channel.id, topic, topic_id };
}

/** Resolves names in messages. A name shared by several users refers to the user from the archive. */
function namesFor(
  writing: ImportContext,
  newestInTopics: ReadonlyMap<string, number>,
): (sender: number) => MarkupNames {
  const { realm } = writing;
  const all = markupNames(realm, null);
  const imported = importedUsers(realm, writing.ids("user"));
  const userByName = (name: string) => {
    const found = usersNamed(realm, name);
    const user = found.find(({ id }) => imported.has(id)) ?? found[0];
    return user && { id: user.id, full_name: user.full_name, is_active: user.is_active === 1 };
  };
  const newestMessageInTopic = (channel: number, topic: string) =>
    newestInTopics.get(`${channel} ${nameKey(topic)}`) ?? all.newestMessageInTopic(channel, topic);
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

/** Returns the edit history in stored form, with the organization's ids. Drops the oldest entries if it is too long. */
function historyOf(writing: ImportContext, { row, edits = [] }: MessageLine, names: MarkupNames): string | null {
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

const values = messageColumns.map((_, index) => `value ->> ${index}`).join(", ");

/** `rows` is a JSON list of lists: the values of each message, in the order of `messageColumns`. */
const insertMessages = statement<{ rows: string }>(
  `INSERT INTO messages (${messageColumns.join(", ")}) SELECT ${values} FROM json_each(:rows)`,
);
const insertWildcards = statement<{ rows: string }>(
  "INSERT INTO wildcard_mentions (message_id, users) SELECT value ->> 0, value ->> 1 FROM json_each(:rows)",
);
/** `rows` is a JSON list of lists: message, user, flags. The flags are added to existing ones. */
export const addFlags = statement<{ rows: string }>(
  `INSERT INTO personal_flags (message_id, user_id, flags)
   SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows) WHERE true
   ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
);
