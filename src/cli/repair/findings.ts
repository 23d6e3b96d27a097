interface RowFindings {
  readonly table: string;
  readonly missing: number;
  readonly different: number;
  readonly extra: number;
  readonly lost: number;
  readonly keys: string[];
}

export interface Findings {
  /** When D1 was found to differ from what the organization last wrote to it, or null. */
  readonly noticed: string | null;
  /** Faults in the databases' records of the organization's identity. */
  readonly identity: string[];
  /** Faults that no repair can fix. */
  readonly conflicts: string[];
  /** Other databases that contain rows of the organization. */
  readonly left_over: string[];
  readonly parked: number;
  readonly rows: RowFindings[];
  readonly missing_files: string[];
  readonly missing_file_count: number;
  /** Files that were read and differ from what was stored. */
  readonly damaged_files: string[];
  readonly damaged_file_count: number;
  readonly unnamed_files: { key: string; old: boolean }[];
  readonly unnamed_file_count: number;
  readonly checked: { rows: number; files: number; read: number };
}

export const MAX_NAMED = 100;

/**
 * True if nothing is wrong. Files that nothing refers to do no harm.
 *
 * @param options whether irrecoverable losses are accepted
 */
export function isWell(found: Findings, { accepts }: { accepts: boolean }) {
  const differ = found.rows.some(
    ({ missing, different, extra, lost }) => missing + different + extra + (accepts ? 0 : lost) > 0,
  );
  const isWhole =
    found.noticed === null && found.identity.length + found.conflicts.length === 0 && found.left_over.length === 0;
  return (
    isWhole && !differ && found.parked === 0 && (accepts || found.missing_file_count + found.damaged_file_count === 0)
  );
}

export function describeFindings(found: Findings): string[] {
  const lines = [
    `checked: ${found.checked.rows} rows, ${found.checked.files} files, of which ${found.checked.read} were read`,
  ];
  if (found.noticed) {
    lines.push(
      `D1 was not as the organization had left it, which was noticed at ${found.noticed}: the two were compared`,
    );
  }
  lines.push(...found.identity.map((text) => `identity: ${text}`));
  lines.push(...found.conflicts.map((text) => `identity: ${text}; put back the D1 database that fits`));
  lines.push(...found.left_over.map((name) => `${name} has rows of the organization, which it does not use`));
  if (found.parked > 0) lines.push(`${found.parked} rows that D1 refuses`);
  for (const { table, keys, ...counts } of found.rows) {
    const parts = [
      [counts.missing, "missing in D1"],
      [counts.different, "different in D1"],
      [counts.extra, "in D1 alone"],
      [counts.lost, "whose text is lost"],
    ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []));
    lines.push(`${table}: ${parts.join(", ")} (${keys.join(" ")}${keys.length >= 20 ? " ..." : ""})`);
  }
  const unnamed = found.unnamed_files.map(({ key, old }) => `${key}${old ? "" : " (of the last day)"}`);
  lines.push(
    ...describeFiles(found.missing_file_count, "files are missing from R2", found.missing_files),
    ...describeFiles(found.damaged_file_count, "files in R2 are not as they were stored", found.damaged_files),
    ...describeFiles(found.unnamed_file_count, "files in R2 that nothing names", unnamed),
  );
  if (lines.length === 1) lines.push("nothing is wrong");
  return lines;
}

const describeFiles = (count: number, what: string, files: readonly string[]) =>
  count > 0 ? [`${count} ${what}:`, ...files.map((file) => `  ${file}`)] : [];
