import { open } from "node:fs/promises";
import { type Checkpoint, openCheckpoint } from "../../merkle-log/checkpoint.ts";
import { Frontier } from "../../merkle-log/frontier.ts";
import { Failure } from "../os/failure.ts";

/**
 * Maximum length of a file's first line. It contains the hashes of the full subtrees before the file's entries, which
 * take a few kilobytes.
 */
const MAX_BYTES = 65_536;

export interface Head {
  readonly file: string;
  /** Key that the file's checkpoint was checked with. */
  readonly key: string | undefined;
  /** The file's checkpoint. Undefined if it can't be trusted. */
  readonly checkpoint: Checkpoint | undefined;
  /** Tree over all entries before those in the file. Undefined if the file only contains a checkpoint. */
  readonly tree: Frontier | undefined;
  /** Byte offset of the first entry's line. */
  readonly offset: number;
  readonly to: number | undefined;
  /** Proof that a shorter log is a prefix of the checkpoint's. */
  readonly link?: { readonly from: number; readonly proof: readonly Uint8Array[] };
  readonly wrong: string[];
}

/** Reads the header of an export, or a checkpoint, and checks its signature. */
export async function readHead(file: string, known: string | undefined): Promise<Head> {
  const bytes = await firstBytes(file);
  const text = bytes.toString("utf8");
  if (!text.startsWith("{")) {
    if (known === undefined) throw new Failure(`${file} is a checkpoint alone: --key is missing`, 2);
    return { file, key: known, tree: undefined, offset: 0, to: undefined, ...readCheckpoint(text, known) };
  }
  const end = bytes.indexOf("\n") + 1 || bytes.length;
  const head = parseLine(bytes.toString("utf8", 0, end));
  if (Array.isArray(head["proof"])) return readLink(file, head, known);
  const { parley_audit_log: version, after, to, frontier, checkpoint: note, key: own } = head;
  const isExport = version === 1 && Number.isSafeInteger(after) && Number.isSafeInteger(to);
  if (!isExport || !Array.isArray(frontier) || typeof note !== "string" || typeof own !== "string") {
    throw new Failure(`${file} is no export of an audit log in JSON Lines`);
  }
  const { checkpoint, wrong } = readCheckpoint(note, known ?? own);
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

/** Parses a consistency proof as returned by /audit/v1/proof/consistency. */
function readLink(
  file: string,
  { from, proof, checkpoint: note }: Record<string, unknown>,
  key: string | undefined,
): Head {
  if (key === undefined) throw new Failure(`${file} is a proof alone: --key is missing`, 2);
  const hashes = (proof as unknown[]).map((hash) => Buffer.from(String(hash), "base64"));
  const link = { from: Number(from), proof: hashes };
  return { file, key, link, tree: undefined, offset: 0, to: undefined, ...readCheckpoint(String(note), key) };
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

function readCheckpoint(note: string, key: string): { checkpoint: Checkpoint | undefined; wrong: string[] } {
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

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
