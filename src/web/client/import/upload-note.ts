import type { ConversionChoices, ConvertedArchive } from "../../import-worker/converter-messages.ts";
import type { Report } from "../../model/organization/imports.ts";

const STORAGE_KEY = "parley.import";

/** A note on the import started in this browser, so that the same archive can be made again from the same file. */
export interface UploadNote {
  /**
   * Null while it is unknown whether the server has created the import. If it has, the import is the first one with an
   * id above `after`.
   */
  readonly id: number | null;
  readonly after: number;
  readonly file: { readonly name: string; readonly size: number; readonly modified: number };
  readonly digest: string;
  /** Time that the conversion uses as the current time, in seconds since 1970. */
  readonly now: number;
  /** Missing in notes of earlier versions, which only stored the chosen team, in `chosen`. */
  readonly choices?: ConversionChoices;
  readonly chosen?: string;
  readonly kind: ConvertedArchive["kind"];
  readonly secrets: boolean;
  readonly report: Report | null;
}

export function keepNote(note: UploadNote): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(note));
}

export function noteOf(id: number): UploadNote | undefined {
  try {
    const note: UploadNote | null = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    const isIts = note?.id === id || (note?.id === null && id > note.after);
    return isIts ? (note ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

export const choicesOf = ({ choices, chosen }: UploadNote): ConversionChoices =>
  choices ?? (chosen === undefined ? {} : { team: chosen });

export const aboutFile = ({ name, size, lastModified }: File): UploadNote["file"] => ({
  name,
  size,
  modified: lastModified,
});

export const isFileOf = ({ file }: UploadNote, other: File): boolean =>
  file.name === other.name && file.size === other.size && file.modified === other.lastModified;
