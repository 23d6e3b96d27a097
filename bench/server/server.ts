import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { readZuliprc } from "../../src/cli/data-directory/zuliprc.ts";
import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, type Fields } from "../load/requests.ts";
import type { Profile } from "../profile/profile.ts";

/** What the server's process sends once it has started. */
interface Started {
  readonly port: number;
  readonly direct: number;
  readonly floors: number;
  readonly pid: number;
  readonly inspectorPort: number;
  readonly map?: string;
}

export interface ServerOptions {
  /** Enables the endpoints for tests, which slow the server down. */
  readonly hooks?: boolean;
  /** Opens a port for profilers. */
  readonly inspector?: boolean;
  /**
   * Requires `inspector`. Profiles the server's process, too, and builds a program whose functions can be mapped to
   * their source files.
   */
  readonly profiled?: boolean;
  /**
   * Runs the objects in their own isolate, and gives it the port of the floors, so that relay processes can reach it.
   */
  readonly apart?: boolean;
  /** Enables scripts of bots. Each run of a script has its own process. */
  readonly bots?: boolean;
  /** Counts billed operations, without floors, and sets these variables of the deployment. */
  readonly metered?: Readonly<Record<string, string>>;
  /** Variables of the deployment, in addition to the usual ones or instead of them. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** A server in a separate process, together with the floors. */
export class Server {
  readonly data: string;
  readonly port: number;
  /** The port of the server's workerd, which bypasses the gate. */
  readonly direct: number;
  /** The port of the floors, or of the objects' counters if the server is metered. */
  readonly floors: number;
  /** The process id of workerd. */
  readonly pid: number;
  readonly inspectorPort: number;
  /** The source map of the program. Undefined unless the server is profiled. */
  readonly map: string | undefined;
  readonly owner: Account;
  readonly #process: ChildProcess;
  readonly #connection: Connection;

  private constructor(process: ChildProcess, data: string, started: Started) {
    const { port, direct, floors, pid, inspectorPort, map } = started;
    const { email = "", key = "" } = readZuliprc(join(data, "zuliprc")) ?? {};
    this.data = data;
    this.port = port;
    this.direct = direct;
    this.floors = floors;
    this.pid = pid;
    this.inspectorPort = inspectorPort;
    this.map = map;
    this.owner = { id: 0, email, key };
    this.#process = process;
    this.#connection = new Connection(port);
  }

  static async start(data: string, options: ServerOptions = {}): Promise<Server> {
    const log = createWriteStream(`${data}.log`);
    const child = fork(
      join(import.meta.dirname, "process.ts"),
      [
        data,
        ...(["hooks", "inspector", "profiled", "apart", "bots"] as const).filter((name) => options[name]),
        ...(options.metered ? [`metered=${JSON.stringify(options.metered)}`] : []),
        ...(options.vars ? [`vars=${JSON.stringify(options.vars)}`] : []),
      ],
      { stdio: ["ignore", "pipe", "pipe", "ipc"] },
    );
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    const started = await Promise.race([
      once(child, "message").then(([message]) => message as Started),
      once(child, "exit").then(() => {
        throw new Error(`the server did not start: see ${data}.log`);
      }),
    ]);
    return new Server(child, data, started);
  }

  /** Sends an API request, and returns its response. Throws if the request is refused. */
  async call<Answer>(method: string, path: string, fields: Fields = {}, account = this.owner): Promise<Answer> {
    const { status, body } = await this.#connection.send(apiRequest(method, path, account, fields));
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body.toString().slice(0, 300)}`);
    return JSON.parse(body.toString()) as Answer;
  }

  /** The process id of the gate. */
  get gatePid(): number {
    return this.#process.pid ?? 0;
  }

  /** Starts profiling the gate's process. */
  startProfile(): void {
    this.#process.send("profile");
  }

  async stopProfile(): Promise<Profile> {
    const answer = once(this.#process, "message");
    this.#process.send("profiled");
    const [{ profile }] = (await answer) as [{ profile: Profile }];
    return profile;
  }

  async stop(): Promise<void> {
    this.#connection.close();
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}
