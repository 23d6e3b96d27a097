import { openNote, type Signer, signNote } from "./note.ts";

/**
 * A log's name, size and root hash (C2SP tlog-checkpoint). Anyone who keeps a signed checkpoint can detect later
 * changes to the log.
 */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** Root hash in Base64. */
  readonly root: string;
  readonly expiry?: Expiry;
}

/** The oldest entries of a log, deleted because of their age. Times are in milliseconds. */
export interface Expiry {
  readonly last: number;
  /** All of these entries were written before this time. */
  readonly before: number;
  /** When the expiry was published. */
  readonly at: number;
}

export const signedCheckpoint = ({ origin, size, root, expiry }: Checkpoint, signer: Signer): string =>
  signNote(
    `${origin}\n${size}\n${root}\n${expiry ? `expired ${expiry.last} ${expiry.before} ${expiry.at}\n` : ""}`,
    signer,
  );

/** Returns the checkpoint in a note signed with a key, or what is wrong with the note. */
export function openCheckpoint(note: string, key: string): Checkpoint | { readonly wrong: string } {
  const opened = openNote(note, key);
  if ("wrong" in opened) return opened;
  const [, origin, size, root] = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(opened.text) ?? [];
  if (origin === undefined || size === undefined || root === undefined) return { wrong: "it is no checkpoint" };
  const [, last, before, at] = /^expired (\d{1,15}) (\d{1,15}) (\d{1,15})$/m.exec(opened.text) ?? [];
  const expiry = at === undefined ? undefined : { last: Number(last), before: Number(before), at: Number(at) };
  return { origin, size: Number(size), root, ...(expiry && { expiry }) };
}
