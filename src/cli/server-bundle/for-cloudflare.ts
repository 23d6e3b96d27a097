import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate, inAscii } from "./server-bundle.ts";

/** A module of the Worker, or a module's source map. */
interface BuiltFile {
  readonly name: string;
  readonly content: string;
}

/**
 * Bundles the Worker for Cloudflare: minified, with rarely needed code in separate modules. Source maps make stack
 * traces refer to the sources. The first file is the main module.
 */
export async function bundleForCloudflare(root: string): Promise<BuiltFile[]> {
  const output = await generate(root, "src/worker.ts", [], {
    ...{ minify: true, keepNames: true, sourcemap: true },
    ...{ entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  });
  return output.map((file) => ({
    name: file.fileName,
    content: file.type === "chunk" ? inAscii(file.code) : String(file.source),
  }));
}

/** Writes only what has changed, because another wrangler may be reading the same build. */
export function writeModules(folder: string, files: readonly BuiltFile[]): void {
  mkdirSync(folder, { recursive: true });
  const earlier = new Set(readdirSync(folder));
  for (const { name, content } of files) {
    const file = join(folder, name);
    if (!earlier.delete(name) || readFileSync(file, "utf8") !== content) writeFileSync(file, content);
  }
  for (const name of earlier) rmSync(join(folder, name));
}
