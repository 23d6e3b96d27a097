import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../os/failure.ts";
import { takeLock } from "../os/lock.ts";
import { giveToOwner, permissionAdvice } from "../os/ownership.ts";
import { isAlive, listProcesses } from "../os/processes.ts";
import { noteFile, readServerNote, type ServerNote, writeServerNote } from "./server-note.ts";

/** Returns the path of a file that exists while a backup is being restored into a data directory. */
export const restoringMark = (data: string) => join(data, "restoring.json");

/** Whether a restore into a data directory was started but not finished. Its content must not be served. */
export const isHalfRestored = (data: string) => existsSync(restoringMark(data));

/**
 * Returns details of an interrupted restore: the organization, if only one was being restored, and the blobs that were
 * about to be removed.
 */
export const halfRestored = (data: string): { organization?: string; blobs?: string[] } | undefined =>
  isHalfRestored(data) ? JSON.parse(readFileSync(restoringMark(data), "utf8")) : undefined;

/** Whether a server uses a data directory. Checks the lock, because a server that was killed leaves its note behind. */
export function isServed(data: string): boolean {
  const lock = takeLock(lockFile(data), data);
  lock?.close();
  return lock === null;
}

const lockFile = (data: string) => join(data, "run", "lock");

/**
 * Makes this process the only server of a data directory until it ends, however it ends.
 *
 * Two things can hold a directory: a server's Node process, and a runtime that outlived it (after kill -9). The first
 * is excluded by a lock that the kernel releases when the process ends, so that no one has to guess whether a lock is
 * stale. Only the lock's owner starts runtimes, so a runtime that a new owner finds is an orphan. It is found by its
 * command line, which starts with a link named after the directory's identity (not its path: a renamed directory keeps
 * its identity, a copy gets another).
 *
 * @param workerd the runtime's executable, or null to restore a backup into the directory without serving it
 */
export async function claimDataDirectory(path: string, workerd: string | null) {
  const root = usable(path);
  if (isHalfRestored(root) && workerd !== null) {
    throw new Failure(`${root} holds a part of a backup: its restore was interrupted; run parley restore again`);
  }
  const run = join(root, "run");
  const lock = takeLock(lockFile(root), root);
  if (!lock) throw new Failure(`another server${await ownerOf(root)} is using ${root}`);
  let note: ServerNote = { pid: process.pid };
  const write = (more: Partial<ServerNote>) => {
    note = { ...note, ...more };
    writeServerNote(root, note);
  };
  write({});

  const { dev, ino } = statSync(run);
  const name = `workerd-${dev}-${ino}`;
  await endOrphans(root, name);

  const temporary = temporaryIn(root);
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  giveToOwner(root);
  return {
    path: root,
    /** Directory that is emptied at every start. */
    temporary,
    /** Executable, under a name that marks its process as belonging to this directory. */
    runtime: workerd === null ? "" : link(run, name, workerd),
    /**
     * Adds the addresses to the server's note (server-note.ts) once the server accepts requests.
     *
     * @param address the address that other programs on this machine connect to
     * @param takesReloads whether a signal makes the server reload the program
     */
    announce(url: string, address: string, takesReloads: boolean) {
      write({ url, address, ...(takesReloads && { reloads: { count: 0, problem: null } }) });
    },
    /**
     * Reports that the program was reloaded, or why it wasn't.
     *
     * @param count the number of reloads so far
     */
    reloaded(count: number, problem: string | null) {
      write({ reloads: { count, problem } });
    },
    /** Call this once nothing uses the directory. The lock itself is released when the process ends. */
    release() {
      rmSync(noteFile(root), { force: true });
      rmSync(temporary, { recursive: true, force: true });
      giveToOwner(root);
      lock.close();
    },
  };
}

function usable(path: string) {
  try {
    // Only the owner can access a new directory, because it holds every message.
    mkdirSync(join(path, "run"), { recursive: true, mode: 0o700 });
    const root = realpathSync(path);
    for (const directory of [root, ...["run", "d1", "do", "r2"].flatMap((name) => withChildren(join(root, name)))]) {
      accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    return root;
  } catch (error) {
    const { message, code, path: refused = path } = error as NodeJS.ErrnoException;
    const [what] = message.split(", ", 1);
    const advice = permissionAdvice(code, refused, resolve(path));
    throw new Failure(`cannot use the data directory ${resolve(path)} (${what})${advice && `: ${advice}`}`);
  }
}

export const temporaryIn = (data: string): string => join(resolve(data), "run", "tmp");

function withChildren(directory: string): string[] {
  if (!statSync(directory, { throwIfNoEntry: false })) return [];
  const children = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [directory, ...children.map((entry) => join(directory, entry.name))];
}

/**
 * Describes the server that has the lock. The server writes its note right after taking the lock, so this retries for a
 * moment.
 */
async function ownerOf(data: string) {
  for (let attempt = 0; attempt < 25; attempt++) {
    try {
      const note = readServerNote(data);
      if (note && isAlive(note.pid)) return ` (process ${note.pid}${note.url ? `, ${note.url}` : ""})`;
    } catch {
      // Another user's server note can't be read.
    }
    await pause(20);
  }
  return "";
}

// Matches a Node process that runs the script. Doesn't match a supervisor that only has the script's name in its
// command line, because it may have adopted an orphan.
const runsServer = /^\S*node (-\S+ )*\S*(start\.mjs\b|parley(\.mjs)? start\b)/;

async function endOrphans(root: string, name: string) {
  for (let attempt = 0; attempt < 250; attempt++) {
    const processes = listProcesses();
    const found = processes.filter(({ command }) => command.split(" serve ", 1)[0]?.endsWith(`/${name}`));
    if (found.length === 0) return;
    for (const { pid, parent } of found) {
      if (processes.some((other) => other.pid === parent && runsServer.test(other.command))) {
        throw new Failure(`process ${parent} still runs a server from ${root}, which was moved or replaced under it`);
      }
      if (attempt === 0) console.log(`Ending process ${pid}, left behind by a server that was killed.`);
      killProcess(pid, root);
    }
    await pause(20);
  }
  throw new Failure(`a process left behind by an earlier server does not end and still uses ${root}`);
}

function killProcess(pid: number, root: string) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
    throw new Failure(
      `process ${pid}, left behind by an earlier server, uses ${root}, and you don't have permission to end it`,
    );
  }
}

function link(run: string, name: string, workerd: string) {
  for (const old of readdirSync(run)) if (old.startsWith("workerd-")) rmSync(join(run, old));
  symlinkSync(workerd, join(run, name));
  return join(run, name);
}
