import type { WireImport } from "../../../wire-types.ts";

/** An import's report: how many entries of each kind were read and written, and the skipped entries by reason. */
export type Report = NonNullable<WireImport["report"]>;

/** Adds up the counts of kinds that are shown by the same name, such as all kinds that this client has no name for. */
export function countsByName(counts: Report["counts"], nameOf: (kind: string) => string): Report["counts"] {
  const sums = new Map<string, { in: number; out: number }>();
  for (const [kind, { in: read, out }] of Object.entries(counts)) {
    const sum = sums.get(nameOf(kind)) ?? { in: 0, out: 0 };
    sums.set(nameOf(kind), { in: sum.in + read, out: sum.out + out });
  }
  return Object.fromEntries(sums);
}

export type Import = WireImport;

/** The organization's imports, and whether people have sent messages. If so, the server refuses new imports. */
export interface Imports {
  readonly imports: readonly Import[];
  readonly has_messages: boolean;
}

export const unfinishedOf = ({ imports }: Imports): Import | undefined =>
  imports.find(({ state }) => state !== "done" && state !== "cancelled");

export const lastDoneOf = ({ imports }: Imports): Import | undefined =>
  imports.filter(({ state }) => state === "done").sort((a, b) => b.id - a.id)[0];

/** True if the last import was undone after it had changed the organization. */
export function isTakenBack({ imports }: Imports): boolean {
  const last = imports.toSorted((a, b) => b.id - a.id)[0];
  return last?.state === "cancelled" && hasBegun(last);
}

/** True if an import has started to change the organization. Until it is done or undone, only owners are admitted. */
export const hasBegun = ({ started_at }: Import): boolean => started_at !== null;
