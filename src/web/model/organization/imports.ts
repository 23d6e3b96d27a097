/** The report of an import: the numbers read and written of each kind, and the entries left out, by reason. */
export interface Report {
  readonly counts: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  readonly left_out: readonly {
    readonly reason: string;
    readonly count: number;
    /** The first of these entries: a file of the archive, and a line. */
    readonly places: readonly string[];
  }[];
}

/** Adds up the counts of kinds that are shown by the same name, such as those of newer kinds, which have none of their own. */
export function countsByName(counts: Report["counts"], nameOf: (kind: string) => string): Report["counts"] {
  const sums = new Map<string, { in: number; out: number }>();
  for (const [kind, { in: read, out }] of Object.entries(counts)) {
    const sum = sums.get(nameOf(kind)) ?? { in: 0, out: 0 };
    sums.set(nameOf(kind), { in: sum.in + read, out: sum.out + out });
  }
  return Object.fromEntries(sums);
}

type ImportState = "uploading" | "checking" | "checked" | "running" | "done" | "undoing" | "cancelled" | "failed";

/** An import, as the server describes it. */
export interface Import {
  readonly id: number;
  readonly state: ImportState;
  readonly size: number;
  readonly part_bytes: number;
  readonly parts: number;
  readonly parts_received: number;
  /** The numbers of the first thousand missing parts. */
  readonly missing_parts: readonly number[];
  /** The table that is read or written, or another step. */
  readonly phase: string | null;
  readonly done: number;
  readonly total: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly error: string | null;
  readonly report: Report | null;
}

/** All imports of the organization, and whether people have sent messages, which makes the server refuse a new import. */
export interface Imports {
  readonly imports: readonly Import[];
  readonly has_messages: boolean;
}

/** The import that has not ended, if there is one. */
export const unfinishedOf = ({ imports }: Imports): Import | undefined =>
  imports.find(({ state }) => state !== "done" && state !== "cancelled");

/** The latest import that was completed. */
export const lastDoneOf = ({ imports }: Imports): Import | undefined =>
  imports.filter(({ state }) => state === "done").sort((a, b) => b.id - a.id)[0];

/** Whether the last import was undone after it had changed the organization. */
export function isTakenBack({ imports }: Imports): boolean {
  const last = imports.toSorted((a, b) => b.id - a.id)[0];
  return last?.state === "cancelled" && hasBegun(last);
}

/** Whether an import has begun to change the organization. Until it is done or undone, only owners are admitted. */
export const hasBegun = ({ started_at }: Import): boolean => started_at !== null;
