import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readServerNote } from "../../../src/cli/data-directory/server-note.ts";
import { readZuliprc } from "../../../src/cli/data-directory/zuliprc.ts";
import { count } from "../../support/counts.ts";
import { lendConfigurations, shareConfiguration } from "./configurations.ts";
import { killAll, processesNaming, until } from "./processes.ts";

export const root = join(import.meta.dirname, "../../..");

/** The setup token of test servers, which identifies the server administrator. */
export const SETUP_TOKEN = "known to whoever runs it";

/** Far below the default, with which hashing takes a twentieth of the CPU time of the web client's tests. */
const PASSWORD_ITERATIONS = "1000";

export interface LaunchOptions {
  data: string;
  /** Options in addition to those that the suite needs. */
  args?: string[];
  /** Environment variables in addition to the suite's. */
  env?: Record<string, string>;
  /** Starts the server with `npm start`, as users do. */
  npm?: boolean;
  /** The directory of the project to run. By default, this project. */
  project?: string;
  /** The limit of file descriptors for each of the server's processes. */
  descriptors?: number;
  /** Uses Node's settings for a small server. Applying them takes a fifth of the startup time. */
  lean?: boolean;
  /** Starts the server in a terminal, which util-linux's `script` provides. */
  terminal?: boolean;
  /** Starts the server in its own process group, as a shell does, so that the group can be signaled. */
  group?: boolean;
}

interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A server that has been launched. It might never respond. */
export class Launch {
  readonly data: string;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  output = "";
  private over = false;

  constructor(child: ChildProcess, data: string) {
    if (!child.pid) throw new Error("not started");
    this.pid = child.pid;
    this.data = data;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    this.ended = new Promise((resolve) => {
      child.once("close", (status, signal) => {
        this.over = true;
        resolve({ status, signal, output: this.output });
      });
    });
  }

  /** True once the last line of the startup output has been printed. */
  get isRunning(): boolean {
    return this.output.includes("Press Ctrl-C to stop.");
  }

  /** Waits until the server runs. A start takes a second, but far longer on a busy machine. */
  async running(ms?: number): Promise<Server> {
    const url = await until(
      "the server runs",
      () => {
        if (this.over) throw new Error(`the server ended: ${this.output}`);
        return this.isRunning && /running at (\S+)/.exec(this.output)?.[1];
      },
      ms,
    );
    shareConfiguration(this.data);
    return new Server(this, url);
  }
}

export class Server {
  readonly launch: Launch;
  readonly url: string;
  /** The owner's password, if the data directory is a copy with an organization. */
  foundedWith: string | undefined;

  constructor(launch: Launch, url: string) {
    this.launch = launch;
    this.url = url;
  }

  get data(): string {
    return this.launch.data;
  }

  get output(): string {
    return this.launch.output;
  }

  /** The owner's credentials, from the zuliprc. */
  get credentials(): { email: string; key: string; site: string } {
    const found = readZuliprc(join(this.data, "zuliprc"));
    if (found === null) throw new Error("no zuliprc");
    return found;
  }

  /** The owner's password, if it was printed by this start or the data directory is a copy with an organization. */
  get password(): string | undefined {
    return /with the password (\S+)/.exec(this.output)?.[1] ?? this.foundedWith;
  }

  /** The process id of workerd, not of one that runs a bot's script. */
  get runtime(): number {
    const ofBots = processesNaming("serve config.capnp");
    const [pid, ...others] = processesNaming(`${this.data}/run/workerd-`).filter((pid) => !ofBots.includes(pid));
    if (!pid || others.length > 0) throw new Error(`one runtime expected, found ${[pid, ...others]}`);
    return pid;
  }

  /** The process id of `parley start`. With npm, this isn't the launched process. */
  get node(): number {
    const note = readServerNote(this.data);
    if (note === null) throw new Error("no server runs");
    return note.pid;
  }

  async healthy(): Promise<boolean> {
    return (await fetch(`${this.url}/health`).catch(() => null))?.status === 200;
  }

  /** Calls the API as the owner. */
  async get(path: string): Promise<{ result: string; [field: string]: unknown }> {
    const { email, key } = this.credentials;
    const authorization = `Basic ${btoa(`${email}:${key}`)}`;
    const response = await fetch(`${this.url}/api/v1${path}`, { headers: { authorization } });
    return (await response.json()) as { result: string };
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    process.kill(this.launch.pid, signal);
    return this.launch.ended;
  }

  /** Sends kill -9, and waits until the processes have exited. */
  async killHard(which: "node" | "workerd" | "all"): Promise<void> {
    const pids = [...(which === "workerd" ? [] : [this.node]), ...(which === "node" ? [] : [this.runtime])];
    killAll(pids);
    await until("the killed are gone", () => !pids.some((pid) => processesNaming(this.data).includes(pid)));
    if (which !== "workerd") await this.launch.ended;
  }
}

export function makeData(): string {
  return mkdtempSync(join(tmpdir(), "parley-"));
}

/** Kills all processes that use a data directory, and deletes the directory. */
export async function removeData(data: string): Promise<void> {
  await until("everything on the directory has ended", () => {
    const left = processesNaming(data).filter((pid) => pid !== process.pid);
    killAll(left);
    return left.length === 0;
  });
  rmSync(data, { recursive: true, force: true });
}

export function launchOn({
  data,
  args = [],
  env = {},
  npm = false,
  lean = false,
  group = false,
  terminal = false,
  descriptors,
  project = root,
}: LaunchOptions): Launch {
  count("servers");
  lendConfigurations(data);
  const before = npm ? ["npm", "start", "--"] : [process.execPath, "scripts/parley.mjs", "start"];
  const limited = descriptors ? ["bash", "-c", `ulimit -n ${descriptors}; exec "$@"`, "bash"] : [];
  const words = [...limited, ...before, "--port", "0", "--data", data, ...args];
  const [command = "", ...rest] = terminal ? ["script", "-qefc", words.map(quoted).join(" "), "/dev/null"] : words;
  // A developer's own settings file next to the program must not affect the tests.
  const ownSettings = existsSync(join(data, "parley.toml")) ? {} : { PARLEY_CONFIG: "" };
  const child = spawn(command, rest, {
    cwd: project,
    detached: group,
    env: { ...withoutNpm(process.env), SETUP_TOKEN, PASSWORD_ITERATIONS, ...ownSettings, ...env },
    // With an IPC channel to its parent, a server doesn't restart itself with other Node settings.
    stdio: ["ignore", "pipe", "pipe", ...(npm || lean || terminal || limited.length > 0 ? [] : (["ipc"] as const))],
  });
  return new Launch(child, data);
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Removes npm's variables. The tests run under npm, so the variables would make a server think that npm started it. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("npm_")));
}
