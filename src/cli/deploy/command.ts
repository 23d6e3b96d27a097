// Checks the settings and the account for a deployment, applies D1's migrations, and uploads.
import { dirname } from "node:path";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { faultsIn } from "../settings/setting-sources.ts";
import { findSettingsFile, readSettingsFile, secretsIn } from "../settings/settings-file.ts";
import { writeConfiguration } from "./configuration.ts";
import { deploy } from "./deploy.ts";
import { createWrangler } from "./wrangler.ts";

const help = `Usage: parley deploy [options]

Checks settings and account, applies D1 migrations, uploads the Worker, and waits until it responds.

  --check          only checks
  --settings FILE  overrides for wrangler.toml (default: parley.toml next to it)
  --config FILE    instead of wrangler.toml

Example: parley deploy --check
`;

const options = {
  check: { type: "boolean", default: false },
  settings: { type: "string" },
  config: { type: "string", default: "wrangler.toml" },
} as const;

export const deployCommand = command("deploy", { help, options }, async ({ values }) => {
  const { unstable_readConfig } = await import("wrangler");
  const path = findSettingsFile(values.settings, [dirname(values.config)]);
  const file = path === undefined ? undefined : readSettingsFile(path);
  const faults = file === undefined ? [] : [...file.faults, ...faultsIn(file.given)];
  if (faults.length > 0) throw new Failure(faults.join("\ndeploy: "), 2);
  const config = readOrFail(() => writeConfiguration(values.config, file));
  const settings = readOrFail(() => unstable_readConfig({ config }));
  const means = { wrangler: createWrangler(config), print: console.log, fetch };
  process.exitCode = await deploy(settings, means, {
    isCheck: values.check,
    namedSecrets: file === undefined ? [] : secretsIn(file.given),
  });
});

function readOrFail<Result>(work: () => Result) {
  try {
    return work();
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}
