import type { UserId } from "../ids.ts";
import type { Message } from "../message.ts";

/** Message senders with their message counts, highest first. */
export function writersOf(messages: readonly Message[]): readonly (readonly [writer: UserId, count: number])[] {
  const counts = new Map<UserId, number>();
  for (const { sender_id } of messages) counts.set(sender_id, (counts.get(sender_id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

interface SharedFile {
  readonly address: string;
  readonly name: string;
}

const UPLOAD = /(?:href|data-original-src)="(\/user_uploads\/(?!thumbnail\/)[^"]+)"/g;

/** The uploaded files that messages link to, newest first. */
export function filesOf(messages: readonly Message[]): readonly SharedFile[] {
  const found = messages.flatMap(({ content }) =>
    [...content.matchAll(UPLOAD)].map(([, address = ""]) => address.replaceAll("&amp;", "&")),
  );
  return [...new Set(found.reverse())].map((address) => ({ address, name: nameIn(address) }));
}

function nameIn(address: string): string {
  const last = address.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
