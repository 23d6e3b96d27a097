import { createReadStream } from "node:fs";
import type { Frontier } from "../../merkle-log/frontier.ts";
import { Failure } from "../os/failure.ts";
import { type ErasablePart, hashLine } from "./hash-line.ts";
import { Ranges } from "./ranges.ts";
import type { Head } from "./read-head.ts";

const CHUNK_BYTES = 1_048_576;
const MAX_LINE_LENGTH = 64_000_000;

/** Yields the lines of a file from a byte offset. Splits only at `\n`: JSON can contain other line separators. */
async function* readLines(file: string, start: number): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { start, encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH) throw new Failure(`${file} has a line that is too long`);
    yield* lines;
  }
  if (rest !== "") yield rest;
}

const MAX_TOLD = 20;
/** Minimum time before entries expire, in milliseconds. No setting allows a shorter one. */
const MIN_RETENTION = 90 * 86_400_000;

export interface CheckedLog extends Omit<Head, "tree" | "offset"> {
  readonly after: number;
  readonly expired: Ranges;
  readonly erased: { readonly [Part in ErasablePart]: Ranges };
  /** Tree roots by tree size, for the sizes of checkpoints. */
  readonly roots: ReadonlyMap<number, string>;
}

/**
 * Checks a file's entries, and records the roots of the tree at the given sizes. Entries found here must also be in
 * every other file that was made before they could expire.
 */
export async function checkLines(
  head: Head,
  sizes: ReadonlySet<number>,
  others: readonly Head[] = [],
): Promise<CheckedLog> {
  const { tree, offset, ...about } = head;
  const roots = new Map<number, string>();
  const checked: CheckedLog = {
    ...about,
    ...{ after: tree?.size ?? 0, expired: new Ranges(), roots },
    erased: { personal: new Ranges(), context: new Ranges(), details: new Ranges() },
  };
  if (tree === undefined) {
    if (head.checkpoint !== undefined) roots.set(head.checkpoint.size, head.checkpoint.root);
    return checked;
  }
  const noteRoot = () => {
    if (sizes.has(tree.size)) roots.set(tree.size, rootOf(tree));
  };
  noteRoot();
  let last = tree.size;
  let faults = 0;
  const isWrong = (what: string) => {
    faults += 1;
    if (faults <= MAX_TOLD) head.wrong.push(what);
  };
  const expiry = head.checkpoint?.expiry;
  if (expiry !== undefined && expiry.last > 0 && expiry.before > expiry.at - MIN_RETENTION)
    isWrong("the signed checkpoint calls entries expired that are not 90 days old");
  for await (const text of readLines(head.file, offset)) {
    const line = hashLine(text);
    if (line === undefined) {
      isWrong(`a line after entry ${last} cannot be read`);
      continue;
    }
    const { id, at, leaf, isRight, erased } = line;
    if (id > last + 2) isWrong(`entries ${last + 1} to ${id - 1} are missing`);
    else if (id > last + 1) isWrong(`entry ${last + 1} is missing`);
    else if (id <= last) isWrong(`entry ${id} is out of place`);
    if (!isRight) isWrong(`entry ${id} is not the one of its hash`);
    if (id > last) last = id;
    if (at === undefined) {
      if (id !== checked.after + checked.expired.count + 1)
        isWrong(`entry ${id} is missing: its hash alone is there, and only the oldest entries expire`);
      else if (expiry !== undefined && id > expiry.last)
        isWrong(`entry ${id} is missing: its hash alone is there, and by the signed checkpoint it has not expired`);
      checked.expired.add(id);
    } else {
      for (const other of others) noteTooYoung(other, { id, at, file: head.file });
    }
    for (const part of erased) checked.erased[part].add(id);
    tree.append(leaf);
    noteRoot();
  }
  if (faults > MAX_TOLD) head.wrong.push(`and ${faults - MAX_TOLD} more`);
  if (tree.size !== head.to)
    head.wrong.push(`the file should end with entry ${head.to}, and has ${tree.size - checked.after} entries`);
  else if (head.checkpoint !== undefined && rootOf(tree) !== head.checkpoint.root) {
    head.wrong.push("the entries are not those of the signed checkpoint");
  }
  return checked;
}

/** Reports that a file lacks an entry that was too young to expire. */
function noteTooYoung(
  { checkpoint, wrong }: Head,
  { id, at, file }: { readonly id: number; readonly at: number; readonly file: string },
): void {
  const { expiry } = checkpoint ?? {};
  if (expiry === undefined || id > expiry.last || !(at >= expiry.before) || wrong.length >= MAX_TOLD) return;
  wrong.push(`entry ${id} is missing, which ${file} has: it was too young to expire`);
}

const rootOf = (tree: Frontier) => Buffer.from(tree.root).toString("base64");
