import { type Erasable, type Fields, hashOfEntry } from "../../proofs/leaf.ts";

export const HASH_BYTES = 32;

/** The findings about a line, which add up. */
export const EXPIRED = 1;
export const ERASED = { personal: 2, context: 4, details: 8 } as const;
export const MISMATCH = 16;
export const UNREADABLE = 32;

/** The lines of a block: of each the id, what was found, and the hash of its leaf. */
export interface HashedBlock {
  readonly ids: Float64Array<ArrayBuffer>;
  readonly findings: Uint8Array<ArrayBuffer>;
  readonly leaves: Uint8Array<ArrayBuffer>;
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
export function hashBlock(block: Uint8Array): HashedBlock {
  const lines = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const ids = new Float64Array(lines.length);
  const findings = new Uint8Array(lines.length);
  const leaves = new Uint8Array(lines.length * HASH_BYTES);
  for (const [index, text] of lines.entries()) {
    const { id, leaf, found } = hashLine(text);
    ids[index] = id;
    findings[index] = found;
    leaves.set(leaf, index * HASH_BYTES);
  }
  return { ids, findings, leaves };
}

const NOTHING = new Uint8Array(HASH_BYTES);

function hashLine(text: string): { id: number; leaf: Uint8Array; found: number } {
  let id = Number.NaN;
  try {
    const line: Line = JSON.parse(text);
    id = line.id;
    const known = Buffer.from(line.leaf, "base64");
    if (known.length !== HASH_BYTES) return { id, leaf: NOTHING, found: UNREADABLE };
    if (line.at === undefined) return { id, leaf: known, found: EXPIRED };
    const { proof } = line;
    const leaf = hashOfLine(line, line.at);
    let found = known.equals(leaf) && line.date_create === Math.floor(Date.parse(line.at) / 1000) ? 0 : MISMATCH;
    if ("erased" in proof.personal) found |= ERASED.personal;
    if ("erased" in proof.context) found |= ERASED.context;
    if ("erased" in proof.details) found |= ERASED.details;
    return { id, leaf, found };
  } catch {
    return { id, leaf: NOTHING, found: UNREADABLE };
  }
}

function hashOfLine({ id, action, result, actor, entity, context, details, proof }: Line, at: string): Uint8Array {
  const lasting = {
    ...{ id, at: Date.parse(at), action, result },
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
