import { open } from "node:fs/promises";
import { type Checkpoint, openCheckpoint } from "../../proofs/checkpoint.ts";
import { Frontier } from "../../proofs/frontier.ts";
import { Failure } from "../system/failure.ts";

/** The first line of a file, which has the whole subtrees before its entries: a few kilobytes. */
const MAX_BYTES = 65_536;

/** The beginning of a file, before its entries. */
export interface Head {
  readonly file: string;
  /** The key with which its checkpoint was checked. */
  readonly key: string | undefined;
  /** Undefined where it cannot be trusted. */
  readonly checkpoint: Checkpoint | undefined;
  /** The tree over all entries before those of the file; undefined for a checkpoint alone. */
  readonly tree: Frontier | undefined;
  /** The byte at which the lines of entries begin. */
  readonly offset: number;
  readonly to: number | undefined;
  /** The proof that a shorter log is the beginning of that of the checkpoint. */
  readonly link?: { readonly from: number; readonly proof: readonly Uint8Array[] };
  readonly wrong: string[];
}

/** Reads the beginning of an export, or a checkpoint, and checks its signature. */
export async function readHead(file: string, known: string | undefined): Promise<Head> {
  const bytes = await firstBytes(file);
  const text = bytes.toString("utf8");
  if (!text.startsWith("{")) {
    if (known === undefined) throw new Failure(`${file} is a checkpoint alone: --key is missing`, 2);
    return { file, key: known, tree: undefined, offset: 0, to: undefined, ...opened(text, known) };
  }
  const end = bytes.indexOf("\n") + 1 || bytes.length;
  const head = parsed(bytes.toString("utf8", 0, end));
  if (Array.isArray(head["proof"])) return readLink(file, head, known);
  const { parley_audit_log: version, after, to, frontier, checkpoint: note, key: own } = head;
  const isExport = version === 1 && Number.isSafeInteger(after) && Number.isSafeInteger(to);
  if (!isExport || !Array.isArray(frontier) || typeof note !== "string" || typeof own !== "string") {
    throw new Failure(`${file} is no export of an audit log in JSON Lines`);
  }
  const { checkpoint, wrong } = opened(note, known ?? own);
  const problems = [...wrong];
  if (checkpoint !== undefined && checkpoint.size !== to) {
    problems.push(`the checkpoint is of ${checkpoint.size} entries, and the file ends at ${to}`);
  }
  const tree = treeOf(Number(after), frontier);
  if (tree === undefined) problems.push("the hashes of the entries before the file are not as many as they should be");
  return {
    ...{ file, key: known ?? own, checkpoint, offset: end, to: Number(to), wrong: problems },
    tree: tree ?? new Frontier(),
  };
}

/** Reads a proof of consistency, as /audit/v1/proof/consistency gives it. */
function readLink(
  file: string,
  { from, proof, checkpoint: note }: Record<string, unknown>,
  key: string | undefined,
): Head {
  if (key === undefined) throw new Failure(`${file} is a proof alone: --key is missing`, 2);
  const hashes = (proof as unknown[]).map((hash) => Buffer.from(String(hash), "base64"));
  const link = { from: Number(from), proof: hashes };
  return { file, key, link, tree: undefined, offset: 0, to: undefined, ...opened(String(note), key) };
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function opened(note: string, key: string): { checkpoint: Checkpoint | undefined; wrong: string[] } {
  const found = openCheckpoint(note, key);
  return "wrong" in found
    ? { checkpoint: undefined, wrong: [`the checkpoint cannot be trusted: ${found.wrong}`] }
    : { checkpoint: found, wrong: [] };
}

function treeOf(after: number, frontier: readonly unknown[]): Frontier | undefined {
  try {
    return new Frontier(
      after,
      frontier.map((hash) => Buffer.from(String(hash), "base64")),
    );
  } catch {
    return undefined;
  }
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
