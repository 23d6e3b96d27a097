import { setTimeout as pause } from "node:timers/promises";
import { listProcesses } from "../../../src/cli/os/processes.ts";

/** Processes whose command line contains this text. */
export function processesNaming(text: string): number[] {
  return listProcesses()
    .filter(({ command }) => command.includes(text))
    .map(({ pid }) => pid);
}

export function isRunning(pid: number): boolean {
  return listProcesses().some(
    (found) => found.pid === pid && found.command !== "" && !found.command.includes("<defunct>"),
  );
}

/** Sends kill -9 to processes. Some of them may have ended meanwhile, perhaps because another one has. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Longest pause between two questions. */
const MAX_PAUSE_MS = 100;

/**
 * Repeats a question until its answer is truthy, and returns the answer. Throws on a timeout. Asks less often the longer
 * it waits, because the questions take processor time from what is waited for.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  ms = 200_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const began = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<Exclude<T, false>>;
    const waited = Date.now() - began;
    if (waited > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await pause(Math.min(10 + waited / 10, MAX_PAUSE_MS));
  }
}
