import { createHash } from "node:crypto";
import { digestOf } from "../../../../archive-format/digest.ts";
import { tarSize } from "../../../../archive-format/tar.ts";
import type { Env } from "../../../../config/env.ts";
import { databaseOf } from "../../../../database/databases.ts";
import { storedAnything } from "../../../../database/stored.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { putChunks } from "../../../files/storage/put-chunks.ts";
import { archiveKey, endArchive, WRITE_ARCHIVE_JOB } from "./archives.ts";
import { FoundFiles } from "./found-files.ts";
import { readingFiles } from "./held-files.ts";
import { type ArchiveKind, FINISHING, MAX_MEMBERS } from "./kinds.ts";
import { type ArchiveRow, advanceArchive, archiveById, insertFile, insertPiece, setManifest } from "./rows.ts";

const readAfter = storedAnything("archives.after");

/** Writes the next piece of another feature's archive, or its manifest. */
export const writeOfKind = (realm: Realm, env: Env, { archive, kind }: Work): Promise<void> =>
  archive.at_source === FINISHING
    ? finishArchive(realm, env, { archive, kind })
    : writePiece(realm, env, { archive, kind });

interface Work {
  readonly archive: ArchiveRow;
  readonly kind: ArchiveKind;
}

const writePiece = (realm: Realm, env: Env, { archive, kind }: Work): Promise<void> =>
  readingFiles(realm, async (claim) => {
    const files = new FoundFiles(realm, env, { archive, claim });
    const members = new NewMembers(realm, env, archive);
    const { id, at_source: section, after } = archive;
    const next = await kind.next({
      ...{ realm, env, archive },
      bulk: { realm: realm.id, database: databaseOf(env, realm.shipper.database) },
      at: { section, after: after === null ? null : readAfter(after, id) },
      put: (...member) => members.put(...member),
      addFile: (file) => files.addOnce(file),
      bytesOfFiles: () => files.bytes,
    });
    realm.change(() => {
      if (archiveById.one(realm.sql, { id }).state !== "running") return;
      for (const { sha256, ...file } of files.files) insertFile.run(realm.sql, { ...file, archive: id, sha256 });
      for (const member of members.all) insertPiece.run(realm.sql, { ...member, archive: id });
      // Also counts a piece without members. Otherwise, the next job would be mistaken for the previous one.
      const pieces = archive.pieces + Math.max(1, members.all.length);
      advanceArchive.run(realm.sql, {
        id,
        at_source: next?.section ?? FINISHING,
        after: next === null || next.after === null ? null : JSON.stringify(next.after),
        pieces,
        pieces_size: members.all.reduce((sum, member) => sum + tarSize(member), archive.pieces_size),
        files_size: files.files.reduce((sum, file) => sum + tarSize(file), archive.files_size),
        missing: archive.missing + files.missing,
      });
      realm.outbox.add(WRITE_ARCHIVE_JOB, { id, piece: pieces });
    });
  });

/** The members that a piece writes. They are streamed, so that no member is in memory as a whole. */
class NewMembers {
  readonly all: {
    at: number;
    name: string;
    key: string;
    size: number;
    table_name: string;
    rows: number;
    sha256: string;
  }[] = [];
  #at: number;

  constructor(
    private readonly realm: Realm,
    private readonly env: Env,
    private readonly archive: ArchiveRow,
  ) {
    this.#at = archive.pieces_size;
  }

  async put(name: string, content: AsyncIterable<Uint8Array> | Uint8Array, rows: number): Promise<void> {
    if (this.all.length >= MAX_MEMBERS) throw new Error("too many members in a piece of an archive");
    const key = archiveKey(this.realm, this.archive, this.archive.pieces + this.all.length);
    const hash = createHash("sha256");
    let size = 0;
    async function* counted() {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    await putChunks(this.env.UPLOADS, key, counted(), () => ({}));
    this.all.push({ at: this.#at, name, key, size, table_name: "", rows, sha256: hash.digest("hex") });
    this.#at += tarSize({ name, size });
  }
}

async function finishArchive(realm: Realm, env: Env, { archive, kind }: Work): Promise<void> {
  const { id } = archive;
  const said = realm.change(() => kind.manifest(realm, archive));
  const manifest = new TextEncoder().encode(`${JSON.stringify(said, null, 1)}\n`).slice();
  await env.UPLOADS.put(archiveKey(realm, archive, "manifest"), manifest);
  const etag = await digestOf(manifest);
  realm.change(() => {
    if (archiveById.one(realm.sql, { id }).state !== "running") return;
    setManifest.run(realm.sql, { id, size: manifest.length, etag });
    endArchive(realm, archive, "done");
  });
}
