import type { Realm } from "../../../realm/realm.ts";
import { milliseconds } from "../../../util/time.ts";
import type { PieceContext } from "../exports/archives/kinds.ts";
import { type Exported, type ExportedFile, type ExportedMessage, MAX_LISTED, personOf } from "./exported-message.ts";
import { encodeJournalEmail } from "./journal-email.ts";

/** Limits of an email. A day with more is split into several emails. */
const MAX_MESSAGES = 1000;
const MAX_TEXT = 1_000_000;
const MAX_BYTES_OF_FILES = 100_000_000;
/** Larger files are only listed, because email programs don't accept them. The archive contains all files. */
const MAX_FILE_BYTES = 20 * 1_048_576;

export const dayOf = (at: string): string => at.slice(0, "2026-01-01".length);

/** A conversation's messages of one day (UTC) as an email, whose recipients are the participants. */
export class DayEmail {
  readonly #texts: string[] = [];
  readonly #files = new Map<string, ExportedFile>();
  readonly #people = new Set<number>();
  #hasAll = true;
  #first = "";
  #length = 0;
  #fileBytes = 0;

  constructor(
    readonly conversation: Exported,
    readonly day: string,
    readonly part: number,
  ) {}

  get count(): number {
    return this.#texts.length;
  }

  get fileBytes(): number {
    return this.#fileBytes;
  }

  get isFull(): boolean {
    return this.count >= MAX_MESSAGES || this.#length >= MAX_TEXT || this.#fileBytes >= MAX_BYTES_OF_FILES;
  }

  add(message: ExportedMessage, files: readonly ExportedFile[]): void {
    if (this.#first === "") this.#first = message.sent_at;
    if (message.participants_at_time === null) this.#hasAll = false;
    for (const id of message.participants_at_time ?? []) this.#people.add(id);
    for (const file of files) {
      const fits = file.bytes <= MAX_FILE_BYTES && this.#fileBytes + file.bytes <= MAX_BYTES_OF_FILES;
      if (file.sha256 === null || !fits || this.#files.has(file.member)) continue;
      this.#files.set(file.member, file);
      this.#fileBytes += file.bytes;
    }
    const text = formatMessage(message);
    this.#texts.push(text);
    this.#length += text.length;
  }

  async write({ realm, archive, env, put }: PieceContext): Promise<void> {
    const { channel, id } = this.conversation;
    const kind = channel === undefined ? "direct" : "channel";
    const number = channel?.id ?? id;
    const name = channel === undefined ? `Direct messages (${number})` : `#${channel.name}`;
    const people = this.#hasAll && this.#people.size <= MAX_LISTED ? [...this.#people] : [];
    const email = {
      id: `compliance-${archive.id}-${kind}-${number}-${this.day}-${this.part}`,
      host: realm.host,
      from: { name, address: `${kind}-${number}@${realm.host}` },
      to: people.map((person) => mailboxOf(realm, person)),
      subject: `${name}, ${this.day}${this.part === 1 ? "" : ` (${this.part})`}`,
      date: milliseconds(Date.parse(this.#first)),
      headers: { "X-Parley-Conversation": `${kind} ${number}`, "X-Parley-Messages": String(this.count) },
      text: this.#texts.join("\n"),
      files: [...this.#files.values()],
    };
    const member = `eml/${kind}-${number}/${this.day}-${String(this.part).padStart(4, "0")}.eml`;
    await put(member, encodeJournalEmail(email, env.UPLOADS), this.count);
  }
}

/** Returns an account's name and email address. Without an address, returns one that can't receive email. */
function mailboxOf(realm: Realm, id: number) {
  const { name, email } = personOf(realm, id);
  return { name, address: /^[!-~]+@[!-~]+$/.test(email) ? email : `user-${id}@${realm.host}` };
}

/** Formats a message for human readers. */
function formatMessage({
  id,
  sender,
  sent_at,
  conversation,
  text,
  edits,
  files,
  submessages,
  ...gone
}: ExportedMessage): string {
  const topic = conversation.type === "channel" && conversation.topic !== "" ? ` › ${conversation.topic}` : "";
  const lines = [`[${sent_at}] ${sender.name} <${sender.email}>${topic} (message ${id})`, text ?? ""];
  if (gone.deleted_at !== undefined) lines.push(`  Deleted: ${gone.deleted_at ?? "at an unknown time"}`);
  if (gone.moved_at !== undefined) lines.push(`  Moved to another channel: ${gone.moved_at}`);
  for (const edit of edits) lines.push(`  Changed: ${JSON.stringify(edit)}`);
  for (const part of submessages ?? []) lines.push(`  Widget, by ${part.sender_id}: ${part.content}`);
  for (const file of files) {
    lines.push(`  File: ${file.name}, ${file.bytes} bytes, SHA-256 ${file.sha256}, ${file.member}`);
    if (file.transcript !== undefined) lines.push(`  Transcript: ${file.transcript}`);
  }
  return `${lines.join("\n")}\n`;
}
