import type { Report } from "../model/organization/imports.ts";

type ArchiveKind = "parley" | "zulip" | "slack" | "mattermost";

/** What an archive is found to be before anything is made of it. */
export interface Found {
  readonly kind: ArchiveKind;
  /** Those of which one has to be chosen. */
  readonly teams: readonly { readonly name: string; readonly title: string }[];
}

/** An archive as it is uploaded. */
export interface Made {
  readonly kind: ArchiveKind;
  /** The version of the program that it comes from, or "". */
  readonly version: string;
  readonly secrets: boolean;
  readonly archive: Blob;
  /** What tells it from every other archive. */
  readonly digest: string;
  /** The time that it was made with: with the same one, the same archive is made again. */
  readonly now: number;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** What the conversion has left out; null where there was none. */
  readonly report: Report | null;
}

/** What is said of a file that it does not say itself. */
export interface Choices {
  /** Which of several teams is meant. */
  readonly team?: string;
  /** Who has no address gets one of this domain. */
  readonly emailDomain?: string;
  /** Lines of an id or name, an address, and perhaps another name. */
  readonly people?: string;
  /** What people of other workspaces become. */
  readonly strangers?: "deactivated" | "guests";
}

export interface Making {
  readonly file: File;
  readonly now: number;
  readonly choices: Choices;
  /** Of the private file system of the origin, for what is too large for the memory. */
  readonly folder: string;
}

/** What the page asks the worker for. */
export type Asked = { readonly ask: "find"; readonly file: File } | ({ readonly ask: "make" } & Making);

/** Why an archive cannot be used: what is wrong with it, no room, no private file system, a file that is gone, or a fault. */
export type Failed = "archive" | "room" | "storage" | "file" | "fault";

/** What the worker tells the page. */
export type Said =
  | { readonly is: "found"; readonly found: Found | undefined }
  | { readonly is: "progress"; readonly step: string; readonly done: number; readonly total: number }
  | { readonly is: "made"; readonly made: Made }
  | { readonly is: "failed"; readonly why: Failed; readonly text: string };
