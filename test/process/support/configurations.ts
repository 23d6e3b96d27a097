import { linkSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sharedConfigurations } from "./founded.ts";

/**
 * Links the configurations of workerd that earlier starts of the run have generated into a data directory without any,
 * because generating one takes a third of a start. A server that needs a different one generates it.
 */
export function lendConfigurations(data: string): void {
  const run = join(data, "run");
  if (!isOwn(data) || configurationsIn(run).length > 0) return;
  mkdirSync(run, { recursive: true, mode: 0o700 });
  link(sharedConfigurations(process.ppid), run);
}

/** Shares the configuration that a server uses. */
export function shareConfiguration(data: string): void {
  if (!isOwn(data)) return;
  const shared = sharedConfigurations(process.ppid);
  mkdirSync(shared, { recursive: true });
  link(join(data, "run"), shared);
}

function link(from: string, to: string) {
  for (const name of configurationsIn(from)) {
    try {
      linkSync(join(from, name), join(to, name));
    } catch {
      // Either it is linked already, or the server or another test file has just removed it.
    }
  }
}

function configurationsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^configuration-[\da-f]+$/.test(name));
  } catch {
    return [];
  }
}

/** In another user's directory, the server gives all files to that user. */
const isOwn = (data: string): boolean => {
  const found = statSync(data, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
};
