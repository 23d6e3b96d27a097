// Stores a server's data directory, also while the server runs. docs/operating.md says how backups are used.
import { setPriority } from "node:os";
import * as sqlite from "node:sqlite";
import { command } from "../system/command.ts";
import { formatBytes } from "../system/disk-space.ts";
import { Failure } from "../system/failure.ts";
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
  if (taken.missing > 0) console.error(`backup: ${taken.missing} uploaded files are missing from ${data}`);
  const { checked, lost, harmed, lists } = taken;
  if (checked.damaged.length > 0) {
    const packs = checked.damaged.map((pack) => `packs/${pack}.pack`).join(", ");
    console.error(
      `backup: damaged in ${directory}: ${packs}. What is whole in it, or still in ${data}, was stored again`,
    );
  }
  if (harmed.length > 0) {
    console.error(
      `backup: ${lost} parts are lost that earlier backups need (${harmed.join(", ")}): restore --accept-losses brings back everything else of these`,
    );
  }
  if (lists.mended.length > 0)
    console.error(`backup: damaged in ${directory}, and made again of a copy: ${lists.mended.join(", ")}`);
  if (lists.lost.length > 0) {
    console.error(
      `backup: the lists of backups in ${directory} are lost (${lists.lost.join(", ")}): these cannot be restored; remove their files in backups/`,
    );
  }
  const damaged = [...checked.damaged, ...lists.mended, ...lists.lost];
  if (taken.missing > 0 || damaged.length > 0) process.exitCode = 1;
  if (values.quiet) return;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const names = taken.organizations.length === 1 ? "1 organization" : `${taken.organizations.length} organizations`;
  console.log(
    `${taken.id}: ${names}, ${formatBytes(taken.bytes)}, of them ${formatBytes(taken.added)} stored anew, in ${seconds} s`,
  );
  if (checked.all > 0)
    console.log(
      `${formatBytes(checked.bytes)} of the ${formatBytes(checked.all)} that were there already were read again`,
    );
  if (taken.removed > 0) console.log(`${taken.removed} older ones removed`);
});
