// Looks whether an organization, D1 and R2 agree, and mends what differs. docs/operating.md says when that is needed.
import { parseArgs } from "node:util";
import { runCommand } from "./backup/run-command.mjs";
import { checkOrganization } from "./repair/check-organization.mjs";
import { describeFindings, isWell } from "./repair/findings.mjs";
import { createOperator } from "./repair/operator.mjs";
import { putBack } from "./repair/put-back.mjs";
import { repairOrganization } from "./repair/repair-organization.mjs";
import { Failure } from "./server/failure.mjs";

const help = `npm run repair -- [options]

Looks whether an organization, its rows in D1 and its files in R2 agree, as they may not after one of them was put back,
and mends what can be mended: the organization is right, and D1 gets what it lacks. Ends with status 0 only if nothing is
wrong any more.

  --check                   only looks
  --site URL                the server (default http://localhost:9991)
  --setup-token TOKEN       of a server that has one; or the variable SETUP_TOKEN
  --organization SUBDOMAIN  which one (default: the one without a subdomain)
  --put-back TIME           on Cloudflare: first puts the organization's object back to a time of the last 30 days, such as
                            2026-11-21T13:05:00Z, or to a bookmark; then does what --restored does
  --restored                the organization itself was put back: ends event queues, and skips ids of messages
  --delete-unnamed          deletes files of more than a day ago that nothing names
  --accept-losses           what cannot be brought back does not count: lost texts, files that are missing
  --json                    prints what was found as JSON
`;

await runCommand("repair", async () => {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      site: { type: "string", default: "http://localhost:9991" },
      "setup-token": { type: "string" },
      organization: { type: "string", default: "" },
      "put-back": { type: "string" },
      restored: { type: "boolean", default: false },
      "delete-unnamed": { type: "boolean", default: false },
      "accept-losses": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  if (!URL.canParse(values.site)) throw new Failure(`--site takes an address, not "${values.site}"`, 2);
  const restored = values.restored || values["put-back"] !== undefined;
  if (values.check && (restored || values["delete-unnamed"])) throw new Failure("--check changes nothing", 2);
  const token = values["setup-token"] ?? process.env["SETUP_TOKEN"];
  const operator = createOperator({ site: values.site, token, subdomain: values.organization });

  if (values["put-back"] !== undefined) await putBack(operator, values["put-back"]);
  const found = await checkOrganization(operator);
  const mends = !values.check && (restored || !isWell(found, { accepts: true }) || values["delete-unnamed"]);
  const after = mends
    ? await repairOrganization(operator, found, {
        restored,
        deletesUnnamed: values["delete-unnamed"],
      })
    : found;
  const well = isWell(after, { accepts: values["accept-losses"] });
  if (values.json)
    console.log(JSON.stringify({ organization: values.organization, found, ...(mends && { after }), well }, null, 2));
  else {
    for (const line of describeFindings(found)) console.log(line);
    if (mends) console.log("-- after the repair");
    if (mends) for (const line of describeFindings(after)) console.log(line);
  }
  process.exitCode = well ? 0 : 1;
});
