import { formatBytes } from "../os/disk-space.ts";
import type { MadeArchive } from "./make-archive.ts";
import type { Import } from "./site.ts";

interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
}

const PLACES = 3;

export function printConversion({ kind, manifest, report }: MadeArchive) {
  const version = manifest.version === "" ? "" : ` ${manifest.version}`;
  console.log(`An export of ${kind}${version}:`);
  for (const { name, rows } of manifest.tables) console.log(`  ${rows.toLocaleString("en").padStart(12)}  ${name}`);
  console.log(
    `  ${manifest.files.count.toLocaleString("en").padStart(12)}  files, ${formatBytes(manifest.files.bytes)}`,
  );
  tellLeftOut("Left out or changed on the way from it", report?.toJSON().left_out ?? []);
}

export function printImport({ state, report }: Import) {
  const counts = Object.entries(report?.counts ?? {});
  const isDone = state === "done";
  const fewer = counts.filter(([, { in: read, out }]) => read !== out);
  for (const [table, { in: read, out }] of fewer)
    console.log(
      `  ${table}: ${out.toLocaleString("en")} of ${read.toLocaleString("en")} ${isDone ? "arrived" : "would arrive"}`,
    );
  tellLeftOut(`Left out or changed by the server`, report?.left_out ?? []);
}

function tellLeftOut(title: string, reasons: readonly LeftOut[]) {
  if (reasons.length === 0) return;
  console.log(`${title}:`);
  for (const { reason, count, places } of reasons) {
    const more = count > PLACES ? ", ..." : "";
    console.log(
      `  ${count.toLocaleString("en").padStart(12)}  ${reason} (${places.slice(0, PLACES).join(", ")}${more})`,
    );
  }
}

/** True if all rows were imported, or the report contains the reasons why they weren't. */
export function isAccountedFor({ report }: Import) {
  if (report === null) return false;
  const lost = Object.values(report.counts).reduce((sum, { in: read, out }) => sum + Math.max(0, read - out), 0);
  return lost <= report.left_out.reduce((sum, { count }) => sum + count, 0);
}
