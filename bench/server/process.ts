// A server and the floors in one workerd, for bench/server/server.ts. Starts like `npm start`, then sends its ports to
// the parent process.
import { join } from "node:path";
import { createBotHost } from "../../src/cli/bot-processes/bot-host.ts";
import { claimDataDirectory } from "../../src/cli/data-directory/data-directory.ts";
import { isUpToDate, listMigrations, migrate } from "../../src/cli/data-directory/migrations.ts";
import { descriptorLimit } from "../../src/cli/front-proxy/descriptors.ts";
import { createGate } from "../../src/cli/front-proxy/front-proxy.ts";
import { freePort } from "../../src/cli/os/port.ts";
import { listProcesses } from "../../src/cli/os/processes.ts";
import { createClient } from "../../src/cli/server/client.ts";
import { firstOrganization } from "../../src/cli/server/first-organization.ts";
import { bundle, bundleMapped } from "../../src/cli/server-bundle/server-bundle.ts";
import { compatibilityDate } from "../../src/cli/workerd/compatibility-date.ts";
import { createRuntime, workerdExecutable } from "../../src/cli/workerd/workerd.ts";
import { profileOnRequest } from "./own-profile.ts";

const root = join(import.meta.dirname, "../..");
const host = "127.0.0.1";
const SETUP_TOKEN = "bench";
const [directory = "", ...options] = process.argv.slice(2);

const given = (name: string) => options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
/**
 * The value of the option `metered=VARS`: variables of the deployment, as JSON. With it, billed operations are counted.
 */
const metered = given("metered");
const data = await claimDataDirectory(directory, workerdExecutable);
const gate = createGate(descriptorLimit());
const [port, floors] = [await gate.listen(host, 0), await freePort(host, 0)];
const bots = options.includes("bots")
  ? createBotHost({ ...data, compatibilityDate: compatibilityDate(root) }, SETUP_TOKEN)
  : undefined;
const vars = {
  ROOT_DOMAIN: "localhost",
  HOLD_SECONDS: "10",
  COMPRESS: "1",
  LOG_REQUESTS: "gathered",
  // A few accounts send as many requests as many accounts would.
  RATE_LIMITS: "off",
  SETUP_TOKEN,
  ...(options.includes("hooks") && { TEST_HOOKS: "1" }),
  ...(bots && { HOSTED_BOTS: "on", BOTS_URL: await bots.listen() }),
  ...(metered && (JSON.parse(metered) as Record<string, string>)),
  ...(JSON.parse(given("vars") ?? "{}") as Record<string, string>),
};
const inspectorPort = options.includes("inspector") || options.includes("profiled") ? await freePort(host, 0) : 0;
let direct = 0;
const runtime = await createRuntime(
  { data, compatibilityDate: compatibilityDate(root), vars, inspectorPort },
  {
    shut: gate.shut,
    open(port) {
      direct = port;
      gate.open(port);
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
  gate.close();
  bots?.close();
  await runtime.stop();
  data.release();
  process.exit(0);
}

const isProfiled = options.includes("profiled");
const bundled = isProfiled ? await bundleMapped(root, "src/worker.ts") : null;
if (isProfiled) profileOnRequest();

const migrations = join(root, "migrations");
const known = listMigrations(migrations);
if (!isUpToDate(data.path, known)) migrate(data.path, migrations);
if (options.includes("apart")) {
  const code = await bundle(root, "bench/relays/realm-side.ts");
  await runtime.serveApart(await bundle(root, "src/worker.ts"), { code, port: floors });
} else if (metered === undefined) {
  const code = await bundle(root, "bench/floors/worker.ts");
  await runtime.serve(bundled?.code ?? (await bundle(root, "src/worker.ts", "embedded")), { code, port: floors });
} else {
  const code = await bundle(root, "bench/metered/objects.ts");
  await runtime.serveApart(await bundle(root, "bench/metered/worker.ts"), { code, port: floors });
}
const client = createClient({ host, port, site: `http://localhost:${port}` });
await client.untilHealthy();
const organization = { name: "Bench", fullName: "Owner", email: "owner@example.com" };
const place = { host, rootDomain: "localhost", site: undefined };
const first = await firstOrganization(client, data.path, { organization, beginAnew: false, ...place }, SETUP_TOKEN);
if (first && "shown" in first) first.shown();
const pid = listProcesses().find(({ command }) => command.startsWith(data.runtime))?.pid;
process.send?.({ port, direct, floors, pid, inspectorPort, map: bundled?.map });
