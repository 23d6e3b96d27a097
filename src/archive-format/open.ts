import * as v from "valibot";
import { ArchiveError } from "./archive-error.ts";
import { archiveLimits, describeIssue, parseBoundedJson } from "./archive-limits.ts";
import { type ByteSource, readBytes } from "./blob-source.ts";
import { MANIFEST_MEMBER, type Manifest, manifestSchema } from "./manifest.ts";
import { type ReadMember, readTar } from "./tar-reader.ts";

interface OpenedArchive {
  readonly manifest: Manifest;
  readonly pieces: ReadonlyMap<string, ReadMember>;
  readonly filesFrom: number;
}

/**
 * Reads an archive's manifest, and locates the pieces it lists. Throws `ArchiveError` if the format is unknown, the
 * archive is truncated, or its members differ from the manifest. Decompresses nothing.
 */
export async function findMembers(source: ByteSource): Promise<OpenedArchive> {
  const members = readTar(source);
  const { value: first } = await members.next();
  if (first === undefined || first.name !== MANIFEST_MEMBER || first.size > archiveLimits.manifest_bytes) {
    throw new ArchiveError("This isn't a Parley archive: it doesn't begin with manifest.json");
  }
  const manifest = parseManifest(await readBytes(source.slice(first.at, first.at + first.size)));
  const listed = manifest.tables.flatMap(({ pieces }) => pieces);
  const pieces = new Map<string, ReadMember>();
  let filesFrom = first.next;
  // Pieces are in manifest order, so a missing or different one is detected at once.
  for (const piece of listed) {
    const { value: member } = await members.next();
    if (member === undefined || member.name !== piece.member || member.size !== piece.bytes) {
      throw new ArchiveError("The archive has not what its manifest says", { member: piece.member });
    }
    pieces.set(member.name, member);
    filesFrom = member.next;
  }
  await members.return(undefined);
  return { manifest, pieces, filesFrom };
}

function parseManifest(bytes: Uint8Array): Manifest {
  const place = { member: MANIFEST_MEMBER };
  const value = parseBoundedJson(new TextDecoder().decode(bytes), archiveLimits.manifest_values);
  if (v.is(v.object({ format: v.number() }), value) && !v.is(manifestSchema.entries.format, value.format)) {
    throw new ArchiveError(`The archive has format ${value.format}, which this version does not know`, place);
  }
  const result = v.safeParse(manifestSchema, value);
  if (!result.success) throw new ArchiveError(`The manifest is not valid: ${describeIssue(result.issues)}`, place);
  const names = result.output.tables.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new ArchiveError("The manifest has a table twice", place);
  for (const { name, pieces } of result.output.tables) {
    const strange = pieces.find(({ member }) => !member.startsWith(`tables/${name}/`));
    if (strange !== undefined) throw new ArchiveError("The manifest has a piece of another table", strange);
  }
  return result.output;
}
