import { openNote, type Signer, signNote } from "./note.ts";

/**
 * The name of a log, its size and the root of its tree (C2SP tlog-checkpoint). Whoever keeps a signed one notices whether the log
 * is changed later.
 */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** In Base64. */
  readonly root: string;
  readonly expiry?: Expiry;
}

/** The entries of a log that have been deleted for their age: the first ones. Times are in milliseconds. */
export interface Expiry {
  readonly last: number;
  /** All of them were written before this. */
  readonly before: number;
  /** When this was said. */
  readonly at: number;
}

export const signedCheckpoint = ({ origin, size, root, expiry }: Checkpoint, signer: Signer): string =>
  signNote(
    `${origin}\n${size}\n${root}\n${expiry ? `expired ${expiry.last} ${expiry.before} ${expiry.at}\n` : ""}`,
    signer,
  );

/** The checkpoint in a note that a key has signed, or what is wrong with it. */
export function openCheckpoint(note: string, key: string): Checkpoint | { readonly wrong: string } {
  const opened = openNote(note, key);
  if ("wrong" in opened) return opened;
  const [, origin, size, root] = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(opened.text) ?? [];
  if (origin === undefined || size === undefined || root === undefined) return { wrong: "it is no checkpoint" };
  const [, last, before, at] = /^expired (\d{1,15}) (\d{1,15}) (\d{1,15})$/m.exec(opened.text) ?? [];
  const expiry = at === undefined ? undefined : { last: Number(last), before: Number(before), at: Number(at) };
  return { origin, size: Number(size), root, ...(expiry && { expiry }) };
}
