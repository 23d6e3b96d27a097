import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { sourcesOf } from "../sources/sources.ts";
import { beginArchive, endArchive } from "./archives.ts";
import { archiveSize } from "./layout.ts";
import { type ArchiveRow, lastWholeArchive, wholeArchives } from "./rows.ts";

/** Starts an archive of the whole organization. If one is being written, it continues. A completed one is replaced. */
export function beginWhole(realm: Realm, secrets: boolean): void {
  const [newest] = wholeArchives.all(realm.sql, {});
  if (newest?.state === "running") {
    if ((newest.secrets === 1) === secrets) return;
    throw badRequest("Another export is being written. Wait until it is done, or stop it.");
  }
  for (const archive of wholeArchives.all(realm.sql, {})) endArchive(realm, archive, "ended");
  beginArchive(realm, { export_id: null, scope: "whole", secrets });
}

function newestWhole(realm: Realm): ArchiveRow {
  const archive = lastWholeArchive.first(realm.sql, {});
  if (archive === undefined) throw badRequest("Export not found.");
  return archive;
}

/** Returns the state of an archive of the whole organization, for the server administrator. */
export function wholeState(realm: Realm) {
  const archive = newestWhole(realm);
  const { id, state, token, pieces, pieces_size, files_size, at_source, etag } = archive;
  const sources = sourcesOf(realm);
  const index = sources.findIndex(({ name }) => name === at_source);
  const isDone = state === "done";
  return {
    id,
    state,
    /** Sources read so far, their total number, and bytes written so far. */
    sources_read: isDone || index < 0 ? sources.length : index,
    sources: sources.length,
    pieces,
    bytes: isDone ? archiveSize(archive) : pieces_size + files_size,
    path: isDone ? `/exports/${token}/parley-whole.tar` : null,
    etag: isDone ? `"${etag}"` : null,
  };
}

/** Ends the archive of the whole organization, complete or not. Its stored data is deleted. */
export function endWhole(realm: Realm): void {
  const archive = newestWhole(realm);
  if (archive.state === "running" || archive.state === "done") endArchive(realm, archive, "ended");
}
