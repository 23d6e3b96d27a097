import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type Configuration, ENVIRONMENT_PREFIX, IMAGES_SERVICE } from "./plan.ts";

type Print = (line: { level: string; message: string }) => void;

export interface RunningWorkerd {
  readonly pid: number | undefined;
  /** Loopback port of the program. Rejects with workerd's last line if it ends before it serves. */
  readonly port: Promise<number>;
  readonly ended: Promise<string>;
  kill(): void;
}

/** Lines of workerd's output that are no use to operators. */
const SKIPPED =
  /Not symbolizing stack traces|took recursive isolate lock|stack:(?: (?:0|[a-f\d]{4,})){3}|CODE_MOVED for unknown code block/;

/** Starts workerd with a configuration, and the values and paths that it omits. */
export function startWorkerd(
  { disks, message }: Configuration,
  settings: {
    readonly path: string;
    readonly runtime: string;
    readonly temporary: string;
    readonly vars: Readonly<Record<string, string>>;
    readonly services: string;
    readonly inspectorPort: number;
    readonly print: Print;
  },
): RunningWorkerd {
  const { path, runtime, temporary, vars, services, inspectorPort, print } = settings;
  // A cached configuration doesn't create the folders, and one may have been deleted since.
  for (const folder of Object.values(disks)) mkdirSync(join(path, folder), { recursive: true });
  const args = [
    ...["serve", "--binary", "--experimental", "--control-fd=3"],
    ...["loopback", IMAGES_SERVICE].map((name) => `--external-addr=${name}=${services}`),
    ...Object.entries(disks).map(([name, folder]) => `--directory-path=${name}=${join(path, folder)}`),
    ...(inspectorPort > 0 ? [`--inspector-addr=127.0.0.1:${inspectorPort}`] : []),
    "-",
  ];
  const values = Object.entries(vars).map(([name, value]) => [ENVIRONMENT_PREFIX + name, value]);
  const env = { ...process.env, ...Object.fromEntries(values), TMPDIR: temporary, TZ: "UTC" };
  const child = spawn(runtime, args, { stdio: ["pipe", "pipe", "pipe", "pipe"], env });
  const [stdin, stdout, stderr, control] = child.stdio as unknown as [
    NodeJS.WritableStream,
    Readable,
    Readable,
    Readable,
  ];
  let last = "";
  for (const stream of [stdout, stderr]) {
    createInterface(stream).on("line", (line) => {
      if (line === "" || SKIPPED.test(line)) return;
      last = line;
      print(parsedLine(line));
    });
  }
  stdin.on("error", () => {});
  stdin.end(message);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `status ${code}`));
  });
  const port = new Promise<number>((resolve, reject) => {
    createInterface(control).on("line", (line) => {
      const { event, socket, port } = JSON.parse(line);
      // The first Worker is the program.
      if (event === "listen" && String(socket).startsWith("direct:0:")) resolve(port);
    });
    child.once("close", () => reject(new Error(last)));
    child.once("error", reject);
  });
  return {
    pid: child.pid,
    port,
    ended,
    kill() {
      // Otherwise, pending output would appear after the reason why workerd ended.
      for (const stream of [stdout, stderr]) stream.destroy();
      child.kill("SIGKILL");
    },
  };
}

/** Structured lines are JSON. Others come from the runtime itself. */
function parsedLine(line: string): Parameters<Print>[0] {
  try {
    const { level, message } = JSON.parse(line);
    if (typeof level === "string" && typeof message === "string") return { level, message };
  } catch {}
  return { level: "log", message: line };
}
