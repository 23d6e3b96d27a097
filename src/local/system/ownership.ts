import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "./failure.ts";

/** Files that only their owner can read, even where others can read the directory. */
const SECRETS = ["zuliprc", "setup-token", "push-service.toml", "owner.new"];

/**
 * Gives what root has made below a directory to whom the directory belongs, with the directory's mode: who else may
 * read the one may read the other. Without it, a service could not use what a command of root's has put there. Another
 * user than root can only make what is their own.
 */
export function giveToOwner(directory: string) {
  if (process.getuid?.() !== 0) return;
  const { uid, gid, mode } = statSync(directory);
  if (uid === 0) return;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // A runtime that ends removes files of its own meanwhile.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== 0) continue;
    lchownSync(path, uid, gid);
    if (found.isDirectory()) chmodSync(path, mode & 0o777);
    else if (found.isFile()) chmodSync(path, SECRETS.includes(entry.name) ? 0o600 : mode & 0o666);
  }
}

/**
 * Advice about a file of a directory that the system refuses to this process's user; "" where another thing is wrong.
 *
 * @param code the system's
 * @param path what was refused
 */
export function permissionAdvice(code: string | undefined, path: string, directory: string) {
  const user = process.getuid?.();
  if ((code !== "EACCES" && code !== "EPERM") || user === undefined) return "";
  const { name, owner } = ownerOf(path);
  if (owner === user) return `${name} is not for its own user to use: chmod -R u+rwX ${directory}`;
  const who = nameOf(user);
  return `${name} belongs to ${nameOf(owner)}, and this runs as ${who}: sudo chown -R ${who}: ${directory}`;
}

/**
 * Throws, with what is to be done, where a file, or the folder that is to have it, may not be used: SQLite says only
 * that it cannot open it.
 */
export function checkUsable(file: string, directory: string) {
  const asked = existsSync(file) ? file : dirname(file);
  try {
    accessSync(asked, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(`cannot use ${asked}: ${permissionAdvice(code, asked, directory) || message}`);
  }
}

/** Finds the owner of a file; that of the directory where the file lies in one that is not readable either. */
function ownerOf(path: string) {
  for (let name = path; ; name = dirname(name)) {
    try {
      return { name, owner: statSync(name).uid };
    } catch (error) {
      if (name === dirname(name)) throw error;
    }
  }
}

function nameOf(uid: number) {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
