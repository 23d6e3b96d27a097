import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { extname } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Failure } from "../os/failure.ts";
import type { Plan } from "./plan.ts";

// In a release, this script and miniflare-process are built to JavaScript, so their extensions differ from the
// sources'.
const program = fileURLToPath(new URL(`miniflare-process${extname(import.meta.url)}`, import.meta.url));

const running = new Set<ChildProcessWithoutNullStreams>();

export async function endMiniflare(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      child.stdin.end();
      return once(child, "close");
    }),
  );
}

export function startMiniflare(plan: Plan, task: "configuration" | "services"): ChildProcessWithoutNullStreams {
  const compileCache = getCompileCacheDir();
  const env = {
    ...process.env,
    MINIFLARE_WORKERD_V8_FLAGS: plan.v8Flags,
    TMPDIR: plan.data.temporary,
    ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
  };
  const child = spawn(process.execPath, [program, task], { stdio: "pipe", env });
  // If the process ends early, its exit status reports that.
  child.stdin.on("error", () => {});
  // The process ends when its input does, and therefore with this process.
  const workers = plan.workers.map((worker) => ({ ...worker, code: worker.code.read() }));
  child.stdin.write(`${JSON.stringify({ ...plan, workers } satisfies Plan<string>)}\n`);
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

export async function generateConfiguration(plan: Plan): Promise<Buffer> {
  const child = startMiniflare(plan, "configuration");
  const all = [buffer(child.stdout), text(child.stderr), once(child, "close")] as const;
  const [output, words, [status]] = await Promise.all(all);
  if (status !== 0)
    throw new Failure(words.trim().split("\n").at(-1) || `workerd could not be prepared (status ${status})`);
  return output;
}
