import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Server } from "../server/server.ts";
import { type Counts, combined } from "./counts.ts";
import { COUNTS_PATH } from "./counts-path.ts";
import { Profiler } from "./profiler.ts";
import type { ActCost } from "./recorded.ts";

const root = join(import.meta.dirname, "../..");
const SHIPPED_MS = 1500;

/** A server with the variables of wrangler.toml, as deployed, and counters of what Cloudflare would bill. */
export class MeteredServer {
  readonly server: Server;
  readonly #worker: Profiler;
  readonly #objects: Profiler;

  private constructor(server: Server, profilers: { readonly worker: Profiler; readonly objects: Profiler }) {
    this.server = server;
    this.#worker = profilers.worker;
    this.#objects = profilers.objects;
  }

  static async start(data: string, vars: Readonly<Record<string, string>> = {}): Promise<MeteredServer> {
    const server = await Server.start(data, {
      hooks: true,
      inspector: true,
      metered: { ...deployedVariables(), ...vars },
    });
    const [worker, objects] = await Promise.all(
      ["parley", "objects"].map((name) => Profiler.of(server.inspectorPort, name)),
    );
    if (worker === undefined || objects === undefined) throw new Error("no profilers");
    return new MeteredServer(server, { worker, objects });
  }

  /** Returns the counts since the server started. */
  async counts(): Promise<Counts> {
    const ports = [this.server.direct, this.server.floors];
    const [one, other] = (await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}${COUNTS_PATH}`)).json()),
    )) as Counts[];
    if (one === undefined || other === undefined) throw new Error("no counts");
    return combined(one, other, (a, b) => a + b);
  }

  /** Waits until no count has changed for longer than changes wait to be shipped. */
  async settled(): Promise<void> {
    for (let before = ""; ; ) {
      const now = JSON.stringify(await this.counts());
      if (now === before) return;
      before = now;
      await pause(SHIPPED_MS);
    }
  }

  /** Measures the cost of some work, including everything it triggers. */
  async during(work: () => Promise<unknown>, settled: () => Promise<unknown> = () => this.settled()): Promise<ActCost> {
    const before = await this.counts();
    await Promise.all([this.#worker.start(), this.#objects.start()]);
    await work();
    await settled();
    const [worker_ms, objects_ms] = [await this.#worker.stop(), await this.#objects.stop()];
    return { ...combined(await this.counts(), before, (after, earlier) => after - earlier), worker_ms, objects_ms };
  }

  async stop(): Promise<void> {
    this.#worker.close();
    this.#objects.close();
    await this.server.stop();
  }
}

/** The variables of wrangler.toml, except those that would make a simulated day take a day. */
function deployedVariables(): Record<string, string> {
  const [, vars = ""] = /^\[vars\]\n(.*?)^\[/ms.exec(readFileSync(join(root, "wrangler.toml"), "utf8")) ?? [];
  const lines = [...vars.matchAll(/^([A-Z_0-9]+) = "(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value]);
  return {
    ...Object.fromEntries(lines),
    COMPRESS: "0",
    // A few accounts do in seconds what many do in a day.
    RATE_LIMITS: "off",
    // Longer than the time between acts that end a poll, even on a busy machine.
    HEARTBEAT_SECONDS: "4",
    HOLD_SECONDS: "0.05",
  };
}
