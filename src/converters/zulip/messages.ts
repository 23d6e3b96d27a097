import type { WrittenRow } from "../../archive-format/tables.ts";
import { Sorter } from "../sort.ts";
import { splitContent } from "../text.ts";
import { historyOf, topicOf } from "./edit-history.ts";
import { MessageIds } from "./message-ids.ts";
import type { Receipts } from "./received.ts";
import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";
import { addUnknownSender } from "./users.ts";

interface Pending {
  readonly row: WrittenRow<"messages">;
  /** Further parts of a text that is too long for one message. */
  readonly rest: readonly string[];
  readonly place: string;
}

/** The export's messages, sorted, with their new ids. */
export interface Messages {
  readonly ids: MessageIds;
  readonly sorted: Sorter<Pending>;
  readonly members: readonly string[];
}

const SENT_PARTLY = /^\/(?:poll|todo)(?:\s|$)/;

export async function readMessages(source: ZulipImport): Promise<Messages> {
  const { spool, progress } = source.conversion;
  const members = [...source.archive.names].filter((name) => /^messages-\d+\.json$/.test(name)).sort();
  const messages = { ids: new MessageIds(), sorted: new Sorter<Pending>(spool), members };
  for (const [done, member] of members.entries()) {
    progress?.("reading messages", done, members.length);
    for await (const row of source.rows("zerver_message", { member, as: "messages" }))
      await addMessage(source, row, messages);
  }
  if (messages.ids.needsOrder) await messages.ids.assign(messageIds(messages.sorted));
  return messages;
}

async function* messageIds(sorted: Sorter<Pending>): AsyncGenerator<number> {
  for await (const { row } of sorted.rows()) yield row.id;
}

async function addMessage(source: ZulipImport, row: Row, { ids, sorted }: Messages): Promise<void> {
  const [id, sender] = [row.id(), row.id("sender")];
  const sentAt = row.past("date_sent", source.conversion.now);
  const content = row.text("content");
  if (id === undefined || sender === undefined || content === undefined)
    return source.leaveOut(row, "messages: no id, no sender or no text");
  if (sentAt === undefined) return source.leaveOut(row, "messages: no time between 1970 and tomorrow");
  const target = targetOf(source, row, sender);
  if (target === undefined) return source.leaveOut(row, "messages: unknown channel or conversation");
  const [first = "", ...rest] = splitContent(content);
  const channel = "channel_id" in target ? target.channel_id : 0;
  const isClosed = source.channels.get(channel)?.isHistoryShared === false;
  if (!ids.add(id, { sentAt, channel: isClosed ? channel : 0, parts: rest.length + 1 }))
    return source.leaveOut(row, "messages: doubled id");
  if (!source.users.has(sender)) await addUnknownSender(source, sender, row.place);
  if (SENT_PARTLY.test(content)) source.leaveOut(row, "submessages: votes and tasks are in no export of Zulip");
  const common = { id, sender_id: sender, content: first, sent_at: sentAt, ...historyOf(source, row) };
  const client = source.clients.get(row.id("sending_client") ?? 0);
  const message = { ...common, ...(client !== undefined && { client }), ...target };
  await sorted.add(sentAt, id, { row: message, rest, place: row.place });
}

function targetOf(source: ZulipImport, row: Row, sender: number) {
  const id = row.id("recipient");
  const recipient = id === undefined ? undefined : source.recipients.get(id);
  if (id === undefined || recipient === undefined) return undefined;
  if (recipient.type === 2) {
    const channel = source.channelOf(id);
    return channel === undefined ? undefined : { channel_id: channel, topic: topicOf(row.text("subject") ?? "") };
  }
  const others = recipient.type === 1 ? [recipient.typeId] : source.conversations.get(id);
  if (others === undefined || (recipient.type === 1 && !source.users.has(recipient.typeId))) return undefined;
  return { members: [...new Set([sender, ...others])].sort((a, b) => a - b) };
}

/** Writes the messages with their new ids, and records receipts for channels that don't share their history. */
export async function writeMessages(source: ZulipImport, { ids, sorted }: Messages, receipts: Receipts): Promise<void> {
  let done = 0;
  for await (const { row, rest, place } of sorted.rows()) {
    if (done++ % 1000 === 0) source.conversion.progress?.("writing messages", done, sorted.count);
    const id = ids.newId(row.id) ?? row.id;
    const closed = ids.closedChannelOf(row.id);
    for (let part = 0; closed !== 0 && part <= rest.length; part++) await receipts.add(closed, id + part, 0);
    const edits = row.edits?.map((edit) =>
      edit.prev_content === undefined ? edit : { ...edit, prev_content: withNewIds(edit.prev_content, ids) },
    );
    await source.write("messages", { ...row, id, content: withNewIds(row.content, ids), edits }, place);
    for (const [index, part] of rest.entries()) {
      const next = { ...row, id: id + index + 1, content: withNewIds(part, ids), edits: [] };
      await source.write("messages", next, place);
    }
    if (rest.length > 0) source.leaveOut(place, "messages: too long for one message, so that it became several");
  }
}

/** Matches fenced and inline code. Ids in code aren't references to messages, so they stay unchanged. */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`)/;
const NEAR = /(#narrow\/[^\s)>\]]*?\/(?:near|with|id)\/)(\d{1,15})/g;
const AT = /(#\*\*[^*\n]+@)(\d{1,15})(?=\*\*)/g;

/** Replaces the message ids in a text's links with the new ids. */
export function withNewIds(content: string, ids: MessageIds): string {
  if (!ids.needsOrder || !content.includes("#")) return content;
  const renamed = (_: string, before: string, id: string) => before + String(ids.newId(Number(id)) ?? id);
  return content
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(NEAR, renamed).replace(AT, renamed)))
    .join("");
}
