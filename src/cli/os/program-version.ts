import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeVersion } from "../../protocol/version.ts";

interface ProgramVersion {
  /** Shown to users. Includes the commit if this isn't a release. */
  readonly version: string;
  /** Abbreviated commit hash; empty if unknown. */
  readonly commit: string;
}

/**
 * Returns the version of the program in a folder, with its commit: from package.json in a release, from Git in a
 * checkout.
 */
export function programVersion(root: string): ProgramVersion {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commit = manifest.commit === undefined ? commitOf(root) : String(manifest.commit);
  return { version: describeVersion(String(manifest.version), commit), commit };
}

function commitOf(root: string) {
  // Git would also find a repository in a parent folder.
  if (!existsSync(join(root, ".git"))) return "";
  try {
    // A service can run as a different user than the checkout's owner.
    const args = ["-c", "safe.directory=*", "rev-parse", "--short=10", "HEAD"];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
