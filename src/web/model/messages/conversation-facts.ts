import { decodePercents } from "../addresses/address.ts";
import type { UserId } from "../ids.ts";
import type { Message } from "../message.ts";

/** Message senders with their message counts, highest first. */
export function writersOf(messages: readonly Message[]): readonly (readonly [writer: UserId, count: number])[] {
  const counts = new Map<UserId, number>();
  for (const { sender_id } of messages) counts.set(sender_id, (counts.get(sender_id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export interface SharedFile {
  readonly address: string;
  readonly name: string;
  /** The newest message that links to the file. */
  readonly message: Message;
}

const UPLOAD = /(?:href|data-original-src)="(\/user_uploads\/(?!thumbnail\/)[^"]+)"/g;

/** The uploaded files that messages link to, newest first. */
export function filesOf(messages: readonly Message[]): readonly SharedFile[] {
  const found = messages.flatMap((message) =>
    [...message.content.matchAll(UPLOAD)].map(
      ([, address = ""]) => [address.replaceAll("&amp;", "&"), message] as const,
    ),
  );
  // A map keeps the order of insertion, so the newest messages come first.
  const newest = new Map<string, Message>();
  for (const [address, message] of found.reverse()) if (!newest.has(address)) newest.set(address, message);
  return [...newest].map(([address, message]) => ({ address, name: nameIn(address), message }));
}

function nameIn(address: string): string {
  const last = address.split("/").at(-1) ?? "";
  return decodePercents(last) ?? last;
}
