import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { digestOf } from "../../../../src/archive-format/digest.ts";
import type { ManifestFacts } from "../../../../src/archive-format/manifest.ts";
import { ArchiveWriter, tarOf } from "../../../../src/archive-format/members.ts";
import type { TableName, WrittenRow } from "../../../../src/archive-format/tables.ts";
import { concatBytes } from "../../../../src/util/join-bytes.ts";
import { memorySpool } from "../../../support/memory-spool.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** Rows by table. A row can be any object, because anyone can write an archive. */
export type Rows = { readonly [Name in TableName]?: readonly (WrittenRow<Name> | Record<string, unknown>)[] };

const facts: ManifestFacts = {
  program: "parley",
  version: "1",
  origin: "https://old.example.com",
  exported_at: 1_700_000_000,
  scope: "whole",
  secrets: false,
};

/** A tar archive with these rows and files. */
export async function archiveWith(
  rows: Rows,
  { files = {}, ...some }: Partial<ManifestFacts> & { readonly files?: Readonly<Record<string, Uint8Array>> } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ArchiveWriter(memorySpool);
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list) await writer.row(table as TableName, row as never);
  }
  for (const [name, bytes] of Object.entries(files)) await writer.file(name, new Blob([bytes.slice()]));
  const parts: Uint8Array[] = [];
  for await (const part of tarOf(await writer.finish({ ...facts, ...some }), 0)) parts.push(part);
  return concatBytes(parts).slice();
}

const PART_BYTES = 1_048_576;

interface SentPart {
  readonly id: number;
  readonly part: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256?: string;
  /** A stream from which the bytes are sent later. Undefined to send them at once. */
  readonly body?: ReadableStream;
}

export async function putPart(by: Person, { id, part, bytes, sha256, body }: SentPart) {
  const query = new URLSearchParams({ filename: "part", sha256: sha256 ?? (await digestOf(bytes)) });
  const response = await exports.default.fetch(`http://${by.host}/api/v1/imports/${id}/parts/${part}?${query}`, {
    method: "PUT",
    headers: {
      Authorization: `Basic ${btoa(`${by.email}:${by.key}`)}`,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes.length),
    },
    body: body ?? bytes,
  });
  return { status: response.status, body: await response.json<Json>() };
}

/** Creates an import and uploads its archive. */
export async function upload(by: Person, archive: Uint8Array<ArrayBuffer>): Promise<number> {
  const { import: made } = await by.ok(by.post("/imports", { size: archive.length, part_bytes: PART_BYTES }));
  for (let part = 1; part <= made.parts; part += 1) {
    const bytes = archive.slice((part - 1) * PART_BYTES, part * PART_BYTES);
    const { status, body } = await putPart(by, { id: made.id, part, bytes });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return made.id;
}

/** Waits until an import is in one of these states, and returns it. */
export const ended = (by: Person, id: number, ...states: readonly string[]): Promise<Json> =>
  until(async () => {
    const { import: found } = await by.ok(by.get(`/imports/${id}`));
    if (!states.includes(found.state)) throw new Error(`${found.state} ${found.phase} ${found.error}`);
    return found;
  });

export async function check(by: Person, id: number): Promise<Json> {
  await by.ok(by.post(`/imports/${id}/check`));
  return ended(by, id, "checked", "failed");
}

/** Uploads, checks and starts an import, and waits until it has written some rows of a table. Returns its id. */
export async function importUntil(by: Person, archive: Uint8Array<ArrayBuffer>, phase: TableName): Promise<number> {
  const id = await upload(by, archive);
  await check(by, id);
  await by.ok(by.post(`/imports/${id}/start`));
  await until(async () => {
    const { import: found } = await by.ok(by.get(`/imports/${id}`));
    expect(found.phase === phase && found.done > 0).toBe(true);
  });
  return id;
}

export async function run(by: Person, id: number): Promise<Json> {
  await by.ok(by.post(`/imports/${id}/start`));
  return ended(by, id, "done", "failed");
}

/** Uploads, checks and imports an archive. The import's report must be the one of the check. */
export async function importArchive(by: Person, archive: Uint8Array<ArrayBuffer>): Promise<Json> {
  const id = await upload(by, archive);
  const checked = await check(by, id);
  if (checked.state === "failed") return checked;
  const done = await run(by, id);
  if (done.state === "done") expect(done.report).toEqual(checked.report);
  return done;
}

/**
 * Returns the keys of all objects in the store that start with a prefix, which is an organization's number and a kind.
 */
export const storedKeys = async (prefix: string): Promise<string[]> =>
  (await env.UPLOADS.list({ prefix })).objects.map(({ key }) => key);

/** Returns the tables without those that contain import numbers or values that change over time. */
export function comparable(tables: Record<string, unknown[]>): Record<string, unknown[]> {
  const passing =
    /^(?:imports?|import_\w+|audit_\w+|outbox|timers|events?|event_counter|queues|recipient_(?:lists|bases)|shipping|unshipped|api_keys)$/;
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !passing.test(name)));
}
