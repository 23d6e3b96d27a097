import * as v from "valibot";
import { job } from "../../../../realm/job.ts";
import { deleteKeys } from "../../../files/storage/public.ts";
import { archiveKey, endKept } from "./archives.ts";
import { forgetMembers, releaseFiles } from "./held-files.ts";
import { archiveById } from "./rows.ts";

const PAUSE_MS = 1;
const payloadSchema = v.object({ id: v.number() });

/** Deletes what an archive has in the store of its own, and the files that were held for it alone. */
export const forgetArchive = job(payloadSchema, async ({ realm, env }, { id }) => {
  const archive = archiveById.first(realm.sql, { id });
  if (archive === undefined) return;
  // Pieces are numbered, so that they are known without their rows. The last one may be half written.
  const own = Array.from({ length: archive.pieces + 1 }, (_, piece) => archiveKey(realm, archive, piece));
  own.push(archiveKey(realm, archive, "manifest"));
  await deleteKeys(env.UPLOADS, own);
  while (realm.change(() => forgetMembers(realm, id))) await scheduler.wait(PAUSE_MS);
  while (realm.change(() => releaseFiles(realm))) await scheduler.wait(PAUSE_MS);
});

/** Ends an archive of the whole organization after its time. */
export const endArchiveLater = job(payloadSchema, ({ realm }, { id }) => realm.change(() => endKept(realm, id)));
