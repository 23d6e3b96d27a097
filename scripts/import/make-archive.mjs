import { openAsBlob } from "node:fs";
import { makeArchive as make } from "../../src/moving/make-archive.ts";
import { Failure } from "../server/failure.mjs";

/** An archive as it is uploaded. @typedef {NonNullable<Awaited<ReturnType<typeof make>>>} Made */

/**
 * Makes the archive that is uploaded of the file that is given.
 *
 * @param {string} file
 * @param {{ spool: import("./folder-spool.mjs").FolderSpool, progress: import("./progress.mjs").Progress, now: number, team: string | undefined }} how
 * @returns {Promise<Made>}
 */
export async function makeArchive(file, { spool, progress, now, team }) {
  /** @param {string} step @param {number} done @param {number} total */
  const show = (step, done, total) => progress.show(step, done, total);
  const chosen = team === undefined ? {} : { chosen: team };
  const made = await make(await openAsBlob(file), { spool, now, progress: show, ...chosen });
  if (made === undefined) throw new Failure(`${file} is no export of Zulip, Slack, Mattermost or Parley`);
  return made;
}
