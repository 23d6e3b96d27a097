import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readZuliprc } from "../../src/cli/data-directory/zuliprc.ts";
import { listProcesses } from "../../src/cli/os/processes.ts";
import type { Account } from "../load/requests.ts";
import { cpuSeconds, residentBytes } from "./usage.ts";

const root = join(import.meta.dirname, "../..");

/** A server as run by `npm start`, with all of its processes. */
export interface Started {
  readonly port: number;
  readonly owner: Account;
  /** Returns the total memory of the server's processes. */
  residentBytes(): number;
  /** Returns the memory of each process. */
  processes(): { readonly pid: number; readonly name: "gate" | "workerd"; readonly bytes: number }[];
  /** Returns the CPU time that the server's processes have used. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

async function startOn(data: string, port: number): Promise<Started> {
  const options = ["--port", String(port), "--data", data, "--test-hooks", "--rate-limits", "off", "--quiet"];
  const child = spawn(process.execPath, [join(root, "scripts/parley.mjs"), "start", ...options], { stdio: "ignore" });
  const ended = once(child, "exit");
  const zuliprc = join(data, "zuliprc");
  while (!existsSync(zuliprc) || !(await isHealthy(port))) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${child.exitCode}`);
    await pause(50);
  }
  const { email = "", key = "" } = readZuliprc(zuliprc) ?? {};
  const all = listProcesses();
  const pids = new Set([child.pid ?? 0]);
  for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  const sum = (of: (pid: number) => number | undefined) =>
    [...pids].reduce((total, pid) => total + (of(pid) ?? Number.NaN), 0);
  return {
    port,
    owner: { id: 0, email, key },
    residentBytes: () => sum(residentBytes),
    processes: () =>
      [...pids].map((pid) => ({
        pid,
        name: pid === child.pid ? "gate" : "workerd",
        bytes: residentBytes(pid) ?? Number.NaN,
      })),
    cpuSeconds: () => sum(cpuSeconds),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs some work with a server, and stops the server afterwards. */
export async function withServer<T>(data: string, port: number, work: (server: Started) => Promise<T>): Promise<T> {
  const server = await startOn(data, port);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const isHealthy = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
