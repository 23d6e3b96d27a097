import { digestOf } from "../archive/digest.ts";
import type { Manifest } from "../archive/manifest.ts";
import { ArchiveWriter, type Member } from "../archive/members.ts";
import { findMembers } from "../archive/open.ts";
import { Report } from "../archive/report.ts";
import { paddingOf, TAR_END, tarHeader } from "../archive/tar.ts";
import type { Conversion } from "./conversion.ts";
import { type ArchiveKind, converters, kindOf } from "./recognise.ts";

/** An archive as it is uploaded. */
interface MadeArchive {
  /** The program that it comes from. */
  readonly kind: ArchiveKind;
  readonly archive: Blob;
  /** The digest of its manifest, which has the digests of everything else. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** The report of what the conversion has left out; null where there was none. */
  readonly report: Report | null;
}

/**
 * Makes the archive that is uploaded of the one that is given; undefined where this is of no known program. The same archive
 * and time give the same bytes.
 */
export async function makeArchive(
  given: Blob,
  conversion: Omit<Conversion, "writer" | "report">,
): Promise<MadeArchive | undefined> {
  const kind = await kindOf(given);
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

/** The tar of an archive, whose members stay where they are. */
function tarBlob(members: readonly Member[], modified: number): Blob {
  const parts = members.flatMap(({ name, content }) => {
    const padding = new Uint8Array(paddingOf(content.size));
    return [tarHeader({ name, size: content.size }, modified).slice(), content, padding];
  });
  return new Blob([...parts, TAR_END.slice()]);
}
