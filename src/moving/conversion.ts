import type { ManifestFacts } from "../archive/manifest.ts";
import type { ArchiveWriter } from "../archive/members.ts";
import type { Report } from "../archive/report.ts";
import type { Spool } from "../archive/spool.ts";
import type { SlackApi } from "./slack/slack-api.ts";

/** Choices about people where the archive says nothing, or not what is wanted. */
export interface PeopleChoices {
  /** The domain for people without an address: they get NAME@DOMAIN. */
  readonly emailDomain?: string;
  /** The listed people, by an id or a name of the archive's, in lower case. */
  readonly listed?: ReadonlyMap<string, ListedPerson>;
  /** The treatment of people of other workspaces; deactivated accounts unless it is said. */
  readonly strangers?: "deactivated" | "guests";
}

/** An empty text says nothing. */
export interface ListedPerson {
  readonly address: string;
  readonly name: string;
}

/** The surroundings of a converter: where it writes to, and whom it tells. */
export interface Conversion {
  readonly writer: ArchiveWriter;
  readonly report: Report;
  /** For what is too large for the memory: sorting, and members of archives that can be read only in order. */
  readonly spool: Spool;
  /** The present time in seconds since 1970: what lies a day after it is no time of the source. */
  readonly now: number;
  /** The organization that is meant, of several in one archive: its name in addresses. */
  readonly chosen?: string;
  readonly people?: PeopleChoices;
  /** Slack itself, for what its exports only link to; converters ask nobody without it. */
  readonly slack?: SlackApi;
  /** Tells how far it is: of a step, so many bytes of all. */
  readonly progress?: (step: string, done: number, total: number) => void;
}

/** Reads an archive of another program, writes it with `conversion.writer`, and returns what the manifest says of it. */
export type Convert = (archive: Blob, conversion: Conversion) => Promise<ManifestFacts>;
