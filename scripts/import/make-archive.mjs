import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { ArchiveWriter } from "../../src/archive/members.ts";
import { openArchive } from "../../src/archive/read.ts";
import { Report } from "../../src/archive/report.ts";
import { paddingOf, TAR_END, tarHeader } from "../../src/archive/tar.ts";
import { converters, kindOf } from "../../src/moving/recognise.ts";
import { Failure } from "../server/failure.mjs";

/**
 * An archive as it is uploaded.
 *
 * @typedef {object} Made
 * @property {string} kind which program it comes from
 * @property {Blob} archive
 * @property {string} digest of its manifest, which has the digests of everything else
 * @property {import("../../src/archive/manifest.ts").Manifest} manifest
 * @property {Report | null} report what the conversion has left out; null where there was none
 */

/**
 * Makes the archive that is uploaded of the file that is given.
 *
 * @param {string} file
 * @param {{ spool: import("./folder-spool.mjs").FolderSpool, progress: import("./progress.mjs").Progress, now: number }} how
 * @returns {Promise<Made>}
 */
export async function makeArchive(file, { spool, progress, now }) {
  const given = await openAsBlob(file);
  const kind = await kindOf(given);
  if (kind === undefined) throw new Failure(`${file} is no export of Zulip, Slack, Mattermost or Parley`);
  if (kind === "parley") return { kind, archive: given, report: null, ...(await factsOf(given)) };
  const [writer, report] = [new ArchiveWriter(spool), new Report()];
  /** @param {string} step @param {number} done @param {number} total */
  const show = (step, done, total) => progress.show(step, done, total);
  const facts = await converters[kind](given, { writer, report, spool, now, progress: show });
  const archive = tarBlob(await writer.finish(facts), now);
  return { kind, archive, report, ...(await factsOf(archive)) };
}

/** @param {Blob} archive */
async function factsOf(archive) {
  const { manifest } = await openArchive(archive);
  return { manifest, digest: createHash("sha256").update(JSON.stringify(manifest)).digest("hex") };
}

/**
 * The tar of an archive, whose members stay where they are.
 *
 * @param {readonly import("../../src/archive/members.ts").Member[]} members @param {number} modified
 */
function tarBlob(members, modified) {
  /** @type {(Blob | Uint8Array<ArrayBuffer>)[]} */
  const parts = members.flatMap(({ name, content }) => {
    const padding = new Uint8Array(paddingOf(content.size));
    return [tarHeader({ name, size: content.size }, modified).slice(), content, padding];
  });
  return new Blob([...parts, TAR_END.slice()]);
}
