import { hashOfEntry } from "../../../../src/merkle-log/leaf.ts";
import { type Hash, type Hashes, nodeAt, rootOf } from "../../../../src/merkle-log/tree.ts";
import type { Json } from "../../../support/json.ts";

const inBase64 = (hash: Hash) => Buffer.from(hash).toString("base64");

/** Returns the tree over entries from the first one on, computed as by a client that doesn't trust the server. */
export function treeOver(entries: readonly Json[]) {
  const rows: { leaf: Hash; node: Hash }[] = [];
  const row = (position: number) => rows[position - 1] as { leaf: Hash; node: Hash };
  const hashes: Hashes = { leaf: (position) => row(position).leaf, node: (position) => row(position).node };
  for (const { id, at, action, result, actor, entity, context, details, proof } of entries) {
    const lasting = {
      ...{ id, action, result, at: Date.parse(at) },
      ...{ actor_type: actor.type, actor_id: actor.id, entity_type: entity.type, entity_id: entity.id },
    };
    const names = ({ name, email }: Json) => ({ ...(name && { name }), ...(email && { email }) });
    const part = (proven: Json, fields: Json) => (proven.erased ? proven : { salt: proven.salt, fields });
    const leaf = hashOfEntry(lasting, {
      personal: part(proof.personal, { actor: names(actor), entity: names(entity) }),
      context: part(proof.context, context),
      details: part(proof.details, details),
    });
    rows.push({ leaf, node: nodeAt(rows.length + 1, leaf, hashes) });
  }
  return {
    hashes,
    leaf: (id: number) => inBase64(hashes.leaf(id)),
    rootOf: (size: number) => inBase64(rootOf(hashes, size)),
  };
}

export const rootOver = (entries: readonly Json[]): string => treeOver(entries).rootOf(entries.length);
