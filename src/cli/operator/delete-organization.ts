// Permanently deletes a deactivated organization. docs/moving.md lists what remains and where.
import { setTimeout as pause } from "node:timers/promises";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley delete-organization --name NAME [options]

Permanently deletes a deactivated organization: its own database, its messages and people in D1, its
files, its exports and imports. If interrupted, run it again. Backups still have the organization;
the last lines of the output explain what to do.

  --name NAME               the organization's name, as a confirmation
${serverHelp}

Example: parley delete-organization --data /var/lib/parley --organization tea --name "Tea House"
`;

/** Time after which an erased object has restarted. */
const RESTART_MS = 1000;

const options = { ...serverOptions, name: { type: "string" } } as const;

export const deleteOrganizationCommand = command("delete-organization", { help, options }, async ({ values }) => {
  const { name } = values;
  if (!name) throw new Failure("--name is needed, the name of the organization; see --help", 2);
  const operator = findServer(values);
  const all = { databases: 0, rows: 0, files: 0 };
  for (;;) {
    const part = await operator.ask("delete", { name });
    for (const what of ["databases", "rows", "files"] as const) all[what] += Number(part[what]);
    if (part["done"]) break;
    // Uploads in progress are aborted first, which takes a moment.
    const isWaiting = Number(part["rows"]) + Number(part["files"]) === 0;
    if (isWaiting) await pause(RESTART_MS);
  }
  if (all.databases + all.rows + all.files === 0) {
    console.log("No data found for that organization.");
    return;
  }
  console.log(`Deleted: ${all.rows} rows and ${all.files} files, and the organization's own database.`);
  console.log("What was taken before still has it: backups, until newer ones have taken their place (--keep) or their");
  console.log(
    "directory is removed; on Cloudflare the history of the object and of D1, for 30 days (7 on the free plan);",
  );
  console.log("copies of the bucket, and exports that people have downloaded.");
});
