import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import type { InputOptions, OutputOptions, Plugin } from "rolldown";
import { Failure } from "../os/failure.ts";
import { programVersion } from "../os/program-version.ts";

/** Bundles kept in the cache. During development, each change creates another. */
const MAX_BUNDLES = 12;

/**
 * Whether a bundle includes the web client: not at all (for Cloudflare), unchanged, or with pages that reload when the
 * client changes.
 */
export type Client = "none" | "embedded" | "reloading";

/**
 * Bundles a program into one JavaScript file. Bundles are cached by their sources, so that a start doesn't have to
 * wait.
 */
export async function bundle(root: string, entry: string, client: Client = "none") {
  const made = join(root, "node_modules/.cache/parley", `${fingerprint(root, entry, client)}.js`);
  try {
    return readFileSync(made, "utf8");
  } catch {
    const code = await buildApart(root, entry, client);
    writeBundle(made, code);
    return code;
  }
}

/** Bundles in a separate process, because bundling takes hundreds of megabytes that a server would keep. */
async function buildApart(root: string, entry: string, client: Client): Promise<string> {
  const maker = join(import.meta.dirname, "make-bundle.ts");
  const child = spawn(process.execPath, [maker, root, entry, client], { stdio: ["ignore", "pipe", "pipe"] });
  const [code, words, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (status !== 0) throw new Failure(words.trim() || `${entry} does not build`);
  return code;
}

/**
 * Hashes everything a bundle depends on: sources, package versions, and build scripts. Files are compared by size and
 * modification time, because reading them all would take a tenth of the startup time.
 */
export function fingerprint(root: string, entry: string, client: Client = "none") {
  const hash = createHash("sha256").update(`${entry} ${client} ${programVersion(root).commit}`);
  const local = join(root, "src/cli");
  const program = filesIn(join(root, dirname(entry))).filter((file) => !file.startsWith(local + sep));
  const makers = [import.meta.dirname, join(import.meta.dirname, "../build-web-client")].flatMap(filesIn);
  for (const file of [...program, ...makers, join(root, "package-lock.json")]) {
    const { size, mtimeNs } = statSync(file, { bigint: true });
    hash.update(`${file} ${size} ${mtimeNs}\n`);
  }
  return hash.digest("hex").slice(0, 32);
}

function filesIn(directory: string) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

/** Files that are included as text instead of being compiled. */
const AS_THEY_ARE = /\.(sql|svg|css|txt|client\.js)$/;

export const bundleAnew = async (root: string, entry: string, plugins: Plugin[] = []) =>
  (await build(root, entry, plugins)).code;

/** Like `bundleAnew`, but also returns the source map's JSON. */
export async function bundleMapped(root: string, entry: string) {
  const { code, map } = await build(root, entry, [], true);
  return { code, map: String(map) };
}

export const inputOptions = (root: string, plugins: Plugin[] = []): InputOptions => ({
  cwd: root,
  platform: "browser",
  tsconfig: false,
  resolve: { conditionNames: ["workerd", "worker", "import"] },
  external: /^(cloudflare|node):/,
  transform: { target: "es2024", define: { COMMIT: JSON.stringify(programVersion(root).commit) } },
  moduleTypes: { ".png": "binary" },
  plugins: [
    {
      name: "texts",
      load: {
        filter: { id: AS_THEY_ARE },
        handler: (id: string) => ({ code: readFileSync(id, "utf8"), moduleType: "text" as const }),
      },
    },
    ...plugins,
  ],
});

async function build(root: string, entry: string, plugins: Plugin[], sourcemap = false) {
  const [{ code, map }] = await generate(root, entry, plugins, { codeSplitting: false, sourcemap });
  return { code: inAscii(code), map };
}

/** Bundles a program with additional output options. */
export async function generate(root: string, entry: string, plugins: Plugin[], options: OutputOptions) {
  const rolldown = await import("rolldown");
  try {
    const { output } = await rolldown.build({
      ...inputOptions(root, plugins),
      input: entry,
      write: false,
      output: { format: "esm", comments: false, ...options },
    });
    return output;
  } catch (error) {
    throw new Failure(`${entry} does not build: ${stripVTControlCharacters((error as Error).message)}`);
  }
}

/**
 * Escapes non-ASCII characters, because engines store a source at two bytes per character if a single character needs
 * it.
 */
export const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes a bundle atomically, because another start may be writing the same one. Does nothing if that fails. */
function writeBundle(file: string, code: string) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, code);
    renameSync(part, file);
    removeOldest(dirname(file), MAX_BUNDLES);
  } catch {
    // The next start bundles again.
  }
}

export function removeOldest(directory: string, kept: number) {
  const files = readdirSync(directory).map((name) => join(directory, name));
  const byAge = files.map((file) => ({ file, made: statSync(file).mtimeMs })).sort((a, b) => b.made - a.made);
  for (const { file } of byAge.slice(kept)) rmSync(file, { recursive: true, force: true });
}
