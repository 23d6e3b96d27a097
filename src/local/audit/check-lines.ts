import type { Frontier } from "../../proofs/frontier.ts";
import { ERASED, EXPIRED, MISMATCH, UNREADABLE } from "./findings.ts";
import type { HashedBlock } from "./hash-block.ts";
import { hashBlocks } from "./hash-blocks.ts";
import { Ranges } from "./ranges.ts";
import type { Head } from "./read-head.ts";
import { HASH_BYTES } from "./sha256.ts";

const MOST_TOLD = 20;

/** The findings about a file. */
export interface Checked extends Omit<Head, "tree" | "offset"> {
  readonly after: number;
  readonly expired: Ranges;
  readonly erased: { readonly [Part in keyof typeof ERASED]: Ranges };
  /** The roots of the tree at the sizes that checkpoints are of. */
  readonly roots: ReadonlyMap<number, string>;
}

/** Checks the entries of a file, and notes the roots of the tree at some sizes. */
export async function checkLines(head: Head, sizes: ReadonlySet<number>): Promise<Checked> {
  const { tree, offset, ...about } = head;
  const roots = new Map<number, string>();
  const checked: Checked = {
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
  const append = ({ ids, leaves, subtrees }: HashedBlock) => {
    const end = tree.size + ids.length;
    const hasRootsWithin = [...sizes].some((size) => tree.size < size && size < end);
    // Entries that are not where their ids say make other subtrees.
    if (subtrees !== undefined && ids[0] === tree.size + 1 && !hasRootsWithin) {
      for (const { hash, width } of subtrees) tree.append(hash, width);
      return noteRoot();
    }
    for (let index = 0; index < ids.length; index++) {
      tree.append(leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
      noteRoot();
    }
  };
  noteRoot();
  let last = tree.size;
  let faults = 0;
  const isWrong = (what: string) => {
    faults += 1;
    if (faults <= MOST_TOLD) head.wrong.push(what);
  };
  for await (const block of hashBlocks(head.file, offset)) {
    const { ids, findings } = block;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? Number.NaN;
      const found = findings[index] ?? 0;
      if ((found & UNREADABLE) !== 0) isWrong(`a line after entry ${last} cannot be read`);
      else if (id > last + 2) isWrong(`entries ${last + 1} to ${id - 1} are missing`);
      else if (id > last + 1) isWrong(`entry ${last + 1} is missing`);
      else if (id <= last) isWrong(`entry ${id} is out of place`);
      if ((found & MISMATCH) !== 0) isWrong(`entry ${id} is not the one of its hash`);
      if (id > last) last = id;
      if ((found & EXPIRED) !== 0) checked.expired.add(id);
      if ((found & ERASED.personal) !== 0) checked.erased.personal.add(id);
      if ((found & ERASED.context) !== 0) checked.erased.context.add(id);
      if ((found & ERASED.details) !== 0) checked.erased.details.add(id);
    }
    append(block);
  }
  if (faults > MOST_TOLD) head.wrong.push(`and ${faults - MOST_TOLD} more`);
  if (tree.size !== head.to)
    head.wrong.push(`the file should end with entry ${head.to}, and has ${tree.size - checked.after} entries`);
  else if (head.checkpoint !== undefined && rootOf(tree) !== head.checkpoint.root) {
    head.wrong.push("the entries are not those of the signed checkpoint");
  }
  return checked;
}

const rootOf = (tree: Frontier) => Buffer.from(tree.root).toString("base64");
