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

/** Files that only their owner can read, even if others can read the directory. */
const SECRETS = ["zuliprc", "setup-token", "parley.toml", "push-service.toml", "owner.new"];

/**
 * Changes the owner and mode of files that root created below a directory to the directory's. Otherwise, a service
 * couldn't use files that root's commands created. Other users can only create files of their own anyway.
 */
export function giveToOwner(directory: string) {
  if (process.getuid?.() !== 0) return;
  const { uid, gid, mode } = statSync(directory);
  if (uid === 0) return;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // A runtime that is shutting down may have removed this file.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== 0) continue;
    lchownSync(path, uid, gid);
    if (found.isDirectory()) chmodSync(path, mode & 0o777);
    else if (found.isFile()) chmodSync(path, SECRETS.includes(entry.name) ? 0o600 : mode & 0o666);
  }
}

/**
 * Returns advice about a file that the system denies to this process's user, or "" if something else is wrong.
 *
 * @param code the system's error code
 * @param path the denied file
 */
export function permissionAdvice(code: string | undefined, path: string, directory: string) {
  const user = process.getuid?.();
  if ((code !== "EACCES" && code !== "EPERM") || user === undefined) return "";
  const { name, owner } = ownerOf(path);
  if (owner === user) return `${name} is not for its own user to use: chmod -R u+rwX ${directory}`;
  const who = userName(user);
  return `${name} belongs to ${userName(owner)}, and this runs as ${who}: sudo chown -R ${who}: ${directory}`;
}

/**
 * Throws, with advice, if a file, or the folder where it would be created, isn't accessible. SQLite only reports that
 * it can't open the file.
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

/** Returns a file's owner, or that of the nearest parent directory that is accessible. */
function ownerOf(path: string) {
  for (let name = path; ; name = dirname(name)) {
    try {
      return { name, owner: statSync(name).uid };
    } catch (error) {
      if (name === dirname(name)) throw error;
    }
  }
}

function userName(uid: number) {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find(([, , id]) => id === String(uid))?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
