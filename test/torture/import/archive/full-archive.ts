import { readFileSync } from "node:fs";
import { ArchiveWriter, tarOf } from "../../../../src/archive-format/members.ts";
import type { TableName, WrittenRow } from "../../../../src/archive-format/tables.ts";
import { Random } from "../../../process/support/random.ts";
import { memorySpool } from "../../../support/memory-spool.ts";
import { channelRows } from "./channel-rows.ts";
import { fileRows } from "./file-rows.ts";
import type { Size } from "./ids.ts";
import { messageRows } from "./message-rows.ts";
import { peopleRows } from "./people-rows.ts";
import { personalRows } from "./personal-rows.ts";

export type Rows = { readonly [Name in TableName]?: readonly WrittenRow<Name>[] };

/**
 * Writes a Parley archive with files and with rows in every table, all of which can be imported. The same size always
 * gives the same archive.
 */
export async function fullArchive(size: Size): Promise<Buffer> {
  const random = new Random(size.messages);
  const writer = new ArchiveWriter(memorySpool);
  const { rows: files, contents } = fileRows(size, random);
  for (const [member, bytes] of contents) await writer.file(member, new Blob([bytes]));
  const all: Rows = {
    ...peopleRows(size),
    ...channelRows(size),
    ...messageRows(size, random),
    ...personalRows(size),
    files,
  };
  for (const [table, rows] of Object.entries(all)) {
    // The cast is needed because each table has its own type of row.
    for (const row of rows) await writer.row(table as TableName, row as never);
  }
  const facts = { program: "parley", version: version(), exported_at: 1_700_000_000 } as const;
  const parts: Uint8Array[] = [];
  const members = await writer.finish({ ...facts, scope: "whole", secrets: true });
  for await (const part of tarOf(members, 0)) parts.push(part);
  return Buffer.concat(parts);
}

const version = (): string =>
  JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")).version;
