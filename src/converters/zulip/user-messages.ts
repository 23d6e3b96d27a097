import { isRecord } from "../markdown/loose-json.ts";
import { Sorter } from "../sort.ts";
import type { Messages } from "./messages.ts";
import type { Receipts } from "./received.ts";
import { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

const READ_FLAG = 1;
const HISTORICAL = 1024;
/** Flag bits that an archive keeps. A group mention counts as a mention. */
const FLAGS = [
  [2, "starred"],
  [4, "collapsed"],
  [8 + 64, "mentioned"],
  [512, "has_alert_word"],
  [HISTORICAL, "historical"],
] as const;
const OF_FLAGS = FLAGS.reduce((all, [bits]) => all | bits, 0);

/** Maximum number of messages per row of unread messages. */
const IN_ROW = 1000;

/** Reads Zulip's per-recipient message data: flags, unread messages and receipts. */
export async function convertUserMessages(source: ZulipImport, messages: Messages, receipts: Receipts): Promise<void> {
  const { spool, progress } = source.conversion;
  const [flags, unread] = [
    new Sorter<[user: number, message: number, bits: number]>(spool),
    new Sorter<[number, number]>(spool),
  ];
  const { ids, members } = messages;
  for (const [done, member] of members.entries()) {
    progress?.("reading what people have read", done, members.length);
    for await (const { first, values } of source.archive.batches(member, "zerver_usermessage")) {
      for (const [index, value] of values.entries()) {
        const row = new Row(isRecord(value) ? value : {}, "");
        const [user, message, bits] = [
          source.userIn(row, "user_profile"),
          row.id("message"),
          row.integer("flags_mask"),
        ];
        const id = message === undefined ? undefined : ids.newId(message);
        if (user === undefined || message === undefined || id === undefined || bits === undefined) {
          source.leaveOut(
            `${member} zerver_usermessage[${first + index}]`,
            "flags: unknown user or message, or no flags",
          );
          continue;
        }
        const channel = ids.closedChannelOf(message);
        if ((bits & OF_FLAGS) !== 0) await flags.add(id, user, [user, id, bits]);
        for (let part = 0; part < ids.partsOf(message); part++) {
          if ((bits & READ_FLAG) === 0) await unread.add(user, id + part, [user, id + part]);
          if (channel !== 0 && (bits & HISTORICAL) === 0) await receipts.add(channel, id + part, user);
        }
      }
    }
  }
  await writeFlags(source, flags);
  await writeUnread(source, unread);
}

async function writeFlags(source: ZulipImport, flags: Sorter<[number, number, number]>): Promise<void> {
  let last = "";
  for await (const [user, message, bits] of flags.rows()) {
    const key = `${message} ${user}`;
    if (key === last) source.leaveOut(`message ${message}`, "flags: doubled row");
    else {
      const names = FLAGS.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name]));
      await source.write("flags", { user_id: user, message_id: message, flags: names }, `message ${message}`);
    }
    last = key;
  }
}

async function writeUnread(source: ZulipImport, unread: Sorter<[number, number]>): Promise<void> {
  let row: { user_id: number; messages: number[] } | undefined;
  for await (const [user, message] of unread.rows()) {
    if (row !== undefined && (row.user_id !== user || row.messages.length === IN_ROW)) {
      await source.write("unread", row, `user ${user}`);
      row = undefined;
    }
    row ??= { user_id: user, messages: [] };
    if (row.messages.at(-1) !== message) row.messages.push(message);
  }
  if (row !== undefined) await source.write("unread", row, `user ${row.user_id}`);
}
