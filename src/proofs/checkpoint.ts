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
}

export const signedCheckpoint = ({ origin, size, root }: Checkpoint, signer: Signer): string =>
  signNote(`${origin}\n${size}\n${root}\n`, signer);

/** The checkpoint in a note that a key has signed, or what is wrong with it. */
export function openCheckpoint(note: string, key: string): Checkpoint | { readonly wrong: string } {
  const opened = openNote(note, key);
  if ("wrong" in opened) return opened;
  const [, origin, size, root] = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n/.exec(opened.text) ?? [];
  if (origin === undefined || size === undefined || root === undefined) return { wrong: "it is no checkpoint" };
  return { origin, size: Number(size), root };
}
