import type { ManifestFacts } from "../archive/manifest.ts";
import type { ArchiveWriter } from "../archive/members.ts";
import type { Report } from "../archive/report.ts";
import type { Spool } from "../archive/spool.ts";

/** What a converter works with: where it writes to, and whom it tells. */
export interface Conversion {
  readonly writer: ArchiveWriter;
  readonly report: Report;
  /** For what is too large for the memory: sorting, and members of archives that can be read only in order. */
  readonly spool: Spool;
  /** The present time in seconds since 1970: what lies a day after it is no time of the source. */
  readonly now: number;
  /** Which of several organizations in one archive is meant: its name in addresses. */
  readonly chosen?: string;
  /** Tells how far it is: of a step, so many bytes of all. */
  readonly progress?: (step: string, done: number, total: number) => void;
}

/** Reads an archive of another program, writes it with `conversion.writer`, and returns what the manifest says of it. */
export type Convert = (archive: Blob, conversion: Conversion) => Promise<ManifestFacts>;
