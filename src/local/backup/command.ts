// Stores a server's data directory, also while the server runs. docs/operating.md says how backups are used.
import { setPriority } from "node:os";
import * as sqlite from "node:sqlite";
import { writeLastBackup } from "../data-directory/last-backup.ts";
import { command } from "../system/command.ts";
import { Failure } from "../system/failure.ts";
import { tellDamage, tellTaken } from "./report.ts";
import { storeAccess, storeHelp, storeOptions } from "./store.ts";
import { takeBackup } from "./take-backup.ts";

const help = `Usage: parley backup [options] BACKUP_DIRECTORY

Stores all organizations of a server as of one instant, also while it runs. What earlier backups
in that directory have is not stored again, but all lists and a share of the rest are read in each
run (256 MB, or a thirtieth of it a day), so that damage is found. Ends with status 0 only if all
that was read is whole, and no uploaded file is missing. BACKUP_DIRECTORY can be s3://BUCKET/PREFIX,
of a bucket that is there.

  --data DIRECTORY          the server's data directory (default .data)
  --organization SUBDOMAIN  this organization alone; "" is the one without a subdomain
  --keep N                  removes all backups but the newest N afterwards
${storeHelp}
  --quiet                   prints only problems

Example: parley backup --data /var/lib/parley --keep 30 /mnt/backups
`;

/** The priority of the process: a backup waits for what the server does. */
const NICE = 10;

const options = {
  data: { type: "string", default: ".data" },
  organization: { type: "string" },
  keep: { type: "string" },
  ...storeOptions,
  quiet: { type: "boolean", default: false },
} as const;

export const backupCommand = command("backup", { help, options, takesWords: true }, async ({ values, positionals }) => {
  const [directory, ...others] = positionals;
  if (!directory || others.length > 0) throw new Failure("BACKUP_DIRECTORY is missing; see --help", 2);
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep)) {
    throw new Failure(`--keep takes a number of backups from 1 on, not "${values.keep}"`, 2);
  }
  if (!("backup" in sqlite))
    throw new Failure(`this needs a newer Node than ${process.version}; npm run brings its own`);
  setPriority(NICE);
  const began = performance.now();
  const { organization, data } = values;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const taken = await takeBackup({ data, directory, access: storeAccess(values), organization, keep });
  for (const { subdomain } of taken.organizations.filter(({ in_step }) => !in_step)) {
    console.error(`backup: the texts of "${subdomain}" are of another moment than the rest of it: D1 does not keep up`);
  }
  const isWhole = tellDamage(taken, { directory, source: data });
  if (organization === undefined) writeLastBackup(data, { at: taken.at, isWhole });
  if (!isWhole) process.exitCode = 1;
  if (values.quiet) return;
  tellTaken(taken, (performance.now() - began) / 1000);
});
