import { existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sharedConfigurations } from "./founded.ts";
import type { LaunchOptions } from "./launch.ts";

type Options = Pick<Partial<LaunchOptions>, "args" | "env">;

/**
 * Links workerd's configuration of the run's first start with the same options into a copied data directory, because
 * generating it takes a third of a start. A server that needs a different one generates it.
 */
export function lendConfiguration(data: string, options: Options): void {
  const [shared, run] = [sharedFor(options), join(data, "run")];
  const [name] = existsSync(shared) ? readdirSync(shared) : [];
  if (name === undefined) return;
  for (const other of configurationsIn(run)) rmSync(join(run, other));
  linkSync(join(shared, name), join(run, name));
}

/** Shares the configuration that a server has generated. */
export function shareConfiguration(data: string, options: Options): void {
  const [shared, run] = [sharedFor(options), join(data, "run")];
  if (existsSync(shared)) return;
  const [name = ""] = configurationsIn(run);
  mkdirSync(shared, { recursive: true });
  try {
    linkSync(join(run, name), join(shared, name));
  } catch {
    // Another test file was faster.
  }
}

const configurationsIn = (run: string): string[] =>
  readdirSync(run).filter((name) => name.startsWith("configuration-"));

/** A configuration depends on which variables are set, but on few of their values. */
function sharedFor({ args = [], env = {} }: Options): string {
  const names = [...args.filter((arg) => arg.startsWith("--")), ...Object.keys(env)];
  return join(sharedConfigurations(process.ppid), names.toSorted().join() || "none");
}
