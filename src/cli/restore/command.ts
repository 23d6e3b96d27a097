// Restores a backup into an empty data directory. Documented in docs/broken.md.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backup, listBackups, readBackup } from "../backup/backups.ts";
import { openStoreToRead, type StoreToRead, storeAccess, storeHelp, storeOptions } from "../backup/store.ts";
import { command, type OptionValues } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { extractExports, hasExports } from "./losses.ts";
import { findBackup, restore, verify } from "./restore-backup.ts";
import { restoreOne } from "./restore-one.ts";

const help = `Usage: parley restore [options] BACKUP_DIRECTORY

Restores a backup to an empty data directory, which the server can then be started with. Reads
everything it needs first, and stops if anything is damaged. If interrupted, run it again.

  --data DIRECTORY          where to restore to (default .data)
  --at DAY                  the newest backup up to and including that day (2026-11-21), or up to a
                            time (2026-11-21T13:05), UTC
  --organization SUBDOMAIN  restores only this organization ("" is the one without a subdomain),
                            even to a directory in use, without changing the others. Stop the
                            server and back up its current data first
  --accept-losses           restores what is left of a damaged backup, and lists what is missing
  --accept-unsigned         restores an encrypted backup without a signature, such as one from
                            before version 1.1: nothing proves who made it
${storeHelp}
  --list                    lists the backups
  --verify                  checks that the backup is complete, without changing anything

Example: parley restore --data /var/lib/restored /mnt/backups
`;

const options = {
  data: { type: "string", default: ".data" },
  at: { type: "string" },
  organization: { type: "string" },
  "accept-losses": { type: "boolean", default: false },
  "accept-unsigned": { type: "boolean", default: false },
  ...storeOptions,
  list: { type: "boolean", default: false },
  verify: { type: "boolean", default: false },
} as const;

export const restoreCommand = command(
  "restore",
  { help, options, takesWords: true },
  async ({ values, positionals }) => {
    const [path, ...others] = positionals;
    if (!path || others.length > 0) throw new Failure("BACKUP_DIRECTORY is missing; see --help", 2);
    if (values.at !== undefined && !/^\d{4}-\d\d-\d\d(T[\d:.-]*Z?)?$/.test(values.at)) {
      throw new Failure(
        `--at takes a day such as 2026-11-21, or a time such as 2026-11-21T13:05, not "${values.at}"`,
        2,
      );
    }
    const reads = values.list || values.verify;
    // Downloaded packs are kept after an interruption, so that the next command can use them.
    const work = reads ? mkdtempSync(join(tmpdir(), "parley-restore-")) : join(values.data, "run", "brought");
    try {
      const store = await openStoreToRead(path, storeAccess(values), work);
      if (values.list) list(store.directory);
      else await restoreFrom(store, values);
      store.close();
    } finally {
      if (reads) rmSync(work, { recursive: true, force: true });
    }
  },
);

async function restoreFrom({ directory, bring, isUnsigned }: StoreToRead, wish: OptionValues<typeof options>) {
  const { data, organization } = wish;
  const acceptsLosses = wish["accept-losses"];
  const backup = findBackup(directory, wish.at, acceptsLosses);
  if (isUnsigned(backup) && !wish["accept-unsigned"]) {
    throw new Failure(
      `the backup ${backup.id} has no signature: anyone who can write there could have made it. If a version before 1.1 did, say --accept-unsigned`,
    );
  }
  await bring(backup);
  if (wish.verify) verify(directory, backup);
  else if (hasExports(backup)) {
    const { written, missing } = extractExports(directory, backup, { into: data, organization, acceptsLosses });
    printMissing(missing);
    for (const file of written) console.log(`${file}: create an organization, and parley import it there`);
    return;
  } else if (organization !== undefined) {
    printMissing(await restoreOne(directory, backup, data, { subdomain: organization, acceptsLosses }));
    console.log(`Restored "${organization}" to ${data}, as of ${backup.id}; others are as they were`);
    return;
  } else printMissing(restore(directory, backup, data, acceptsLosses));
  console.log(`${wish.verify ? "Backup is complete" : `Restored to ${data}`}: ${describe(backup)}`);
}

function list(directory: string) {
  for (const id of listBackups(directory)) {
    const backup = readBackup(directory, id, { accepts: true });
    console.log(backup ? describe(backup) : `${id}: its list is damaged`);
  }
}

function printMissing(missing: readonly string[]) {
  for (const line of missing) console.log(`missing: ${line}`);
}

function describe({ id, organizations, bytes, only }: Backup) {
  const names = organizations.map(({ subdomain }) => subdomain || '""').join(", ");
  return `${id}: ${(bytes / 1e6).toFixed(1)} MB, ${only === null ? "all organizations" : "one organization"} (${names})`;
}
