// Imported by a program before its own code: at its end it writes, as the last line of its errors, which CPU time it has used.
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    process.stderr.write(`${userCPUTime + systemCPUTime}\n`);
  });
}
