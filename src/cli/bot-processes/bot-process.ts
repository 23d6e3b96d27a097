import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Machine {
  readonly runtime: string;
  /** Directory for files that are deleted when the process ends. */
  readonly temporary: string;
  readonly compatibilityDate: string;
}

/** The process of one run, which listens on a port for requests that include the key. */
export interface BotProcess {
  /** Undefined if the process ended first. */
  readonly port: Promise<number | undefined>;
  readonly key: string;
  /** Resolves with the reason when the process ends. */
  readonly ended: Promise<string>;
  kill(): void;
}

/**
 * Limits enforced by the system, so that nothing has to watch the process: one second of CPU time, no core dumps, no
 * written files, and 700,000 KiB of writable memory, if the system counts that as Linux does. Some 500 MB of the memory
 * are address space reserved by V8.
 */
const LIMITS = "ulimit -t 1; ulimit -c 0; ulimit -f 0; ulimit -d 700000;";
const HEAP_MB = 96;
const MAX_WORDS = 4000;

/**
 * Starts workerd for one run of a program, with lower priority than the server, without network access, and without
 * this process's environment.
 */
export function startBotProcess(machine: Machine, modules: { harness: string; program: string }): BotProcess {
  const directory = mkdtempSync(join(machine.temporary, "bot-"));
  const key = randomBytes(32).toString("hex");
  writeFileSync(join(directory, "harness.js"), modules.harness);
  writeFileSync(join(directory, "bot.js"), modules.program);
  writeFileSync(join(directory, "config.capnp"), configuration(machine, key));
  const words = [
    "-c",
    `${LIMITS} exec nice -n 15 "$0" "$@"`,
    machine.runtime,
    "serve",
    "config.capnp",
    "--control-fd=3",
  ];
  const child = spawn("/bin/sh", words, { cwd: directory, env: {}, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  let said = "";
  let isKilled = false;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MAX_WORDS);
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", () => resolve("It couldn't be started."));
    child.once("close", (_, signal) => resolve(isKilled ? "It took too long." : reasonOf(signal, said)));
  });
  void ended.then(() => rmSync(directory, { recursive: true, force: true }));
  const listening = new Promise<number>((resolve) => {
    let control = "";
    child.stdio[3]?.on("data", (bytes: Buffer) => {
      control += bytes;
      const [, port] = /"port":(\d+)/.exec(control) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
  const kill = () => {
    isKilled = true;
    child.kill("SIGKILL");
  };
  return { port: Promise.race([listening, ended.then(() => undefined)]), key, ended, kill };
}

const configuration = ({ compatibilityDate }: Machine, key: string): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${HEAP_MB}", "--max-semi-space-size=2"],
  services = [(name = "bot", worker = .bot), (name = "nothing", external = (address = "unix:nothing", http = ()))],
  sockets = [(name = "run", address = "127.0.0.1:0", http = (), service = "bot")],
);
const bot :Workerd.Worker = (
  modules = [(name = "harness.js", esModule = embed "harness.js"), (name = "bot.js", esModule = embed "bot.js")],
  compatibilityDate = "${compatibilityDate}",
  bindings = [(name = "KEY", text = "${key}")],
  globalOutbound = "nothing",
);
`;

function reasonOf(signal: NodeJS.Signals | null, said: string): string {
  if (signal === "SIGKILL" || signal === "SIGXCPU") return "It computed for more than 1 s.";
  if (signal !== null) return "It took too much memory.";
  const [, uncaught] = /Uncaught (.*(?:\n +at bot\.js:\S+)?)/.exec(said) ?? [];
  return uncaught ?? "It ended by itself.";
}
