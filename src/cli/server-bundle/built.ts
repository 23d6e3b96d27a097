// Replaces bundle.ts in a release, where the Worker is already built and no build tools exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../os/failure.ts";
import type { Client } from "./server-bundle.ts";

export async function bundle(root: string, _entry: string, client: Client) {
  if (client === "reloading")
    throw new Failure("--watch needs a checkout: a release has no sources that could change", 2);
  return readFileSync(join(root, "worker.mjs"), "utf8");
}
