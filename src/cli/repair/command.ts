// Checks whether an organization, D1 and R2 agree, and repairs differences. docs/broken.md describes when that is
// needed.
import { findServer, serverHelp, serverOptions } from "../operator/find-server.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { allOrganizations, oneOrganization } from "./all-organizations.ts";
import { putBack } from "./put-back.ts";

const help = `Usage: parley repair [options]

Checks that an organization, its rows in D1 and its files in R2 agree, which they may not after one
of them was restored, and repairs what it can: the organization takes precedence, and D1 gets the
rows it lacks. Exits with status 0 only if nothing is wrong anymore.

  --check                   only checks
  --all                     checks all organizations of the server, one after the other
${serverHelp}
  --put-back TIME           on Cloudflare: first restores the organization's object to a time in the
                            last 30 days, such as 2026-11-21T13:05:00Z, or to a bookmark; then does
                            what --restored does
  --restored                after the organization itself was restored: ends event queues, and skips
                            message ids
  --delete-unnamed          deletes files older than a day that nothing refers to
  --accept-losses           ignores what can't be recovered: lost texts, missing files
  --json                    prints the findings as JSON

Example: parley repair --check --data /var/lib/parley
`;

const options = {
  ...serverOptions,
  check: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  "put-back": { type: "string" },
  restored: { type: "boolean", default: false },
  "delete-unnamed": { type: "boolean", default: false },
  "accept-losses": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

export const repairCommand = command("repair", { help, options }, async ({ values }) => {
  const { check, all, organization, json } = values;
  const restored = values.restored || values["put-back"] !== undefined;
  if (check && (restored || values["delete-unnamed"])) throw new Failure("--check changes nothing", 2);
  if (all && (organization !== "" || values["put-back"] !== undefined)) {
    throw new Failure("--all is about every organization; --organization and --put-back are about one", 2);
  }
  const operator = findServer(values);
  const wish = {
    ...{ checks: check, restored },
    deletesUnnamed: values["delete-unnamed"],
    acceptsLosses: values["accept-losses"],
  };
  const tell = (lines: string[]) => {
    if (!json) for (const line of lines) console.log(line);
  };

  if (all) {
    const looked = await allOrganizations(operator, wish, (subdomain, lines) =>
      tell([`${subdomain || '""'}:`, ...lines.map((line) => `  ${line}`)]),
    );
    const well = looked.every((one) => one.well);
    const organizations = looked.map(({ report }) => report);
    if (json) console.log(JSON.stringify({ organizations, well }, null, 2));
    process.exitCode = well ? 0 : 1;
    return;
  }
  if (values["put-back"] !== undefined) await putBack(operator, values["put-back"]);
  const { report, lines, well } = await oneOrganization(operator, wish);
  tell(lines);
  if (json) console.log(JSON.stringify(report, null, 2));
  process.exitCode = well ? 0 : 1;
});
