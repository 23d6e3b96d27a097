// Checks the settings and the account that Parley is about to be deployed with, applies D1's migrations, and uploads.
import { command } from "../system/command.ts";
import { Failure } from "../system/failure.ts";
import { deploy } from "./deploy.ts";
import { createWrangler } from "./wrangler.ts";

const help = `Usage: parley deploy [options]

Checks settings and account, applies the migrations of D1, uploads the Worker, and waits until it
answers.

  --check         only checks
  --config FILE   instead of wrangler.toml

Example: parley deploy --check
`;

const options = {
  check: { type: "boolean", default: false },
  config: { type: "string", default: "wrangler.toml" },
} as const;

export const deployCommand = command("deploy", { help, options }, async ({ values }) => {
  const { unstable_readConfig } = await import("wrangler");
  const settings = read(() => unstable_readConfig({ config: values.config }));
  const means = { wrangler: createWrangler(values.config), print: console.log, fetch };
  process.exitCode = await deploy(settings, means, { isCheck: values.check });
});

/** Reads the settings, and says what is wrong with the file. */
function read<Result>(work: () => Result) {
  try {
    return work();
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}
