import { existsSync, readdirSync, renameSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "rolldown";
import type { Plugin, ViteUserConfig } from "vitest/config";
import { fingerprint, inputOptions, removeOldest } from "../../src/cli/server-bundle/server-bundle.ts";

/**
 * Bundles the Worker's sources into a single file, which workerd imports directly, and adds a module for each source
 * that tests may import. Otherwise, Vite would load the two thousand sources one by one whenever workerd starts, which
 * takes twenty seconds.
 */
export function bundleProgram(root: string): Plugin {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && !/^src\/(web|cli)\//.test(path));
  let made: Promise<string> | undefined;
  const known = new Set(sources);
  return {
    name: "bundled-program",
    enforce: "pre",
    config: {
      order: "post",
      handler: (config: ViteUserConfig) => {
        // The pool makes Vite inline all modules. This excludes the program.
        config.test = { ...config.test, server: { deps: { inline: [new RegExp(`^(?!.*/${CACHE}/)`)] } } };
      },
    },
    async resolveId(source, importer) {
      const path = relative(root, resolvedIn(root, source, importer));
      if (!known.has(path) || known.has(relative(root, importer ?? ""))) return undefined;
      made ??= make(root, sources);
      return join(await made, moduleOf(path));
    },
  };
}

const CACHE = "node_modules/.cache/parley-tests/test-program";

const moduleOf = (path: string) => path.replace(/\.ts$/, ".mjs");

/** Returns the path of an imported file. Vite gives paths below the root without the root. */
const resolvedIn = (root: string, source: string, importer = root) =>
  source.startsWith("/src/") ? join(root, source) : resolve(dirname(importer), source);

/** Builds the modules, unless they were already built from the same sources. Returns their directory. */
async function make(root: string, sources: string[]): Promise<string> {
  const made = join(root, CACHE, fingerprint(root, "src/worker.ts").slice(0, 16));
  if (existsSync(made)) return made;
  const part = `${made}.${process.pid}`;
  await build({
    ...inputOptions(root),
    logLevel: "silent",
    input: Object.fromEntries(sources.map((path) => [path.replace(/\.ts$/, ""), join(root, path)])),
    preserveEntrySignatures: "allow-extension",
    output: {
      ...{ dir: part, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
      ...{ sourcemap: true, keepNames: true, codeSplitting: { groups: [{ name: "program", test: /./ }] } },
    },
  });
  // Another run may have built the same modules in the meantime.
  if (!existsSync(made)) renameSync(part, made);
  removeOldest(join(root, CACHE), 3);
  return made;
}
