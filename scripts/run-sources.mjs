// Lets Node import the program's sources, which are written for a bundler: they import text files, and use syntax of
// TypeScript that Node cannot strip. node --import ./scripts/run-sources.mjs FILE
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { transformSync } from "esbuild";

const sources = new URL("../src/", import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(sources)) return next(url, context);
    const loader = url.endsWith(".ts") ? "ts" : url.endsWith(".txt") ? "text" : undefined;
    if (loader === undefined) return next(url, context);
    const { code } = transformSync(readFileSync(new URL(url), "utf8"), { loader, format: "esm", sourcemap: "inline" });
    return { format: "module", source: code, shortCircuit: true };
  },
});
