import type { Report } from "../model/organization/imports.ts";

type ArchiveKind = "parley" | "zulip" | "slack" | "mattermost";

/** A recognized archive, before it is converted. */
export interface RecognizedArchive {
  readonly kind: ArchiveKind;
  /** The teams of which one has to be chosen; empty if there is no choice. */
  readonly teams: readonly { readonly name: string; readonly title: string }[];
}

/** An archive that is ready for upload. */
export interface ConvertedArchive {
  readonly kind: ArchiveKind;
  /** The version of the program that it comes from, or "". */
  readonly version: string;
  readonly secrets: boolean;
  readonly archive: Blob;
  /** A digest that identifies the archive. */
  readonly digest: string;
  /**
   * The time that the conversion was given, in seconds since 1970: with the same one, a file gives the same archive again.
   */
  readonly now: number;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** The report on what the conversion has left out; null if there was no conversion. */
  readonly report: Report | null;
}

/** Choices for what the file does not say itself. */
export interface ConversionChoices {
  /** The team to convert, if there are several. */
  readonly team?: string;
  /** The domain of the addresses that are given to people who have none. */
  readonly emailDomain?: string;
  /** Lines of an id or name, an address, and perhaps another name. */
  readonly people?: string;
  /** The treatment of people from other workspaces. */
  readonly strangers?: "deactivated" | "guests";
}

export interface ConversionRequest {
  readonly file: File;
  readonly now: number;
  readonly choices: ConversionChoices;
  /** A folder in the private file system of the origin, for what is too large for the memory. */
  readonly folder: string;
}

/** A request of the page to the worker. */
export type ConverterRequest =
  | { readonly ask: "find"; readonly file: File }
  | ({ readonly ask: "make" } & ConversionRequest);

/**
 * The reason why an archive cannot be used: a flaw in it, no room, no private file system, a file that is gone, or a fault.
 */
export type ConversionFailure = "archive" | "room" | "storage" | "file" | "fault";

/** A message of the worker to the page. */
export type ConverterReply =
  | { readonly kind: "found"; readonly found: RecognizedArchive | undefined }
  | { readonly kind: "progress"; readonly step: string; readonly done: number; readonly total: number }
  | { readonly kind: "made"; readonly made: ConvertedArchive }
  | { readonly kind: "failed"; readonly why: ConversionFailure; readonly text: string };
