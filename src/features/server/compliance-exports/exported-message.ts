import { type ConversationId, toConversationId, toUserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { membersOfConversation } from "../../conversations/conversations.ts";
import { uploadKey } from "../../files/attachments/attachments.ts";
import { filesOfMessages } from "../../files/attachments/claims.ts";
import { transcriptAt } from "../../files/voice-messages/voice-messages.ts";
import { callOfMessage } from "../../messages/calls/history.ts";
import type { Submessage } from "../../messages/widgets/widgets.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { heldProfile } from "../../trust/legal-holds/held-versions.ts";
import type { PieceContext } from "../exports/archives/kinds.ts";
import { editsOf, type FoundMessage } from "./former-versions.ts";
import { Participants } from "./participants.ts";
import { isoTime } from "./times.ts";

/** If a message has more participants, only their number is given, and `participants-*.jsonl` lists them. */
export const MAX_LISTED = 200;

/** A file as listed with messages. The digest is null if the file is missing from the store. */
export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string | null;
  /** Transcript of a voice message, provided by its author. */
  readonly transcript?: string;
  readonly member: string;
  readonly key: string;
}

export interface ExportedMessage {
  readonly id: number;
  readonly conversation:
    | { readonly type: "channel"; readonly id: number; readonly name: string; readonly topic: string }
    | { readonly type: "direct"; readonly id: number };
  readonly participants_at_time: readonly number[] | null;
  readonly participants: number;
  readonly sender: { readonly id: number; readonly name: string; readonly email: string; readonly is_bot: boolean };
  readonly sent_at: string;
  /** Null if the message was deleted and a hold has only retained its files. */
  readonly text: string | null;
  readonly edits: readonly object[];
  /** When the message was deleted. Null if that time isn't known. */
  readonly deleted_at?: string | null;
  /** When the message was moved to another channel. */
  readonly moved_at?: string;
  readonly files: readonly Omit<ExportedFile, "key" | "type">[];
  /** Parts of a widget, such as a poll: its definition, and what users added. Presses come last. */
  readonly submessages?: readonly Omit<Submessage, "message_id">[];
  /** The call that the message links to, with its participants. */
  readonly call?: ReturnType<typeof callOfMessage>;
}

export interface Exported {
  readonly id: ConversationId;
  readonly channel: Channel | undefined;
  readonly participants: Pick<Participants, "at">;
}

/** Returns an account, or its identity retained by a hold if the profile was deleted. */
export const personOf = (realm: Realm, id: number) => {
  const user = findUser(realm, toUserId(id));
  const { full_name, delivery_email } = heldProfile(realm, toUserId(id)) ??
    user ?? { full_name: "", delivery_email: "" };
  return { id, name: full_name, email: delivery_email, is_bot: user?.bot_type != null };
};

/** Adds a message's files to the archive, including those that only holds retain. Returns them. */
export async function filesOf(
  context: PieceContext,
  { id, isThere, versions }: FoundMessage,
): Promise<readonly ExportedFile[]> {
  const present = isThere ? filesOfMessages(context.realm, [id]) : [];
  const all = [...present, ...versions.flatMap(({ files }) => files)];
  const heldTranscripts = new Map(
    versions
      .flatMap(({ files }) => files)
      .flatMap(({ path_id, transcript }) => (transcript === "" ? [] : [[path_id, transcript]])),
  );
  return addFiles(context, all, heldTranscripts);
}

/** Adds files to the archive, each only once. Returns them. */
export async function addFiles(
  context: PieceContext,
  files: readonly {
    readonly name: string;
    readonly path_id: string;
    readonly content_type: string;
    readonly size: number;
  }[],
  heldTranscripts: ReadonlyMap<string, string> = new Map(),
): Promise<readonly ExportedFile[]> {
  const found: ExportedFile[] = [];
  for (const { name, path_id, content_type, size } of new Map(files.map((file) => [file.path_id, file])).values()) {
    const key = uploadKey(path_id);
    const member = `files/${[...key.split("/").slice(-2), name]
      .join("-")
      .replace(/[^\p{L}\p{N}._ -]/gu, "_")
      .slice(0, 150)
      .toWellFormed()}`;
    const added = await context.addFile({ member, key });
    const transcript = heldTranscripts.get(path_id) ?? transcriptAt(context.realm, path_id);
    found.push({
      ...{ name, type: content_type, bytes: added?.size ?? size, sha256: added?.sha256 ?? null },
      ...(transcript !== "" && { transcript }),
      ...{ member, key },
    });
  }
  return found;
}

export const listedFile = ({ key: _, type: __, ...file }: ExportedFile) => file;

export function exportedMessage(
  realm: Realm,
  found: FoundMessage,
  { conversation, files }: { conversation: Exported; files: readonly ExportedFile[] },
): ExportedMessage {
  const { id, sender_id, topic, content, sent_at, gone, submessages } = found;
  const present = conversation.participants.at(id);
  const { channel } = conversation;
  const call = callOfMessage(realm, id);
  return {
    id,
    conversation:
      channel === undefined
        ? { type: "direct", id: conversation.id }
        : { type: "channel", id: channel.id, name: channel.name, topic: topic ?? "" },
    participants_at_time: present.length > MAX_LISTED ? null : present,
    participants: present.length,
    sender: personOf(realm, sender_id),
    sent_at: isoTime(sent_at),
    text: content,
    edits: editsOf(found),
    ...gone,
    files: files.map(listedFile),
    ...(submessages.length > 0 && { submessages: submessages.map(({ message_id: _, ...part }) => part) }),
    ...(call && { call }),
  };
}

export function exportedConversation(realm: Realm, number: number): Exported {
  const id = toConversationId(number);
  const channel = channelIndex(realm).byConversation.get(id);
  if (channel !== undefined) return { id, channel, participants: new Participants(realm, channel.id) };
  const members = [...membersOfConversation(realm, id)];
  return { id, channel, participants: { at: () => members } };
}
