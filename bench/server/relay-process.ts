// The Worker and relays of a realm in another process, for bench/server/relay-host.ts.
import { join } from "node:path";
import { claimDataDirectory } from "../../src/cli/data-directory/data-directory.ts";
import { bundle } from "../../src/cli/server-bundle/server-bundle.ts";
import { compatibilityDate } from "../../src/cli/workerd/compatibility-date.ts";
import { createRuntime, workerdExecutable } from "../../src/cli/workerd/workerd.ts";

const root = join(import.meta.dirname, "../..");
const [directory = "", vars = "{}"] = process.argv.slice(2);

const data = await claimDataDirectory(directory, workerdExecutable);
let direct = 0;
const runtime = await createRuntime(
  { data, compatibilityDate: compatibilityDate(root), vars: JSON.parse(vars) as Record<string, string> },
  {
    shut() {},
    open(port) {
      direct = port;
    },
    end(why) {
      console.error(why);
      process.exit(1);
    },
  },
);

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());

async function stop(): Promise<void> {
  await runtime.stop();
  data.release();
  process.exit(0);
}

await runtime.serve(await bundle(root, "bench/relays/relay-side.ts"));
process.send?.({ direct });
