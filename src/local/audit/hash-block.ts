import { type Erasable, type Fields, hashOfEntry } from "../../proofs/leaf.ts";
import { hashExactLine } from "./exact-line.ts";
import { ERASED, EXPIRED, MISMATCH, UNREADABLE } from "./findings.ts";
import { millisecondsIn } from "./iso-time.ts";
import { HASH_BYTES } from "./sha256.ts";
import { type Subtree, subtreesOf } from "./subtrees.ts";

/** The lines of a block: of each the id, what was found, and the hash of its leaf. */
export interface HashedBlock {
  readonly ids: Float64Array<ArrayBuffer>;
  /** When they were written, in milliseconds; not a number of those that have expired. */
  readonly times: Float64Array<ArrayBuffer>;
  readonly findings: Uint8Array<ArrayBuffer>;
  readonly leaves: Uint8Array<ArrayBuffer>;
  /** The whole subtrees of the entries, where their ids follow each other. */
  readonly subtrees: readonly Subtree[] | undefined;
}

interface Line {
  readonly id: number;
  readonly at?: string;
  readonly date_create?: number;
  readonly action: string;
  readonly result: string;
  readonly actor: {
    readonly type: string;
    readonly id: number | null;
    readonly name?: string;
    readonly email?: string;
  };
  readonly entity: { readonly type: string; readonly id: string; readonly name?: string; readonly email?: string };
  readonly context: Fields;
  readonly details: Fields;
  readonly proof: { readonly [Part in keyof typeof ERASED]: Proof };
  readonly leaf: string;
}
type Proof = { readonly salt: string } | { readonly erased: string };

/** Computes the hashes of the entries in whole lines of an export. */
export function hashBlock(block: Buffer): HashedBlock {
  // A character for each byte, of which most lines need no more.
  const text = block.toString("latin1");
  const count = countLines(text);
  const ids = new Float64Array(count);
  const times = new Float64Array(count);
  const findings = new Uint8Array(count);
  const leaves = Buffer.from(new ArrayBuffer(count * HASH_BYTES));
  for (let index = 0, at = 0; index < count; index++) {
    const end = endOfLine(text, at);
    const line = hashExactLine(text.slice(at, end)) ?? hashLine(block.toString("utf8", at, end));
    ids[index] = line.id;
    times[index] = line.at;
    findings[index] = line.found;
    leaves.write(line.leaf, index * HASH_BYTES, "base64");
    at = end + 1;
  }
  return { ids, times, findings, leaves: new Uint8Array(leaves.buffer), subtrees: subtreesOf(ids, leaves) };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at = endOfLine(text, at) + 1) count += 1;
  return count;
}

/** A line that has been looked at; its leaf is in Base64. */
interface HashedLine {
  readonly id: number;
  readonly at: number;
  readonly found: number;
  readonly leaf: string;
}

const NOTHING = Buffer.alloc(HASH_BYTES).toString("base64");

/** Hashes a line of any form. */
function hashLine(text: string): HashedLine {
  let id = Number.NaN;
  try {
    const line: Line = JSON.parse(text);
    id = line.id;
    const known = Buffer.from(line.leaf, "base64");
    if (known.length !== HASH_BYTES) return { id, at: Number.NaN, leaf: NOTHING, found: UNREADABLE };
    if (line.at === undefined) return { id, at: Number.NaN, leaf: line.leaf, found: EXPIRED };
    const { proof } = line;
    const at = millisecondsIn(line.at);
    const leaf = Buffer.from(hashOfLine(line, at));
    let found = known.equals(leaf) && line.date_create === Math.floor(at / 1000) ? 0 : MISMATCH;
    if ("erased" in proof.personal) found |= ERASED.personal;
    if ("erased" in proof.context) found |= ERASED.context;
    if ("erased" in proof.details) found |= ERASED.details;
    return { id, at, leaf: leaf.toString("base64"), found };
  } catch {
    return { id, at: Number.NaN, leaf: NOTHING, found: UNREADABLE };
  }
}

function hashOfLine({ id, action, result, actor, entity, context, details, proof }: Line, at: number): Uint8Array {
  const lasting = {
    ...{ id, at, action, result },
    ...{ actor_type: actor.type, actor_id: actor.id, entity_type: entity.type, entity_id: entity.id },
  };
  return hashOfEntry(lasting, {
    personal: part(proof.personal, { actor: namesOf(actor), entity: namesOf(entity) }),
    context: part(proof.context, context),
    details: part(proof.details, details),
  });
}

/** A part that is erased may have nothing left, as no hash covers it. */
function part(proof: Proof, fields: Fields): Erasable {
  if (!("erased" in proof)) return { salt: proof.salt, fields };
  const isEmpty = Object.values(fields).every((field) => JSON.stringify(field) === "{}");
  return isEmpty ? proof : { salt: "", fields };
}

function namesOf({ name, email }: { readonly name?: string; readonly email?: string }): Fields {
  if (name === undefined) return email === undefined ? {} : { email };
  return email === undefined ? { name } : { name, email };
}
