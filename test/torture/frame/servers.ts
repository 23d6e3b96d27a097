import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { type LaunchOptions, launchOn, makeData, removeData, type Server } from "../../process/support/launch.ts";
import { processesNaming, until } from "../../process/support/processes.ts";
import { Violation } from "./part.ts";

/** How long a server may take to start or to answer, on a busy machine. */
const PATIENCE_MS = 60_000;

export interface ServerOptions {
  /** Options of `npm start`, beside `--test-hooks` and `--rate-limits off`, which every server gets. */
  readonly args?: readonly string[];
  /** Variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the server is for this round alone. */
  readonly fresh?: boolean;
  /** Whether the round is meant to make the server log errors. */
  readonly mayLogErrors?: boolean;
}

/** A server that may be killed and comes back at the same address, with the same data. */
export class TortureServer {
  readonly wanted: ServerOptions;
  readonly #options: LaunchOptions;
  #server: Server;
  /** What earlier processes of this server have printed. */
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
    return new TortureServer(await launchOn(options).running(PATIENCE_MS), options, wanted);
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
  /** The process of workerd. */
  get runtime(): number {
    return this.#server.runtime;
  }

  /**
   * Ends processes with SIGKILL, does `meanwhile` while the server is down, and waits until it answers again. Where node
   * was killed it takes another start, which must take over from the workerd that was left behind, if any.
   */
  async crash(which: "workerd" | "node" | "all", meanwhile = async () => {}): Promise<void> {
    const killed = this.runtime;
    await this.#server.killHard(which);
    await meanwhile();
    if (which === "workerd") {
      try {
        await until("it answers again", () => this.#server.healthy(), PATIENCE_MS);
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
    this.#server = await launchOn(this.#options).running(PATIENCE_MS);
    checkTakeover(left, which === "node" ? [killed] : [], this.#runtimes());
  }

  /** Kills the server, has its data directory filled anew, and starts it again. */
  async replaceData(fill: (data: string) => Promise<void>): Promise<void> {
    const { data } = this.#options;
    await this.#server.killHard("all");
    rmSync(data, { recursive: true });
    await fill(data);
    this.#before = this.output;
    this.#server = await launchOn(this.#options).running(PATIENCE_MS);
  }

  #runtimes(): number[] {
    return processesNaming(`${this.#options.data}/run/workerd-`);
  }

  /** The first ten lines of its log that report errors. */
  get errors(): readonly string[] {
    const lines = this.output.split("\n").filter((line) => line.includes('"level":"error"'));
    return lines.slice(0, 10);
  }

  /** Throws if the server has logged errors that the round does not expect. */
  check(): void {
    if (this.errors.length > 0 && !this.wanted.mayLogErrors) {
      throw new Violation("the server has logged errors", this.errors);
    }
  }

  end(): Promise<void> {
    return removeData(this.#options.data);
  }
}

/** Throws unless the workerd that was left behind is the expected one, and one new workerd has taken its place. */
export function checkTakeover(left: readonly number[], expected: readonly number[], now: readonly number[]): void {
  const processes = [`left behind: ${left}`, `expected: ${expected}`, `after the next start: ${now}`];
  if (String(left) !== String(expected)) throw new Violation("another workerd is left behind than expected", processes);
  if (now.some((pid) => left.includes(pid))) throw new Violation("a workerd goes on beside the next start", processes);
  if (now.length !== 1) throw new Violation(`${now.length} workerds serve one data directory`, processes);
}

/**
 * A free port outside of the range from which the system takes the local ports of connections: a client that tries again
 * and again to reach a server that is down would at some time get the server's port for its own, and reach itself.
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
