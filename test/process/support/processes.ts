import { setTimeout as pause } from "node:timers/promises";
import { listProcesses } from "../../../src/cli/os/processes.ts";

/** Returns the processes whose command line contains a text. */
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

/** Sends kill -9 to processes. Some of them may already have ended, perhaps because another one has. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The longest pause between two calls of `ask`. */
const MAX_PAUSE_MS = 100;

/**
 * Calls `ask` until its result is truthy, and returns the result. Throws on a timeout. The longer it waits, the longer
 * the pauses are, because the calls take processor time from what is waited for.
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
