import { ArchiveWriter, tarOf } from "../../src/archive-format/members.ts";
import { openArchive } from "../../src/archive-format/read.ts";
import { Report } from "../../src/archive-format/report.ts";
import { type ArchiveRow, type TableName, tableNames } from "../../src/archive-format/tables.ts";
import type { Conversion, Convert } from "../../src/converters/conversion.ts";
import { gathered } from "./gathered.ts";
import { memorySpool } from "./memory-spool.ts";

/** The current time of conversions in tests. */
const NOW = 1_750_000_000;

/** The part of a file's path that depends on its content. Rows are returned without it. */
const DIGEST = /(import\/\d+)-[0-9a-f]{32}(?=\/)/g;

/** Runs a converter on an archive. Returns the rows, read back, and the report. */
export async function converted(
  convert: Convert,
  archive: Blob,
  more: Partial<Pick<Conversion, "chosen" | "people" | "slack" | "spool">> = {},
) {
  const [writer, report] = [new ArchiveWriter(memorySpool), new Report()];
  const facts = await convert(archive, { writer, report, spool: memorySpool, now: NOW, ...more });
  const members = await writer.finish(facts);
  const tar = new Blob((await gathered(tarOf(members, 0))).map((part) => part.slice()));
  const opened = await openArchive(tar);
  const tables = new Map<TableName, unknown[]>();
  const paths: (string | undefined)[] = [];
  for (const name of tableNames) {
    const rows: unknown[] = [];
    for await (const read of opened.rows(name)) {
      if ("problem" in read) throw new Error(`${name}: ${read.problem}`);
      if ("path_id" in read.row) paths.push(read.row.path_id);
      rows.push(JSON.parse(JSON.stringify(read.row).replace(DIGEST, "$1")));
    }
    tables.set(name, rows);
  }
  const { counts, left_out } = report.toJSON();
  return {
    manifest: opened.manifest,
    paths,
    members: new Map(members.map(({ name, content }) => [name, content])),
    counts,
    leftOut: new Map(left_out.map(({ reason, ...found }) => [reason, found])),
    rows: <Name extends TableName>(name: Name) => (tables.get(name) ?? []) as ArchiveRow<Name>[],
  };
}
