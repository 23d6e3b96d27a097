import type { Report } from "../model/organization/imports.ts";

type ArchiveKind = "parley" | "zulip" | "slack" | "mattermost";

export interface RecognizedArchive {
  readonly kind: ArchiveKind;
  /** Teams to choose from. Empty if there is no choice. */
  readonly teams: readonly { readonly name: string; readonly title: string }[];
}

export interface ConvertedArchive {
  readonly kind: ArchiveKind;
  /** Version of the program the archive comes from, or "". */
  readonly version: string;
  readonly secrets: boolean;
  readonly archive: Blob;
  readonly digest: string;
  /**
   * Time that the conversion uses as the current time, in seconds since 1970. Converting the same file with the same
   * time yields the same archive.
   */
  readonly now: number;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** What the conversion has left out, or null if there was no conversion. */
  readonly report: Report | null;
}

/** Choices that the file doesn't determine. */
export interface ConversionChoices {
  readonly team?: string;
  /** Domain of the email addresses generated for users without one. */
  readonly emailDomain?: string;
  /** List of users, one per line: an id or name, an email address, and optionally a new name. */
  readonly people?: string;
  /** How users from other workspaces are treated. */
  readonly strangers?: "deactivated" | "guests";
}

export interface ConversionRequest {
  readonly file: File;
  readonly now: number;
  readonly choices: ConversionChoices;
  /** Folder in the origin's private file system, for data that doesn't fit in memory. */
  readonly folder: string;
}

export type ConverterRequest =
  | { readonly ask: "find"; readonly file: File }
  | ({ readonly ask: "make" } & ConversionRequest);

/**
 * Why an archive can't be used: it is damaged, storage is full, there is no private file system, the file is gone, or
 * an internal error occurred.
 */
export type ConversionFailure = "archive" | "room" | "storage" | "file" | "fault";

export type ConverterReply =
  | { readonly kind: "found"; readonly found: RecognizedArchive | undefined }
  | { readonly kind: "progress"; readonly step: string; readonly done: number; readonly total: number }
  | { readonly kind: "made"; readonly made: ConvertedArchive }
  | { readonly kind: "failed"; readonly why: ConversionFailure; readonly text: string };
