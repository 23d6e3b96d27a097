import { makeArchive as make } from "../../moving/make-archive.ts";
import { Failure } from "../system/failure.mjs";
import { givenArchive } from "./given-archive.mjs";

/** An archive as it is uploaded. @typedef {NonNullable<Awaited<ReturnType<typeof make>>>} Made */

/** What the archive does not say by itself. @typedef {Pick<import("../../moving/conversion.ts").Conversion, "chosen" | "people" | "slack">} Choices */

/**
 * Makes the archive that is uploaded of the file that is given.
 *
 * @param {string} file
 * @param {{ spool: import("./folder-spool.mjs").FolderSpool, progress: import("./progress.mjs").Progress, now: number, choices: Choices }} how
 * @returns {Promise<Made>}
 */
export async function makeArchive(file, { spool, progress, now, choices }) {
  /** @param {string} step @param {number} done @param {number} total */
  const show = (step, done, total) => progress.show(step, done, total);
  const made = await make(await givenArchive(file), { spool, now, progress: show, ...choices });
  if (made === undefined) throw new Failure(`${file} is no export of Zulip, Slack, Mattermost or Parley`);
  return made;
}
