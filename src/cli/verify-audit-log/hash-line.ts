import { type Erasable, type Fields, hashOfEntry } from "../../merkle-log/leaf.ts";
import type { Hash } from "../../merkle-log/tree.ts";

const HASH_BYTES = 32;

/** An exported entry. An expired one only has its id and hash. */
interface Entry {
  readonly id: number;
  readonly at?: string;
  readonly date_create?: number;
  readonly action: string;
  readonly result: string;
  readonly actor: Named & { readonly type: string; readonly id: number | null };
  readonly entity: Named & { readonly type: string; readonly id: string };
  readonly context: Fields;
  readonly details: Fields;
  readonly proof: { readonly [Part in ErasablePart]: Proof };
  readonly leaf: string;
}
interface Named {
  readonly name?: string;
  readonly email?: string;
}
type Proof = { readonly salt: string } | { readonly erased: string };

const ERASABLE_PARTS = ["personal", "context", "details"] as const;
export type ErasablePart = (typeof ERASABLE_PARTS)[number];

/** A line that could be parsed, with its entry's hash. The hash of an expired entry is copied from the line. */
interface HashedLine {
  readonly id: number;
  /** Time of the entry in milliseconds. Undefined for an expired entry. */
  readonly at?: number;
  readonly leaf: Hash;
  readonly isRight: boolean;
  readonly erased: readonly ErasablePart[];
}

/** Hashes the entry in a line of an export. Returns undefined if it is unreadable. */
export function hashLine(text: string): HashedLine | undefined {
  try {
    const entry: Entry = JSON.parse(text);
    const { id, proof } = entry;
    const known = Buffer.from(entry.leaf, "base64");
    if (!Number.isSafeInteger(id) || known.length !== HASH_BYTES) return undefined;
    if (entry.at === undefined) return { id, leaf: known, isRight: true, erased: [] };
    const at = millisecondsIn(entry.at);
    const leaf = hashOf(entry, at);
    const isRight = known.equals(leaf) && entry.date_create === Math.floor(at / 1000);
    return { id, at, leaf, isRight, erased: ERASABLE_PARTS.filter((part) => "erased" in proof[part]) };
  } catch {
    return undefined;
  }
}

function hashOf({ id, action, result, actor, entity, context, details, proof }: Entry, at: number): Hash {
  const lasting = {
    ...{ id, at, action, result },
    ...{ actor_type: actor.type, actor_id: actor.id, entity_type: entity.type, entity_id: entity.id },
  };
  return hashOfEntry(lasting, {
    personal: part(proof.personal, { actor: nameFields(actor), entity: nameFields(entity) }),
    context: part(proof.context, context),
    details: part(proof.details, details),
  });
}

/** An erased part must have no fields, because no hash covers them. */
function part(proof: Proof, fields: Fields): Erasable {
  if (!("erased" in proof)) return { salt: proof.salt, fields };
  const isEmpty = Object.values(fields).every((field) => JSON.stringify(field) === "{}");
  return isEmpty ? proof : { salt: "", fields };
}

const nameFields = ({ name, email }: Named): Fields => ({
  ...(email !== undefined && { email }),
  ...(name !== undefined && { name }),
});

/** Parses an export's time. Returns NaN if the format is wrong. */
function millisecondsIn(time: string): number {
  const date = new Date(time);
  return date.toJSON() === time ? date.getTime() : Number.NaN;
}
