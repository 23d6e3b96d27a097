import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface ProgramVersion {
  readonly version: string;
  /** The beginning of the commit's hash; empty where nothing tells it. */
  readonly commit: string;
}

/** The version of the program in a folder: a release says in its package.json which commit it was made of, a checkout is asked. */
export function programVersion(root: string): ProgramVersion {
  const { version, commit } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { version: String(version), commit: commit === undefined ? commitOf(root) : String(commit) };
}

/** The version in the form that people read: 1.0.0 (8707c72a01). */
export const describeVersion = ({ version, commit }: ProgramVersion) => version + (commit && ` (${commit})`);

function commitOf(root: string) {
  // Git would find a repository around the folder, too.
  if (!existsSync(join(root, ".git"))) return "";
  try {
    // A service runs as another user than the one whose checkout it is.
    const args = ["-c", "safe.directory=*", "rev-parse", "--short=10", "HEAD"];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
