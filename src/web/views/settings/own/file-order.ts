import { compareNames } from "../../../words/format.ts";

export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  /** The address of the file below /user_uploads/. */
  readonly path_id: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly create_time: number;
  /** The newest messages that link to it, oldest first. */
  readonly messages: readonly { readonly id: number; readonly date_sent: number }[];
}

const ORDERS = {
  newest: (a: UploadedFile, b: UploadedFile) => b.create_time - a.create_time || b.id - a.id,
  oldest: (a: UploadedFile, b: UploadedFile) => a.create_time - b.create_time || a.id - b.id,
  largest: (a: UploadedFile, b: UploadedFile) => b.size - a.size || b.id - a.id,
  smallest: (a: UploadedFile, b: UploadedFile) => a.size - b.size || b.id - a.id,
  name: (a: UploadedFile, b: UploadedFile) => compareNames(a.name, b.name) || b.id - a.id,
} as const;

export type FileOrder = keyof typeof ORDERS;

export const inOrder = (files: readonly UploadedFile[], order: FileOrder): readonly UploadedFile[] =>
  [...files].sort(ORDERS[order]);
