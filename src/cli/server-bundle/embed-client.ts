import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { Plugin } from "rolldown";
import { buildWebClient } from "../build-web-client/build.ts";
import { COMMON_HEADERS, type ServedFile } from "../build-web-client/file-table.ts";

/**
 * Embeds the web client in the Worker. Serving files through Miniflare halves the throughput of everything else, and
 * doesn't compress them.
 */
export function embedClient(root: string, options: { reloads: boolean }): Plugin {
  return {
    name: "embed-client",
    load: {
      filter: { id: /web-client[/\\]embedded-files\.ts$/ },
      async handler() {
        const { version, files } = await buildWebClient(root, options);
        return { code: moduleOf(files, options.reloads ? version : undefined), moduleType: "js" };
      },
    },
  };
}

/** Generates the module that replaces src/features/server/web-client/embedded-files.ts. */
function moduleOf(files: readonly ServedFile[], reloadingVersion: string | undefined) {
  const embedded = files.map(({ path, type, cacheControl, hash, packs, bytes }) => {
    const content = Buffer.from(packs ? gzipSync(bytes, { level: 9 }) : bytes).toString("base64");
    return { path, type, cacheControl, hash, packed: packs, content };
  });
  return [
    `export const embeddedFiles = ${JSON.stringify(embedded)};`,
    `export const commonHeaders = ${JSON.stringify(COMMON_HEADERS)};`,
    `export const reloadingVersion = ${JSON.stringify(reloadingVersion)};`,
  ].join("\n");
}
