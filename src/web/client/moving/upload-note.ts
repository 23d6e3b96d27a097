import type { ConversionChoices, ConvertedArchive } from "../../converter/converter-messages.ts";
import type { Report } from "../../model/organization/imports.ts";

const STORAGE_KEY = "parley.import";

/** A note on the import that was begun in this browser, by which the same archive can be made again of the same file. */
export interface UploadNote {
  /**
   * Null while it is not known whether the server has created the import: it would be the first one after the id `after`.
   */
  readonly id: number | null;
  readonly after: number;
  readonly file: { readonly name: string; readonly size: number; readonly modified: number };
  readonly digest: string;
  /** The time that the conversion was given, in seconds since 1970. */
  readonly now: number;
  /** Absent in notes of earlier versions, which had `chosen` for the team. */
  readonly choices?: ConversionChoices;
  readonly chosen?: string;
  readonly kind: ConvertedArchive["kind"];
  readonly secrets: boolean;
  /** The report on what the conversion has left out. */
  readonly report: Report | null;
}

export function keepNote(note: UploadNote): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(note));
}

/** The note on an import, if there is one. */
export function noteOf(id: number): UploadNote | undefined {
  try {
    const note: UploadNote | null = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    const isIts = note?.id === id || (note?.id === null && id > note.after);
    return isIts ? (note ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** The choices with which the archive was made. */
export const choicesOf = ({ choices, chosen }: UploadNote): ConversionChoices =>
  choices ?? (chosen === undefined ? {} : { team: chosen });

export const aboutFile = ({ name, size, lastModified }: File): UploadNote["file"] => ({
  name,
  size,
  modified: lastModified,
});

export const isFileOf = ({ file }: UploadNote, other: File): boolean =>
  file.name === other.name && file.size === other.size && file.modified === other.lastModified;
