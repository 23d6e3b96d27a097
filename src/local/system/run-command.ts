import { dirname } from "node:path";
import { Failure } from "./failure.ts";
import { permissionAdvice } from "./ownership.ts";

/** Runs a command to its end. What the user, or the system, can set right is said in one line. */
export async function runCommand(name: string, work: () => void | Promise<void>) {
  try {
    await work();
  } catch (error) {
    const { message, syscall, code, path } = error as NodeJS.ErrnoException;
    const isUsage = code?.startsWith("ERR_PARSE_ARGS") === true;
    const isKnown = error instanceof Failure || syscall !== undefined || code === "ERR_SQLITE_ERROR" || isUsage;
    const advice = path === undefined ? "" : permissionAdvice(code, path, dirname(path));
    console.error(isKnown ? `${name}: ${message}${advice && `: ${advice}`}` : error);
    process.exitCode = error instanceof Failure ? error.status : isUsage ? 2 : 1;
  }
}
