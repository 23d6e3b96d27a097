import { type MessageId, toConversationId, toUserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../channels/channels/public.ts";
import { membersOfConversation } from "../../conversations/public.ts";
import { filesOfMessages, uploadKey } from "../../files/attachments/public.ts";
import { type fetchMessages, parseEditHistory } from "../../messages/messages/public.ts";
import { findUser } from "../../organization/users/public.ts";
import type { PieceContext } from "../exports/public.ts";
import { Participants } from "./participants.ts";

type MessageRow = Awaited<ReturnType<typeof fetchMessages>>[number];

/** Participants beyond it are told by their number: who they were, `participants-*.jsonl` says. */
export const MOST_LISTED = 200;

/** A file as messages name it; without a digest where the store has lost it. */
interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string | null;
  /** The name of its member in the archive. */
  readonly member: string;
  readonly key: string;
}

/** A message as the export has it. */
export interface ExportedMessage {
  readonly id: number;
  readonly conversation:
    | { readonly type: "channel"; readonly id: number; readonly name: string; readonly topic: string }
    | { readonly type: "direct"; readonly id: number };
  readonly participants_at_time: readonly number[] | null;
  readonly participants: number;
  readonly sender: { readonly id: number; readonly name: string; readonly email: string; readonly is_bot: boolean };
  readonly sent_at: string;
  readonly text: string;
  readonly edits: readonly object[];
  readonly files: readonly Omit<ExportedFile, "key" | "type">[];
}

/** A conversation whose messages are exported. */
export interface Exported {
  readonly id: number;
  readonly channel: Channel | undefined;
  readonly participants: Pick<Participants, "at">;
}

export const personOf = (realm: Realm, id: number) => {
  const user = findUser(realm, toUserId(id));
  return { id, name: user?.full_name ?? "", email: user?.delivery_email ?? "", is_bot: user?.bot_type != null };
};

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");

/** Finds the files of some messages, and adds them to the archive. */
export async function filesOf(
  context: PieceContext,
  messages: readonly MessageId[],
): Promise<Map<number, ExportedFile[]>> {
  const found = new Map<number, ExportedFile[]>();
  for (const { message_id, id, name, path_id, content_type, size } of filesOfMessages(context.realm, messages)) {
    const member = `files/${id}-${name
      .replace(/[^\p{L}\p{N}._ -]/gu, "_")
      .slice(0, 100)
      .toWellFormed()}`;
    const key = uploadKey(path_id);
    const added = await context.addFile({ member, key });
    const file = { name, type: content_type, bytes: added?.size ?? size, sha256: added?.sha256 ?? null, member, key };
    found.set(message_id, [...(found.get(message_id) ?? []), file]);
  }
  return found;
}

/** Makes a message of its row. */
export function exportedMessage(
  realm: Realm,
  row: MessageRow,
  { conversation, files }: { conversation: Exported; files: readonly ExportedFile[] },
): ExportedMessage {
  const { id, sender_id, topic, content, sent_at, edit_history } = row;
  const present = conversation.participants.at(id);
  const { channel } = conversation;
  const edits = edit_history === null ? [] : parseEditHistory(edit_history, id);
  return {
    id,
    conversation:
      channel === undefined
        ? { type: "direct", id: conversation.id }
        : { type: "channel", id: channel.id, name: channel.name, topic },
    participants_at_time: present.length > MOST_LISTED ? null : present,
    participants: present.length,
    sender: personOf(realm, sender_id),
    sent_at: timeOf(sent_at),
    text: content,
    edits: edits.map(({ timestamp, user_id, prev_content, prev_topic, topic: next, prev_stream, stream }) => ({
      at: timeOf(timestamp),
      by: user_id,
      ...(prev_content !== undefined && { text_before: prev_content }),
      ...(prev_topic !== undefined && { topic_before: prev_topic, topic_after: next }),
      ...(prev_stream !== undefined && { channel_before: prev_stream, channel_after: stream }),
    })),
    files: files.map(({ key: _, type: __, ...file }) => file),
  };
}

/** The conversation of an id, with who took part in it. */
export function exportedConversation(realm: Realm, id: number): Exported {
  const channel = channelIndex(realm).byConversation.get(toConversationId(id));
  if (channel !== undefined) return { id, channel, participants: new Participants(realm, channel.id) };
  const members = [...membersOfConversation(realm, toConversationId(id))];
  return { id, channel, participants: { at: () => members } };
}
