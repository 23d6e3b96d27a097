import { digestOf } from "../archive-format/digest.ts";
import type { Manifest } from "../archive-format/manifest.ts";
import { ArchiveWriter, type Member } from "../archive-format/members.ts";
import { findMembers } from "../archive-format/open.ts";
import { Report } from "../archive-format/report.ts";
import { paddingOf, TAR_END, tarHeader } from "../archive-format/tar.ts";
import type { Conversion } from "./conversion.ts";
import { type ArchiveKind, converters, detectArchiveKind } from "./kinds.ts";

interface MadeArchive {
  readonly kind: ArchiveKind;
  readonly archive: Blob;
  /** Digest of the manifest, which contains the digests of everything else. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** What the conversion skipped, or null if there was no conversion. */
  readonly report: Report | null;
}

/**
 * Converts the given archive to the archive that is uploaded. Returns undefined if it isn't from a known program.
 * Deterministic: the same archive and time give the same bytes.
 */
export async function makeArchive(
  given: Blob,
  conversion: Omit<Conversion, "writer" | "report">,
): Promise<MadeArchive | undefined> {
  const kind = await detectArchiveKind(given);
  if (kind === undefined) return undefined;
  if (kind === "parley") return { kind, archive: given, report: null, ...(await factsOf(given)) };
  const [writer, report] = [new ArchiveWriter(conversion.spool), new Report()];
  const facts = await converters[kind](given, { ...conversion, writer, report });
  const archive = tarBlob(await writer.finish(facts), conversion.now);
  return { kind, archive, report, ...(await factsOf(archive)) };
}

async function factsOf(archive: Blob): Promise<Pick<MadeArchive, "manifest" | "digest">> {
  const { manifest } = await findMembers(archive);
  return { manifest, digest: await digestOf(new TextEncoder().encode(JSON.stringify(manifest)).slice()) };
}

/** Assembles an archive's tar without copying its members. */
function tarBlob(members: readonly Member[], modified: number): Blob {
  const parts = members.flatMap(({ name, content }) => {
    const padding = new Uint8Array(paddingOf(content.size));
    return [tarHeader({ name, size: content.size }, modified).slice(), content, padding];
  });
  return new Blob([...parts, TAR_END.slice()]);
}
