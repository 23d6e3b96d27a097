import { archiveLimits } from "../../archive-format/archive-limits.ts";
import type { MessageIds } from "./message-ids.ts";
import { recordsOf } from "./pictures.ts";
import { idsIn, type Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

const ATTACHMENTS = "attachment.json";

export async function convertAttachments(source: ZulipImport, ids: MessageIds): Promise<void> {
  const records = new Map<string, { path: string; type: string | undefined }>();
  for await (const { path, row } of recordsOf(source, "uploads")) {
    const record = { path, type: row.text("content_type") };
    records.set(row.text("path") ?? path, record);
    const stored = row.text("s3_path");
    if (stored !== undefined && !records.has(stored)) records.set(stored, record);
  }
  const claimed = new Set<string>();
  for await (const row of source.rows("zerver_attachment", { member: ATTACHMENTS, as: "files" })) {
    const pathId = row.text("path_id");
    if (pathId === undefined || claimed.has(pathId)) {
      source.leaveOut(row, "files: no path, or a doubled one");
      continue;
    }
    claimed.add(pathId);
    const record = records.get(pathId);
    await convertAttachment(source, row, {
      pathId,
      path: record?.path ?? `uploads/${pathId}`,
      type: record?.type,
      ids,
    });
  }
  for (const [path, record] of records)
    if (!claimed.has(path) && record.path === `uploads/${path}`)
      source.leaveOut(record.path, "files: no row that tells whose it is");
}

async function convertAttachment(
  source: ZulipImport,
  row: Row,
  { pathId, path, type, ids }: { pathId: string; path: string; type: string | undefined; ids: MessageIds },
): Promise<void> {
  const content = source.archive.file(path);
  if (content === undefined) return source.leaveOut(`${row.place} ${path}`, "missing file");
  const id = source.nextFileId();
  const written = await source.conversion.writer.file(`files/uploads/${id}`, content);
  const created = row.past("create_time", source.conversion.now);
  const links = idsIn(row.values["messages"]).flatMap((message) => ids.newId(message) ?? []);
  await source.write(
    "files",
    {
      ...written,
      id,
      name: row.text("file_name") || (pathId.split("/").at(-1) ?? pathId),
      content_type: row.text("content_type") || type || "application/octet-stream",
      owner_id: source.userIn(row, "owner") ?? null,
      ...(created !== undefined && { created_at: created }),
      path_id: pathId,
      links: links.slice(0, archiveLimits.ids_in_row),
    },
    row.place,
  );
}
