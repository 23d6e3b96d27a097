import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { billTable } from "../cost/bill.ts";
import { MeteredServer } from "../cost/metered-server.ts";
import { PRICES_READ } from "../cost/prices.ts";
import { recordDay } from "../cost/record-day.ts";
import { recordRelays } from "../cost/record-relays.ts";
import { recordRoom } from "../cost/record-room.ts";
import type { Recorded } from "../cost/recorded.ts";
import type { Measure } from "../measure.ts";

const RECORDED = join(import.meta.dirname, "../cost/recorded.json");

/** What teams would be billed, calculated from the cost of each act in a working day. */
export const measure: Measure = {
  name: "cost",
  about: "what Cloudflare bills teams of 10 to 50,000; writes bench/cost/recorded.json",
  async run(bench: Bench) {
    const data = mkdtempSync(join(tmpdir(), "parley-cost-"));
    const tell = (what: string) => bench.progress(what);
    try {
      const day = await metered(join(data, "data"), {}, (server) => recordDay(server, tell));
      const atRelays = { RELAYS_FROM: "0" };
      const relays = await metered(join(data, "relays"), atRelays, (server) => recordRelays(server, tell));
      const room = await metered(join(data, "room"), {}, (server) => recordRoom(server, tell));
      const recorded: Recorded = { ...day, acts: { ...day.acts, ...relays, ...room } };
      writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
      for (const [name, { worker_ms }] of Object.entries(recorded.acts)) {
        bench.report({ name: `${name}, in the Worker`, value: worker_ms, unit: "ms" });
      }
      bench.remarks.add(`By the prices of ${PRICES_READ}:\n\n${billTable(recorded)}`);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
};

/** Runs some work with a metered server, and stops the server afterwards. */
async function metered<T>(
  data: string,
  vars: Readonly<Record<string, string>>,
  work: (server: MeteredServer) => Promise<T>,
): Promise<T> {
  const server = await MeteredServer.start(data, vars);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
