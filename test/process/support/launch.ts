import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readServerNote } from "../../../src/cli/data-directory/server-note.ts";
import { readZuliprc } from "../../../src/cli/data-directory/zuliprc.ts";
import { processesNaming, until } from "./processes.ts";

export const root = join(import.meta.dirname, "../../..");

/** By which servers of tests know who runs them. */
export const SETUP_TOKEN = "known to whoever runs it";

export interface LaunchOptions {
  /** The data directory. */
  data: string;
  /** Options after those that the suite itself needs. */
  args?: string[];
  /** Variables of the environment, besides those of the suite. */
  env?: Record<string, string>;
  /** Through `npm start`, as a user does it. */
  npm?: boolean;
  /** The project's directory, where it is not this one. */
  project?: string;
  /** How many descriptors each of its processes may have. */
  descriptors?: number;
  /** With the settings of Node that keep a server small, and take a fifth of a start. */
  lean?: boolean;
  /** In a process group of its own, as a shell starts a command, so that the group can be signalled. */
  group?: boolean;
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A server that was started; it may or may not come to answer. */
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

  /** Whether it has said that it runs, to the last line. */
  get isRunning(): boolean {
    return this.output.includes("Press Ctrl-C to stop.");
  }

  /** Starts take a second; on a machine that does much else, far more. */
  async running(ms = 120_000): Promise<Server> {
    const url = await until(
      "the server runs",
      () => {
        if (this.over) throw new Error(`the server ended: ${this.output}`);
        return this.isRunning && /running at (\S+)/.exec(this.output)?.[1];
      },
      ms,
    );
    return new Server(this, url);
  }
}

/** A server that answers. */
export class Server {
  readonly launch: Launch;
  readonly url: string;
  /** The owner's password where the organization was there before the first start. */
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

  /** The owner's, from the zuliprc. */
  get credentials(): { email: string; key: string; site: string } {
    const found = readZuliprc(join(this.data, "zuliprc"));
    if (found === null) throw new Error("no zuliprc");
    return found;
  }

  /** The owner's, which the first start on a data directory prints. */
  get password(): string | undefined {
    return /with the password (\S+)/.exec(this.output)?.[1] ?? this.foundedWith;
  }

  /** The process of workerd, besides those that run programs of bots. */
  get runtime(): number {
    const ofBots = processesNaming("serve config.capnp");
    const [pid, ...others] = processesNaming(`${this.data}/run/workerd-`).filter((pid) => !ofBots.includes(pid));
    if (!pid || others.length > 0) throw new Error(`one runtime expected, found ${[pid, ...others]}`);
    return pid;
  }

  /** The process of `parley start`, which is not the launched one under npm. */
  get node(): number {
    const note = readServerNote(this.data);
    if (note === null) throw new Error("no server runs");
    return note.pid;
  }

  async healthy(): Promise<boolean> {
    return (await fetch(`${this.url}/health`).catch(() => null))?.status === 200;
  }

  /** A call of the API as the owner. */
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

  /** kill -9, and wait until they are gone. */
  async killHard(which: "node" | "workerd" | "all"): Promise<void> {
    const pids = [...(which === "workerd" ? [] : [this.node]), ...(which === "node" ? [] : [this.runtime])];
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await until("the killed are gone", () => !pids.some((pid) => processesNaming(this.data).includes(pid)));
    if (which !== "workerd") await this.launch.ended;
  }
}

/** A fresh data directory. */
export function makeData(): string {
  return mkdtempSync(join(tmpdir(), "parley-"));
}

/** Ends whatever still runs on a data directory, and removes it. */
export async function removeData(data: string): Promise<void> {
  await until("everything on the directory has ended", () => {
    const left = processesNaming(data).filter((pid) => pid !== process.pid);
    for (const pid of left) process.kill(pid, "SIGKILL");
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
  descriptors,
  project = root,
}: LaunchOptions): Launch {
  const before = npm ? ["npm", "start", "--"] : [process.execPath, "scripts/parley.mjs", "start"];
  const limited = descriptors ? ["bash", "-c", `ulimit -n ${descriptors}; exec "$@"`, "bash"] : [];
  const [command = "", ...rest] = [...limited, ...before, "--port", "0", "--data", data, ...args];
  // A file of settings that a developer has beside the program is for none of the tests.
  const ownSettings = existsSync(join(data, "parley.toml")) ? {} : { PARLEY_CONFIG: "" };
  const child = spawn(command, rest, {
    cwd: project,
    detached: group,
    env: { ...withoutNpm(process.env), SETUP_TOKEN, ...ownSettings, ...env },
    // A server that has a channel to the process that started it does not start itself anew with other settings of Node.
    stdio: ["ignore", "pipe", "pipe", ...(npm || lean || limited.length > 0 ? [] : (["ipc"] as const))],
  });
  return new Launch(child, data);
}

/** A test itself runs under npm, whose variables would tell the server that npm started it. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("npm_")));
}
