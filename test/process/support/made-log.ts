import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type Expiry, signedCheckpoint } from "../../../src/merkle-log/checkpoint.ts";
import { Frontier } from "../../../src/merkle-log/frontier.ts";
import { commitmentTo, hashOfEntry } from "../../../src/merkle-log/leaf.ts";
import { consistencyProof } from "../../../src/merkle-log/merkle-log.ts";
import { type Signer, verifierKey } from "../../../src/merkle-log/note.ts";
import { nodeAt } from "../../../src/merkle-log/tree.ts";
import type { Json } from "../../support/json.ts";

/** A line of an export, which tests change. */
export type Line = Json;

/** Returns log entries in the format of an export, each with its leaf hash. */
export const madeEntries = (from: number, to: number, who = "Ann"): Line[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entryOf(from + index, who));

function entryOf(id: number, who: string): Line {
  const at = 1_793_304_903_123 + id * 1000;
  const salt = () => randomBytes(32).toString("base64url");
  const [actor, entity] = [{ name: who, email: "ann@example.org" }, { name: `Channel ${id}` }];
  const [context, details] = [
    { ip_address: "203.0.113.7", ua: "Firefox" },
    { after: 'ü “\\"”', before: "a" },
  ];
  const parts = {
    personal: { salt: salt(), fields: { actor, entity } },
    context: { salt: salt(), fields: context },
    details: { salt: salt(), fields: details },
  };
  const fields = { id, action: "channel.renamed", result: "success" };
  const ids = { actor_type: "user", actor_id: 8, entity_type: "channel", entity_id: String(id) };
  const leaf = hashOfEntry({ ...fields, ...ids, at }, parts);
  return {
    ...{ id, date_create: Math.floor(at / 1000), at: new Date(at).toISOString() },
    ...{ action: fields.action, result: fields.result },
    ...{ actor: { type: "user", id: 8, ...actor }, entity: { type: "channel", id: String(id), ...entity } },
    ...{ context, details },
    proof: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { salt: part.salt }])),
    leaf: Buffer.from(leaf).toString("base64"),
  };
}

/** Returns the same entry with its fields in a different order, which no server writes. */
export const reordered = (entry: Line): Line => {
  const isObject = typeof entry === "object" && entry !== null;
  return isObject
    ? Object.fromEntries(
        Object.entries(entry)
          .reverse()
          .map(([name, field]) => [name, reordered(field)]),
      )
    : entry;
};

/** Returns an entry without its erasable data. */
export const erased = ({ proof, actor, entity, context, details, leaf, ...entry }: Line): Line => ({
  ...entry,
  ...{ actor: { type: actor.type, id: actor.id }, entity: { type: entity.type, id: entity.id } },
  ...{ context: {}, details: {} },
  proof: {
    personal: gone(proof.personal, { actor: namesOf(actor), entity: namesOf(entity) }),
    context: gone(proof.context, context),
    details: gone(proof.details, details),
  },
  leaf,
});
const gone = ({ salt }: Json, fields: Json) => ({ erased: commitmentTo({ salt, fields }) });
const namesOf = ({ type: _, id: __, ...names }: Json) => names;

/** Returns an entry of which only the id and hash are left. */
export const expired = ({ id, leaf }: Line): Line => ({ id, leaf });

export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return { name: "tea.example.org/audit", publicKey: bytes, sign: (text) => sign(null, text, privateKey) };
}

const treeOf = (entries: readonly Line[]) => {
  const tree = new Frontier();
  for (const { leaf } of entries) tree.append(Buffer.from(leaf, "base64"));
  return tree;
};

export const checkpointOf = (entries: readonly Line[], signer: Signer, expiry?: Expiry): string => {
  const root = Buffer.from(treeOf(entries).root).toString("base64");
  return signedCheckpoint({ origin: signer.name, size: entries.length, root, ...(expiry && { expiry }) }, signer);
};

/** Returns the proof that a log starts with its first `from` entries, and the checkpoint that the proof leads to. */
export function linkOf(entries: readonly Line[], from: number, signer: Signer): Json {
  const rows: { leaf: Uint8Array; node: Uint8Array }[] = [];
  const row = (position: number) => rows[position - 1] as (typeof rows)[number];
  const hashes = { leaf: (position: number) => row(position).leaf, node: (position: number) => row(position).node };
  for (const entry of entries) {
    const leaf = Buffer.from(entry.leaf, "base64");
    rows.push({ leaf, node: nodeAt(rows.length + 1, leaf, hashes) });
  }
  const proof = consistencyProof(hashes, from, entries.length).map((hash) => Buffer.from(hash).toString("base64"));
  return { proof, checkpoint: checkpointOf(entries, signer) };
}

/** Returns the text of an export of a log after its first entries. The lines can differ from the log. */
export function exportOf(
  log: readonly Line[],
  signer: Signer,
  {
    after = 0,
    lines = log.slice(after),
    expiry,
  }: { readonly after?: number; readonly lines?: readonly Line[]; readonly expiry?: Expiry } = {},
): string {
  const to = log.length;
  const frontier = hashesOf(log, after);
  const head = {
    parley_audit_log: 1,
    after,
    to,
    log_size: to,
    frontier,
    checkpoint: checkpointOf(log, signer, expiry),
  };
  return [{ ...head, key: verifierKey(signer) }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Returns the hashes of the complete subtrees over the first `after` entries. The sizes of the subtrees are powers of
 * two.
 */
function hashesOf(log: readonly Line[], after: number): string[] {
  const hashes: string[] = [];
  for (let at = 0, width = 2 ** 20; at < after; width /= 2) {
    if (at + width > after) continue;
    hashes.push(Buffer.from(treeOf(log.slice(at, at + width)).root).toString("base64"));
    at += width;
  }
  return hashes;
}
