import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import {
  type Backup,
  type ErasedPerson,
  type Organization,
  readAllErased,
  type StoredFile,
} from "../backup/backups.ts";
import { openChunks } from "../backup/chunks.ts";
import { keepOne } from "../backup/keep-one.ts";
import { erasedOf } from "../backup/snapshot.ts";
import { claimDataDirectory, halfRestored, isHalfRestored, restoringMark } from "../data-directory/data-directory.ts";
import { BLOBS, databasesOf, isAlarmList, PLAIN_FILES, REALMS } from "../data-directory/data-files.ts";
import { closing } from "../os/closing.ts";
import { sync, writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { giveToOwner } from "../os/ownership.ts";
import { extractFile, organizationIn } from "./extract.ts";
import { extractRest, lostChunks, refuseLosses, withKeys } from "./losses.ts";
import { markRestored } from "./mark-restored.ts";
import {
  blobsIn,
  migrateLike,
  ownersIn,
  replaceAlarm,
  replaceFiles,
  replaceRows,
  replaceWhole,
} from "./replace-rows.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));

/**
 * Restores one organization of a backup into a data directory. Other organizations there remain unchanged. In an empty
 * directory, the restored one becomes the only one. No server may be running there. After an interruption, the same
 * command starts over, and no server starts until it has finished.
 *
 * @param wish whether to restore the intact rest of a damaged backup
 * @returns descriptions of what is missing
 */
export async function restoreOne(
  directory: string,
  backup: Backup,
  path: string,
  { subdomain, acceptsLosses }: { subdomain: string; acceptsLosses: boolean },
): Promise<string[]> {
  const one = organizationIn(backup, subdomain);
  const begun = halfRestored(path)?.organization;
  if (isHalfRestored(path) && begun !== subdomain) {
    throw new Failure(
      begun === undefined
        ? `${path} holds a part of a whole backup: restore all of it first`
        : `the restore of "${begun}" to ${path} was interrupted: end it first, with --organization "${begun}"`,
    );
  }
  const claimed = await claimDataDirectory(path, null);
  const data = claimed.path;
  const staged = join(claimed.temporary, "restoring");
  mkdirSync(staged, { mode: 0o700 });
  try {
    // Nothing is replaced until everything needed has been read and verified.
    const missing = stage(directory, backup, { data, staged, one, acceptsLosses });
    if (!existsSync(join(staged, one.file))) throw new Failure(missing.join("; "));
    const erased = erasedAt(join(data, one.file));
    if (erased === undefined) missing.push(UNKNOWN_ERASED);
    const known = [...readAllErased(directory)(one), ...(erased ?? [])];
    missing.push(...markRestored(join(staged, one.file), one, known));
    const gone = numbersToReplace({ data, staged, one });
    const blobs = blobsToReplace(data, gone);
    writeDurable(restoringMark(data), JSON.stringify({ organization: subdomain, blobs }));
    replaceAll({ data, staged, one }, gone);
    const kept = new Set(blobsNamed(data, [one.number]));
    for (const blob of blobs) if (!kept.has(blob)) rmSync(join(data, BLOBS, blob), { force: true });
    giveToOwner(data);
    rmSync(restoringMark(data));
    sync(data);
    return withKeys(data, missing);
  } finally {
    claimed.release();
  }
}

const UNKNOWN_ERASED =
  "who was erased since the newest backup, because the database that was there is damaged: erase them again with a list that you have (parley operator people erase-again)";

/** Returns the erased people of the organization being replaced, or undefined if its database is damaged. */
function erasedAt(file: string): ErasedPerson[] | undefined {
  if (!existsSync(file)) return [];
  try {
    return closing(new DatabaseSync(file, { readOnly: true }), erasedOf);
  } catch {
    return undefined;
  }
}

interface Restore {
  readonly data: string;
  readonly staged: string;
  readonly one: Organization;
}

function stage(
  directory: string,
  backup: Backup,
  { data, staged, one, acceptsLosses }: Restore & { acceptsLosses: boolean },
) {
  return closing(openChunks(directory), (chunks) => {
    const extract = (files: StoredFile[]) => {
      const lost = lostChunks(chunks, { files });
      if (!acceptsLosses) refuseLosses({ ...backup, files }, lost);
      for (const file of files) if (!file.chunks.some((digest) => lost.has(digest))) extractFile(chunks, file, staged);
      return extractRest({ directory, chunks, backup: { ...backup, files }, lost, into: staged });
    };
    const missing = extract(
      backup.files.filter(({ path }) => {
        const isOther = path.startsWith(REALMS) && path !== one.file && !isAlarmList(path);
        const isOfServer = PLAIN_FILES.includes(path) && (one.subdomain !== "" || path !== "zuliprc");
        return !path.startsWith(BLOBS) && !isOther && !isOfServer;
      }),
    );
    const wanted = new Set(databasesOf(staged).files.flatMap((list) => blobsIn(join(staged, list), one.number)));
    // The content under an id never changes, so existing files are kept.
    const blobs = backup.files.filter(
      ({ path }) => path.startsWith(BLOBS) && wanted.has(basename(path)) && !existsSync(join(data, path)),
    );
    return [...missing, ...extract(blobs)];
  });
}

function numbersToReplace({ data, staged, one }: Restore) {
  const gone = new Set([one.number]);
  for (const name of databasesOf(data).bulk) {
    const { other, known } = ownersIn(join(data, name), one);
    if (other !== undefined) {
      throw new Failure(
        `the number ${one.number} of "${one.subdomain}" belongs to "${other}" now, in ${name}: restore the whole backup to another directory`,
      );
    }
    if (known !== undefined) gone.add(known);
    if (existsSync(join(staged, name)) && !isMetadata(name))
      migrateLike(join(data, name), join(staged, name), migrations);
  }
  return [...gone];
}

/**
 * Returns the blobs of the organization's current files in R2, and those that an interrupted restore was about to
 * remove.
 */
const blobsToReplace = (data: string, numbers: number[]) => [
  ...new Set([...(halfRestored(data)?.blobs ?? []), ...blobsNamed(data, numbers)]),
];

const blobsNamed = (data: string, numbers: number[]) =>
  databasesOf(data).files.flatMap((list) => numbers.flatMap((number) => blobsIn(join(data, list), number)));

function replaceAll({ data, staged, one }: Restore, gone: number[]) {
  const numbers = { number: one.number, gone };
  const object = basename(one.file, ".sqlite");
  for (const name of filesIn(join(staged, BLOBS))) replaceWhole(join(staged, BLOBS, name), join(data, BLOBS, name));
  const { bulk, files } = databasesOf(staged);
  for (const name of [...bulk, ...files, ALARMS].filter((one) => existsSync(join(staged, one)))) {
    const [copy, file] = [join(staged, name), join(data, name)];
    if (!existsSync(file)) {
      keepOne(copy, name, { id: one.number, object });
      replaceWhole(copy, file);
    } else if (name === ALARMS) replaceAlarm(file, copy, object);
    else if (isMetadata(name)) continue;
    else if (bulk.includes(name)) replaceRows(file, copy, numbers);
    else replaceFiles(file, copy, numbers);
  }
  replaceWhole(join(staged, one.file), join(data, one.file));
  for (const name of PLAIN_FILES)
    if (existsSync(join(staged, name))) replaceWhole(join(staged, name), join(data, name));
  for (const name of [...bulk, ...files, one.file]) sync(dirname(join(data, name)));
}

const ALARMS = `${REALMS}/metadata.sqlite`;

/** Whether a file is a list of alarms, which Miniflare stores next to databases of any kind. */
const isMetadata = (name: string) => basename(name) === "metadata.sqlite";

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
