// Checks the settings and the account that Parley is about to be deployed with, applies D1's migrations, and uploads.
import { parseArgs } from "node:util";
import { deploy } from "./deploy.ts";
import { createWrangler } from "./wrangler.ts";

const help = `npm run deploy -- [options]

Checks settings and account, applies the migrations of D1, uploads the Worker, and waits until it answers.

  --check         only checks
  --config FILE   instead of wrangler.toml
`;

function readOptions(): { check: boolean; config: string; help: boolean } {
  const options = {
    check: { type: "boolean", default: false },
    config: { type: "string", default: "wrangler.toml" },
    help: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`deploy: ${(error as Error).message}; npm run deploy -- --help lists the options`);
    return process.exit(2);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(help);
} else {
  try {
    const { unstable_readConfig } = await import("wrangler");
    const settings = unstable_readConfig({ config: options.config });
    const means = { wrangler: createWrangler(options.config), print: console.log, fetch };
    process.exitCode = await deploy(settings, means, { isCheck: options.check });
  } catch (error) {
    // The file is wrong, or wrangler is not installed.
    console.error(`deploy: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
