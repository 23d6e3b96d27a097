import * as v from "valibot";
import { job } from "../../../../realm/job.ts";
import { deleteKeys } from "../../../files/storage/drop-files.ts";
import { archiveKey, endKept } from "./archives.ts";
import { forgetMembers, releaseFiles } from "./held-files.ts";
import { MAX_MEMBERS } from "./kinds.ts";
import { archiveById, deleteArchive } from "./rows.ts";

const YIELD_MS = 1;
const KEYS_AT_ONCE = 1000;
const payloadSchema = v.object({ id: v.number() });

/** Job: deletes an archive's own stored data, and the files kept only for it. */
export const forgetArchive = job(payloadSchema, async ({ realm, env }, { id }) => {
  const archive = archiveById.first(realm.sql, { id });
  if (archive === undefined) return;
  // Pieces are numbered, so their keys are known without their rows. The last ones may be incomplete.
  const pieces = archive.pieces + MAX_MEMBERS;
  for (let from = 0; from < pieces; from += KEYS_AT_ONCE) {
    const length = Math.min(KEYS_AT_ONCE, pieces - from);
    await deleteKeys(
      env.UPLOADS,
      Array.from({ length }, (_, piece) => archiveKey(realm, archive, from + piece)),
    );
  }
  await deleteKeys(env.UPLOADS, [archiveKey(realm, archive, "manifest")]);
  while (realm.change(() => forgetMembers(realm, id))) await scheduler.wait(YIELD_MS);
  while (realm.change(() => releaseFiles(realm))) await scheduler.wait(YIELD_MS);
  if (archive.subject !== null && archive.state === "ended") realm.change(() => deleteArchive.run(realm.sql, { id }));
});

/** Job: ends an expired archive. */
export const endArchiveLater = job(payloadSchema, ({ realm }, { id }) => realm.change(() => endKept(realm, id)));
