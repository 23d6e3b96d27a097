import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../src/cli/server-bundle/server-bundle.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Returns a hash of everything that the contents of a filled organization depend on: the tables of the realm and the
 * bulk store, and the code in this folder.
 */
export async function schemaFingerprint(): Promise<string> {
  const { features } = await imported("src/features.ts");
  const { schemasOf } = await imported("src/realm-object/build-realm.ts");
  const hash = createHash("sha256").update(JSON.stringify(schemasOf(features)));
  for (const folder of ["migrations", "bench/seed"]) {
    for (const name of readdirSync(join(root, folder)).sort()) hash.update(readFileSync(join(root, folder, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

// biome-ignore lint/suspicious/noExplicitAny: what a module exports that is read as text
async function imported(entry: string): Promise<any> {
  return import(`data:text/javascript,${encodeURIComponent(await bundle(root, entry))}`);
}
