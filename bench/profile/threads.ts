import { readdirSync, readFileSync } from "node:fs";

/** The CPU time of a process in microseconds: its main thread, and all others. */
interface ThreadTimes {
  readonly main: number;
  readonly others: number;
}

/** Returns the CPU time of a process so far. Throws if the system doesn't provide thread times. */
export function threadTimes(pid: number): ThreadTimes {
  const of = (thread: string | number) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1000;
  const others = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid));
  return { main: of(pid), others: others.reduce((sum, thread) => sum + of(thread), 0) };
}

/** The CPU time that processes use for some work. */
export async function threadTimesDuring(pids: readonly number[], work: () => Promise<unknown>): Promise<ThreadTimes[]> {
  const before = pids.map(threadTimes);
  await work();
  return pids.map((pid, index) => {
    const { main, others } = threadTimes(pid);
    return { main: main - (before[index]?.main ?? 0), others: others - (before[index]?.others ?? 0) };
  });
}
