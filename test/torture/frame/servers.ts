import { once } from "node:events";
import { createServer } from "node:net";
import { type LaunchOptions, launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { until } from "../../process/support/processes.ts";
import { Violation } from "./part.ts";

/** A busy machine is no failure of the server. */
const PATIENCE_MS = 60_000;

export interface Wanted {
  /** Options beside the test hooks and no rate limits, which all have. */
  readonly args?: readonly string[];
  /** One that no other round has used or will use. */
  readonly fresh?: boolean;
  /** Errors in its log are part of the round. */
  readonly mayLogErrors?: boolean;
}

/** A server that may be killed and comes back at the same address, with the same data. */
export class TortureServer {
  readonly wanted: Wanted;
  readonly #options: LaunchOptions;
  #server: Server;
  /** What the processes before this one have printed. */
  #before = "";

  private constructor(server: Server, options: LaunchOptions, wanted: Wanted) {
    this.#server = server;
    this.#options = options;
    this.wanted = wanted;
  }

  static async start(wanted: Wanted): Promise<TortureServer> {
    const port = String(await freePort());
    const args = ["--test-hooks", "--rate-limits", "off", "--port", port, ...(wanted.args ?? [])];
    const options = { data: makeData(), args };
    return new TortureServer(await launchOn(options).running(PATIENCE_MS), options, wanted);
  }

  get url(): string {
    return this.#server.url;
  }
  get credentials() {
    return this.#server.credentials;
  }
  get output(): string {
    return this.#before + this.#server.output;
  }
  /** The process of workerd. */
  get runtime(): number {
    return this.#server.runtime;
  }

  /** kill -9; resolves when they are gone. `meanwhile` happens before there is a server again. */
  async crash(which: "workerd" | "node" | "all", meanwhile = async () => {}): Promise<void> {
    await this.#server.killHard(which);
    await meanwhile();
    if (which === "workerd") {
      await until("it answers again", () => this.#server.healthy(), PATIENCE_MS);
      return;
    }
    this.#before = this.output;
    this.#server = await launchOn(this.#options).running(PATIENCE_MS);
  }

  /** What it has logged of what went wrong inside. */
  get errors(): readonly string[] {
    const lines = this.output.split("\n").filter((line) => line.includes('"level":"error"'));
    return lines.slice(0, 10);
  }

  /** Throws where something went wrong inside. */
  check(): void {
    if (this.errors.length > 0 && !this.wanted.mayLogErrors) {
      throw new Violation("the server has logged errors", this.errors);
    }
  }

  end(): Promise<void> {
    return removeData(this.#options.data);
  }
}

/**
 * Not of those that connections take by themselves: a client that tries again and again to reach a server that is not
 * there would once take the server's own port, and connect to itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const attempt = createServer().listen(port, "127.0.0.1");
    const isFree = await once(attempt, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    attempt.close();
    await once(attempt, "close");
    return port;
  }
}
