// Reads a directory over LDAP, and creates and updates accounts and groups on a server to match, over SCIM. Documented
// in docs/directories.md.
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { formatLog } from "../os/log-format.ts";
import { printable } from "../os/printable.ts";
import { applyPlan } from "./apply-plan.ts";
import {
  countOfEnds,
  countOfGroupEnds,
  describeGroup,
  describePlan,
  describeUser,
  type Plan,
  planChanges,
} from "./plan.ts";
import { readDirectory } from "./read-directory.ts";
import { ScimClient } from "./scim-client.ts";
import { readSettings } from "./settings.ts";

const help = `Usage: parley directory sync [options] FILE

Reads people and groups from a directory over LDAP (OpenLDAP, Active Directory), compares them with
those on the server, and syncs the server's accounts and groups to them. Run it next to the
directory, as often as changes should arrive: it stores nothing, and the server doesn't need to
reach the directory. FILE has the settings (TOML); docs/directories.md has an example.

People disabled in the directory, or no longer in it, are deactivated. Passwords are not read.

  --dry-run               only prints what would be done
  --yes                   confirms a first run, or one that would deactivate more than a tenth of
                          the people, or remove or empty more than a tenth of the groups
  --quiet                 prints only problems
  --log json|logfmt       the format of all lines, each with a time and a level

The exit status is 0 if the server matches the directory, or for a dry run; 1 if something failed,
which the next run retries, or needs --yes; 2 for invalid arguments or a mistake in FILE.

Example: parley directory sync --dry-run /etc/parley/directory.toml
`;

const options = {
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  log: { type: "string" },
} as const;

/**
 * Fraction of the active users, or of the groups, that can be removed without confirmation. One can always be removed.
 */
const MAX_ENDS = 0.1;

export const syncCommand = command("directory sync", { help, options, takesWords: true }, async (given) => {
  const { values, positionals } = given;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Failure("FILE is missing; see --help", 2);
  const { log, quiet } = values;
  if (log !== undefined && log !== "json" && log !== "logfmt") throw new Failure("--log takes json or logfmt", 2);
  if (log !== undefined) formatLog(log, "directory");
  const say = (line: string) => {
    if (!quiet) console.log(printable(line));
  };

  const settings = readSettings(file, process.env);
  if (settings.warning !== undefined) console.error(settings.warning);
  const directory = await readDirectory(settings);
  for (const note of directory.notes) say(note);
  const client = new ScimClient(settings.scim, say);
  const users = await client.all("Users", "groups");
  const groups = directory.groups === undefined ? [] : await client.all("Groups");
  const plan = planChanges(directory, { users, groups });

  const read = `${directory.people.length} people${directory.groups ? ` and ${directory.groups.length} groups` : ""}`;
  const refusal = values.yes ? undefined : confirmationReason(plan);
  if (values["dry-run"] || refusal !== undefined) {
    for (const change of plan.users) say(describeUser(change));
    for (const change of plan.groups) say(describeGroup(change));
    say(`${read} in the directory: ${describePlan(plan)}; nothing was done`);
    if (refusal !== undefined && values["dry-run"]) say(`this needs --yes: ${refusal}`);
    else if (refusal !== undefined) throw new Failure(`${refusal}; --yes does it, and --dry-run shows it`);
    return;
  }
  let failures = 0;
  const failed = (line: string) => {
    failures += 1;
    console.error(printable(`FAILED: ${line}`));
  };
  await applyPlan(client, plan, { done: say, failed });
  say(`${read} in the directory: ${describePlan(plan)}`);
  if (failures > 0) throw new Failure(`${failures} of these failed`);
});

/** Returns why a plan needs --yes, or undefined if it doesn't. */
function confirmationReason(plan: Plan): string | undefined {
  if (!plan.hasLinks && plan.users.length > 0) return "no account was made or linked by this connection yet";
  const isMuch = (ends: number, before: number) => ends > Math.max(1, before * MAX_ENDS);
  const [people, groups] = [countOfEnds(plan), countOfGroupEnds(plan)];
  if (isMuch(people, plan.active)) return `${people} of ${plan.active} people would be deactivated, more than a tenth`;
  // If the LDAP account can't read groups or their members, the directory reports none, and all of them would be
  // removed.
  if (isMuch(groups, plan.groupsBefore))
    return `${groups} of ${plan.groupsBefore} groups would be removed or lose all their members, more than a tenth`;
  return undefined;
}
