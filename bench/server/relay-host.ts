import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process with relays of a realm in another process: each process has its own descriptors. */
export class RelayHost {
  readonly direct: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, direct: number) {
    this.#process = process;
    this.direct = direct;
  }

  /** Starts a relay process on a data directory. Its streams pretend to come from a continent. */
  static async start(data: string, realmPort: number, continent: string): Promise<RelayHost> {
    const vars = {
      ...{ ROOT_DOMAIN: "localhost", RATE_LIMITS: "off", LOG_REQUESTS: "off", COMPRESS: "1" },
      ...{ REALM_PORT: String(realmPort), CONTINENT: continent },
    };
    const child = fork(join(import.meta.dirname, "relay-process.ts"), [data, JSON.stringify(vars)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = once(child, "exit").then(() => {
      throw new Error("the process with relays did not start");
    });
    const [{ direct }] = (await Promise.race([once(child, "message"), ended])) as [{ direct: number }];
    return new RelayHost(child, direct);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}
