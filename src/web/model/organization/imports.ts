/** What was read and written of each kind, and what was left out for which reason. */
export interface Report {
  readonly counts: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  readonly left_out: readonly {
    readonly reason: string;
    readonly count: number;
    /** The first of them: a member of the archive, and a line. */
    readonly places: readonly string[];
  }[];
}

type ImportState = "uploading" | "checking" | "checked" | "running" | "done" | "undoing" | "cancelled" | "failed";

/** An import as the server tells of it. */
export interface Import {
  readonly id: number;
  readonly state: ImportState;
  readonly size: number;
  readonly part_bytes: number;
  readonly parts: number;
  readonly parts_received: number;
  /** The first thousand of them. */
  readonly missing_parts: readonly number[];
  /** The table that is read or written, or what else is done. */
  readonly phase: string | null;
  readonly done: number;
  readonly total: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly error: string | null;
  readonly report: Report | null;
}

/** All imports of the organization, and whether a new one would be refused because people have written. */
export interface Imports {
  readonly imports: readonly Import[];
  readonly has_messages: boolean;
}

/** The import that has not ended. */
export const unfinishedOf = ({ imports }: Imports): Import | undefined =>
  imports.find(({ state }) => state !== "done" && state !== "cancelled");

/** The import that has made the organization what it is. */
export const lastDoneOf = ({ imports }: Imports): Import | undefined =>
  imports.filter(({ state }) => state === "done").sort((a, b) => b.id - a.id)[0];

/** Whether the last import had changed something, and was taken back. */
export function isTakenBack({ imports }: Imports): boolean {
  const last = imports.toSorted((a, b) => b.id - a.id)[0];
  return last?.state === "cancelled" && hasBegun(last);
}

/** Whether it has changed the organization already: until it is done or taken back, only owners are admitted. */
export const hasBegun = ({ started_at }: Import): boolean => started_at !== null;
