import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { type LaunchOptions, launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { processesNaming, until } from "../../process/support/processes.ts";
import { Violation } from "./part.ts";

export interface ServerOptions {
  /** Options of `npm start` in addition to `--test-hooks` and `--rate-limits off`, which every server gets. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True for a server used only in this round. */
  readonly fresh?: boolean;
}

/** A server that can be killed and comes back at the same address, with the same data. */
export class TortureServer {
  readonly wanted: ServerOptions;
  readonly #options: LaunchOptions;
  #server: Server;
  /** Output of this server's earlier processes. */
  #before = "";

  private constructor(server: Server, options: LaunchOptions, wanted: ServerOptions) {
    this.#server = server;
    this.#options = options;
    this.wanted = wanted;
  }

  static async start(wanted: ServerOptions): Promise<TortureServer> {
    const port = String(await freePort());
    const args = ["--test-hooks", "--rate-limits", "off", "--port", port, ...(wanted.args ?? [])];
    const options = { data: makeData(), lean: true, args, env: { ...wanted.env } };
    return new TortureServer(await launchOn(options).running(), options, wanted);
  }

  get url(): string {
    return this.#server.url;
  }
  get data(): string {
    return this.#options.data;
  }
  get credentials() {
    return this.#server.credentials;
  }
  get output(): string {
    return this.#before + this.#server.output;
  }
  /** The workerd process id. */
  get runtime(): number {
    return this.#server.runtime;
  }

  /**
   * Sends SIGKILL to processes, runs `meanwhile` while the server is down, and waits until the server responds again.
   * If node was killed, starts the server again. The new server must replace a workerd that was left behind.
   */
  async crash(which: "workerd" | "node" | "all", meanwhile = async () => {}): Promise<void> {
    const killed = this.runtime;
    await this.#server.killHard(which);
    await meanwhile();
    if (which === "workerd") {
      try {
        await until("it answers again", () => this.#server.healthy());
      } catch (error) {
        throw new Violation(
          `after workerd was killed, ${(error as Error).message}`,
          this.output.split("\n").slice(-20),
        );
      }
      return;
    }
    const left = this.#runtimes();
    this.#before = this.output;
    this.#server = await launchOn(this.#options).running();
    checkTakeover(left, which === "node" ? [killed] : [], this.#runtimes());
  }

  /** Kills the server, replaces the content of its data directory, and starts it again. */
  async replaceData(fill: (data: string) => Promise<void>): Promise<void> {
    const { data } = this.#options;
    await this.#server.killHard("all");
    rmSync(data, { recursive: true });
    await fill(data);
    this.#before = this.output;
    this.#server = await launchOn(this.#options).running();
  }

  #runtimes(): number[] {
    return processesNaming(`${this.#options.data}/run/workerd-`);
  }

  /** The first ten log lines that report errors. */
  get errors(): readonly string[] {
    const lines = this.output.split("\n").filter((line) => line.includes('"level":"error"'));
    return lines.slice(0, 10);
  }

  /** Throws if the server has logged errors. */
  check(): void {
    if (this.errors.length > 0) {
      throw new Violation("the server has logged errors", this.errors);
    }
  }

  end(): Promise<void> {
    return removeData(this.#options.data);
  }
}

/** Throws unless the workerd left behind is the expected one, and one new workerd has replaced it. */
export function checkTakeover(left: readonly number[], expected: readonly number[], now: readonly number[]): void {
  const processes = [`left behind: ${left}`, `expected: ${expected}`, `after the next start: ${now}`];
  if (String(left) !== String(expected)) throw new Violation("another workerd is left behind than expected", processes);
  if (now.some((pid) => left.includes(pid))) throw new Violation("a workerd goes on beside the next start", processes);
  if (now.length !== 1) throw new Violation(`${now.length} workerds serve one data directory`, processes);
}

/**
 * Returns a free port outside the range from which the system assigns local ports. Otherwise, a client that retries
 * while the server is down could be assigned the server's port, and connect to itself.
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
