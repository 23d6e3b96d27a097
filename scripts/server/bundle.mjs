import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { embedClient } from "./embed-client.mjs";
import { Failure } from "./failure.mjs";

/**
 * Bundles a program into one file of JavaScript. A bundle is kept, and used again for the same sources, so that a start
 * does not wait for it.
 *
 * @param {string} root @param {string} entry
 * @param {{ reloads?: boolean }} [options] whether pages of the web client in it are loaded anew when they change
 */
export async function bundle(root, entry, { reloads = false } = {}) {
  const made = join(root, "node_modules/.cache/parley", `${fingerprint(root, entry, reloads)}.js`);
  try {
    return readFileSync(made, "utf8");
  } catch {
    const code = await build(root, entry, reloads);
    keep(made, code);
    return code;
  }
}

/**
 * A hash of all that a bundle depends on: the sources, the versions of packages, and the scripts that make it.
 *
 * @param {string} root @param {string} entry @param {boolean} reloads
 */
function fingerprint(root, entry, reloads) {
  const hash = createHash("sha256").update(`${entry} ${reloads}`);
  const made = [import.meta.filename, join(import.meta.dirname, "embed-client.mjs")];
  const sources = [...filesIn(join(root, dirname(entry))), ...filesIn(join(import.meta.dirname, "../web"))];
  for (const file of [...sources, join(root, "package-lock.json"), ...made]) {
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 32);
}

/** @param {string} directory */
function filesIn(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

/** @param {string} root @param {string} entry @param {boolean} reloads */
async function build(root, entry, reloads) {
  const esbuild = await import("esbuild");
  try {
    const result = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "import"],
      external: ["cloudflare:*", "node:*"],
      loader: {
        ".sql": "text",
        ".html": "text",
        ".svg": "text",
        ".css": "text",
        ".txt": "text",
        ".client.js": "text",
        ".png": "binary",
      },
      logLevel: "error",
      plugins: [embedClient(esbuild, root, { reloads })],
    });
    return result.outputFiles.map(({ text }) => text).join("");
  } catch {
    // esbuild has printed what is wrong, and where.
    throw new Failure(`${entry} does not build`);
  } finally {
    // esbuild leaves a process of its own waiting for more work.
    await esbuild.stop();
  }
}

/**
 * Writes a bundle whole or not at all, for another start may be writing the same one. Does nothing where that fails.
 *
 * @param {string} file @param {string} code
 */
function keep(file, code) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, code);
    renameSync(part, file);
  } catch {
    // The next start bundles again.
  }
}
