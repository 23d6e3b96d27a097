// Checks the settings and the account that Parley is about to be deployed with, applies D1's migrations, and uploads.
import { parseArgs } from "node:util";
import { deploy } from "./deploy.mjs";
import { createWrangler } from "./wrangler.mjs";

const help = `npm run deploy -- [options]

Checks settings and account, applies the migrations of D1, uploads the Worker, and waits until it answers.

  --check         only checks
  --config FILE   instead of wrangler.toml
`;

/** @returns {{ check: boolean, config: string, help: boolean }} */
function readOptions() {
  const options = /** @type {const} */ ({
    check: { type: "boolean", default: false },
    config: { type: "string", default: "wrangler.toml" },
    help: { type: "boolean", default: false },
  });
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`deploy: ${/** @type {Error} */ (error).message}; npm run deploy -- --help lists the options`);
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
    // What is wrong in the file, or that wrangler is not installed.
    console.error(`deploy: ${/** @type {Error} */ (error).message}`);
    process.exitCode = 1;
  }
}
