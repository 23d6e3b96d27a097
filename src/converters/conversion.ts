import type { ManifestFacts } from "../archive-format/manifest.ts";
import type { ArchiveWriter } from "../archive-format/members.ts";
import type { Report } from "../archive-format/report.ts";
import type { Spool } from "../archive-format/spool.ts";
import type { SlackApi } from "./slack/slack-api.ts";

/** Choices about people: data that the archive lacks, or replacements for its data. */
export interface PeopleChoices {
  /** Domain for people without an email address, who get NAME@DOMAIN. */
  readonly emailDomain?: string;
  /** People from a people list, by an id or name from the archive, in lower case. */
  readonly listed?: ReadonlyMap<string, ListedPerson>;
  /** How to treat people of other workspaces. Defaults to deactivated accounts. */
  readonly strangers?: "deactivated" | "guests";
}

/** Empty strings mean "not given". */
export interface ListedPerson {
  readonly address: string;
  readonly name: string;
}

/** Context of a converter: its output and its reports. */
export interface Conversion {
  readonly writer: ArchiveWriter;
  readonly report: Report;
  /** For data too large for memory: sorting, and archive members that can only be read in order. */
  readonly spool: Spool;
  /** Current time in seconds since 1970. Times in the source that are more than a day later are invalid. */
  readonly now: number;
  /** URL name of the chosen organization, if the archive has several. */
  readonly chosen?: string;
  readonly people?: PeopleChoices;
  /** Access to Slack, for content that its exports only link to. Without it, converters make no requests. */
  readonly slack?: SlackApi;
  /** Reports progress: bytes done, out of the total, in a step. */
  readonly progress?: (step: string, done: number, total: number) => void;
}

/**
 * Converts another program's archive, and writes the result with `conversion.writer`. Returns the facts for the
 * manifest.
 */
export type Convert = (archive: Blob, conversion: Conversion) => Promise<ManifestFacts>;
