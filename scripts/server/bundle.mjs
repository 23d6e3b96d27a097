import { build, stop } from "esbuild";
import { Failure } from "./failure.mjs";

/**
 * One file's worth of JavaScript, in memory.
 *
 * @param {string} root @param {string} entry
 */
export async function bundle(root, entry) {
  try {
    const result = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "import"],
      external: ["cloudflare:*", "node:*"],
      loader: { ".sql": "text", ".html": "text", ".svg": "text", ".client.js": "text" },
      logLevel: "error",
    });
    return result.outputFiles.map(({ text }) => text).join("");
  } catch {
    // esbuild has printed what is wrong, and where.
    throw new Failure(`${entry} does not build`);
  } finally {
    // esbuild leaves a process of its own waiting for more work.
    await stop();
  }
}
