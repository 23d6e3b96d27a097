import { hashOfEntry } from "../../../../src/features/trust/audit-log/leaf.ts";
import { type Hash, nodeAt, rootOf } from "../../../../src/features/trust/audit-log/tree.ts";
import type { Json } from "../../../support/person.ts";

/** The root of the tree over entries, computed as by somebody who has got them and does not trust the server. */
export function rootOver(entries: readonly Json[]): string {
  const rows: { leaf: Hash; node: Hash }[] = [];
  const row = (position: number) => rows[position - 1] as { leaf: Hash; node: Hash };
  const hashes = { leaf: (position: number) => row(position).leaf, node: (position: number) => row(position).node };
  for (const { id, at, action, result, actor, entity, context, details, proof } of entries) {
    const lasting = {
      ...{ id, action, result, at: Date.parse(at) as never },
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
  return Buffer.from(rootOf(hashes, rows.length)).toString("base64");
}
