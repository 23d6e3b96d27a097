import * as v from "valibot";
import { archiveLimits } from "./archive-limits.ts";
import { count, seconds, text, word } from "./tables/values.ts";
import { type TableName, tableNames } from "./tables.ts";

/** Format version. Readers refuse unknown versions, because a later one means that rows changed meaning. */
const ARCHIVE_FORMAT = 1;

export const MANIFEST_MEMBER = "manifest.json";

const piece = v.object({
  member: v.pipe(v.string(), v.regex(/^tables\/[a-z_]+\/\d{6,9}\.jsonl\.gz$/)),
  /** Size and digest of the member as stored (compressed). */
  bytes: v.pipe(count, v.maxValue(archiveLimits.stored_piece_bytes)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  rows: count,
});
export type PieceOfTable = v.InferOutput<typeof piece>;

/** The first member of an archive. Describes it and lists its pieces. */
export const manifestSchema = v.object({
  format: v.literal(ARCHIVE_FORMAT),
  /** The program the data comes from: `parley`, `zulip`, `slack`, `mattermost`. */
  program: word,
  version: text(100),
  feature_level: v.optional(count, 0),
  /** URL of the organization, or empty. */
  origin: v.optional(text(2048), ""),
  exported_at: seconds,
  scope: v.picklist(["public", "standard", "whole"]),
  /** Whether rows include hashes of passwords and keys. */
  secrets: v.boolean(),
  tables: v.pipe(
    v.array(v.object({ name: word, rows: count, pieces: v.pipe(v.array(piece), v.maxLength(archiveLimits.members)) })),
    v.maxLength(200),
  ),
  /** `missing`: files whose content was missing from the store. */
  files: v.object({ count, bytes: count, missing: v.optional(count, 0) }),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export type ManifestFacts = Omit<v.InferInput<typeof manifestSchema>, "format" | "tables" | "files">;

export const pieceMember = (table: TableName, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, "0")}.jsonl.gz`;

/** Encodes a manifest. Lists the tables in archive order and omits those without rows. */
export function writeManifest(
  facts: ManifestFacts,
  tables: ReadonlyMap<TableName, readonly PieceOfTable[]>,
  files: Manifest["files"],
): Uint8Array<ArrayBuffer> {
  const listed = tableNames.flatMap((name) => {
    const pieces = tables.get(name) ?? [];
    return pieces.length === 0 ? [] : [{ name, rows: pieces.reduce((sum, { rows }) => sum + rows, 0), pieces }];
  });
  const { program, version, feature_level, origin, exported_at, scope, secrets } = facts;
  const manifest = { program, version, feature_level, origin, exported_at, scope, secrets, tables: listed, files };
  return new TextEncoder().encode(`${JSON.stringify({ format: ARCHIVE_FORMAT, ...manifest }, null, 1)}\n`).slice();
}
