import type { Choices, Made } from "../../converter/said.ts";
import type { Report } from "../../model/organization/imports.ts";

const KEPT = "parley.import";

/** What this browser remembers of the import that was begun in it: the same archive is made again of the same file. */
export interface UploadNote {
  /** Null while nobody knows whether the server has created it: then it is the first one `after` another id. */
  readonly id: number | null;
  readonly after: number;
  readonly file: { readonly name: string; readonly size: number; readonly modified: number };
  readonly digest: string;
  /** The time that the archive was made with. */
  readonly now: number;
  /** Absent in notes of earlier pages, which had `chosen` for the team. */
  readonly choices?: Choices;
  readonly chosen?: string;
  readonly kind: Made["kind"];
  readonly secrets: boolean;
  /** What the conversion has left out. */
  readonly report: Report | null;
}

export function keepNote(note: UploadNote): void {
  localStorage.setItem(KEPT, JSON.stringify(note));
}

/** What is remembered of an import. */
export function noteOf(id: number): UploadNote | undefined {
  try {
    const note: UploadNote | null = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    const isIts = note?.id === id || (note?.id === null && id > note.after);
    return isIts ? (note ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** What was said of the file, with which the same archive is made of it. */
export const choicesOf = ({ choices, chosen }: UploadNote): Choices =>
  choices ?? (chosen === undefined ? {} : { team: chosen });

export const aboutFile = ({ name, size, lastModified }: File): UploadNote["file"] => ({
  name,
  size,
  modified: lastModified,
});

export const isFileOf = ({ file }: UploadNote, other: File): boolean =>
  file.name === other.name && file.size === other.size && file.modified === other.lastModified;
