import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { buildWebClient } from "../web-client/build.mjs";
import { COMMON_HEADERS } from "../web-client/file-table.mjs";

/**
 * Puts the web client into the Worker. Miniflare's way to serve files halves the throughput of everything else, and does
 * not compress.
 *
 * @param {string} root
 * @param {{ reloads: boolean }} options
 * @returns {import("rolldown").Plugin}
 */
export function embedClient(root, options) {
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

/**
 * What src/features/server/web-client/embedded-files.ts exports.
 *
 * @param {readonly import("../web-client/file-table.mjs").ServedFile[]} files
 * @param {string | undefined} reloadingVersion
 */
function moduleOf(files, reloadingVersion) {
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
