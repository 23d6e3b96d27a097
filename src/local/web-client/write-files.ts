import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMON_HEADERS, type ServedFile } from "./file-table.ts";

/** Writes a directory as Cloudflare takes it: the files, and `_headers`, which says what each is served with. */
export function writeFiles(directory: string, files: readonly ServedFile[]) {
  rmSync(directory, { recursive: true, force: true });
  for (const { path, bytes } of files) {
    const target = join(directory, path === "/" ? "index.html" : path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  writeFileSync(join(directory, "_headers"), headerRules(files));
}

/** Cloudflare joins what several rules say of one header, so that no two of them may speak of the same. */
function headerRules(files: readonly ServedFile[]) {
  const rule = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  const [hashed] = files.filter(({ path }) => path.startsWith("/w/"));
  const open = files.filter(({ path }) => !path.startsWith("/w/"));
  return [
    // Browsers heed it only where they came with TLS. The Worker adds it to what it serves itself.
    rule("/*", { ...COMMON_HEADERS, "strict-transport-security": "max-age=15552000" }),
    ...(hashed ? [rule("/w/*", { "cache-control": hashed.cacheControl })] : []),
    ...open.map(({ path, cacheControl }) => rule(path, { "cache-control": cacheControl })),
  ].join("\n");
}
