// Backs up a server's data directory, even while the server runs. Documented in docs/start.md.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import * as sqlite from "node:sqlite";
import { writeLastBackup } from "../data-directory/last-backup.ts";
import { findServer } from "../operator/find-server.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { printBackup, printDamage } from "./report.ts";
import { storeAccess, storeHelp, storeOptions } from "./store.ts";
import { takeBackup } from "./take-backup.ts";

const help = `Usage: parley backup [options] BACKUP_DIRECTORY

Backs up all organizations of a server as of one instant, even while it runs. Data from earlier
backups in that directory isn't stored again, but each run reads all lists and part of the rest
(256 MB, or a thirtieth of it per day) to detect damage. Exits with status 0 only if everything it
read is intact and no uploaded file is missing. BACKUP_DIRECTORY can be s3://BUCKET/PREFIX, in an
existing bucket.

  --data DIRECTORY          the server's data directory (default .data)
  --organization SUBDOMAIN  only this organization; "" is the one without a subdomain
  --keep N                  afterwards removes all but the newest N backups
${storeHelp}
  --site URL                instead of --data: a server elsewhere, such as a deployment, with
  --token-file FILE         its setup token (or SETUP_TOKEN in the environment). Stores complete
                            exports of all organizations; a restore turns them into files to import
  --quiet                   prints only problems

Example: parley backup --data /var/lib/parley --keep 30 /mnt/backups
`;

/** Process priority. A backup yields to the server. */
const NICE = 10;

const options = {
  data: { type: "string", default: ".data" },
  organization: { type: "string" },
  keep: { type: "string" },
  ...storeOptions,
  site: { type: "string" },
  "token-file": { type: "string" },
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
  const { organization, data, site, quiet } = values;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const access = storeAccess(values);
  if (site !== undefined) {
    if (organization !== undefined) throw new Failure("--site is about all organizations, not about one", 2);
    const work = mkdtempSync(join(tmpdir(), "parley-backup-"));
    try {
      const token =
        values["token-file"] === undefined ? {} : { "setup-token": readFileSync(values["token-file"], "utf8").trim() };
      const operator = findServer({ data, site, ...token, organization: "" });
      const say = (line: string) => (quiet ? undefined : console.log(line));
      // Loaded on demand, because backing up a data directory doesn't need the archive reader.
      const { takeSiteBackup } = await import("./take-site-backup.ts");
      const taken = await takeSiteBackup({ operator, directory, access, keep, work, say });
      if (!printDamage(taken, { directory, source: site })) process.exitCode = 1;
      if (!quiet) printBackup(taken, (performance.now() - began) / 1000);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    return;
  }
  const taken = await takeBackup({ data, directory, access, organization, keep });
  for (const { subdomain } of taken.organizations.filter(({ in_step }) => !in_step)) {
    console.error(`backup: the texts of "${subdomain}" are of another moment than the rest of it: D1 does not keep up`);
  }
  const isWhole = printDamage(taken, { directory, source: data });
  if (organization === undefined) writeLastBackup(data, { at: taken.at, isWhole });
  if (!isWhole) process.exitCode = 1;
  if (quiet) return;
  printBackup(taken, (performance.now() - began) / 1000);
});
