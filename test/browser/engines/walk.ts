// Walks through the web client by keyboard (an administrator, a phone user and a reader), in an engine that Playwright
// can't drive: npm run walks -- --engine webkit|firefox

import { parseArgs } from "node:util";
import { launchOn, makeData, removeData } from "../../process/support/launch.ts";
import { ownerOf } from "../../process/support/person.ts";
import { startFirefox, startWebKit } from "./drivers.ts";
import { Walker } from "./walker.ts";
import { walks } from "./walks.ts";

const ENGINES = { webkit: startWebKit, firefox: startFirefox };

const { values } = parseArgs({ options: { engine: { type: "string", default: "webkit" } } });
const start = ENGINES[values.engine as keyof typeof ENGINES];
if (start === undefined) throw new Error("--engine is webkit or firefox");

const data = makeData();
const launch = launchOn({ data, args: ["--quiet", "--rate-limits", "off"] });
const server = await launch.running();
const owner = await ownerOf(server);
const ada = await owner.invite("Ada", 200);
const omar = await owner.invite("Omar");
const quay = await owner.channel("quay", [owner, omar]);
await owner.ok(owner.post("/messages", { type: "channel", to: quay, topic: "crane", content: "The hook turns." }));
const done: boolean[] = [];

try {
  for (const walk of walks) {
    const driver = await start();
    const walker = new Walker(driver);
    await walk(walker, driver, { server, ada, omar, quay }).finally(() => driver.end());
    done.push(...walker.done);
  }
} finally {
  await server.stop().catch(() => undefined);
  await removeData(data);
}
console.log(`${done.filter(Boolean).length} of ${done.length} steps in ${values.engine}`);
process.exitCode = done.every(Boolean) ? 0 : 1;
