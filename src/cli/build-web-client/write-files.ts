import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMON_HEADERS, type ServedFile } from "./file-table.ts";

/** Writes a directory in Cloudflare's format: the files, and `_headers`, which lists each file's headers. */
export function writeFiles(directory: string, files: readonly ServedFile[]) {
  rmSync(directory, { recursive: true, force: true });
  for (const { path, bytes } of files) {
    const target = join(directory, path === "/" ? "index.html" : path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  writeFileSync(join(directory, "_headers"), headerRules(files));
}

/**
 * Returns the rules for headers. Cloudflare joins the values of one header from several rules, so no two rules may set
 * the same header.
 */
function headerRules(files: readonly ServedFile[]) {
  const rule = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  const [hashed] = files.filter(({ path }) => path.startsWith("/w/"));
  const open = files.filter(({ path }) => !path.startsWith("/w/"));
  return [
    // Browsers only respect this header on TLS connections. The Worker adds it to its own responses.
    rule("/*", { ...COMMON_HEADERS, "strict-transport-security": "max-age=15552000" }),
    ...(hashed ? [rule("/w/*", { "cache-control": hashed.cacheControl })] : []),
    ...open.map(({ path, cacheControl }) => rule(path, { "cache-control": cacheControl })),
  ].join("\n");
}
