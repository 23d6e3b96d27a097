import { dirname } from "node:path";
import { Failure } from "./failure.mjs";
import { permissionAdvice } from "./ownership.mjs";

/**
 * Runs a command to its end. What the user, or the system, can set right is said in one line.
 *
 * @param {string} name @param {() => void | Promise<void>} work
 */
export async function runCommand(name, work) {
  try {
    await work();
  } catch (error) {
    const { message, syscall, code, path } = /** @type {NodeJS.ErrnoException} */ (error);
    const isUsage = code?.startsWith("ERR_PARSE_ARGS") === true;
    const isKnown = error instanceof Failure || syscall !== undefined || code === "ERR_SQLITE_ERROR" || isUsage;
    const advice = path === undefined ? "" : permissionAdvice(code, path, dirname(path));
    console.error(isKnown ? `${name}: ${message}${advice && `: ${advice}`}` : error);
    process.exitCode = error instanceof Failure ? error.status : isUsage ? 2 : 1;
  }
}
