import { createHash } from "node:crypto";
import { extname } from "node:path";

const TYPES = new Map([
  ["", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".txt", "text/plain; charset=utf-8"],
  [".png", "image/png"],
  [".woff2", "font/woff2"],
  [".ogg", "audio/ogg"],
  [".mp3", "audio/mpeg"],
  [".webmanifest", "application/manifest+json"],
]);

/** Files that are packed already. */
const PACKED = [".png", ".woff2", ".ogg", ".mp3"];

/**
 * What no script can do that gets into the page: only the client's own files run, and a text becomes markup only by way
 * of the one function that makes the policy "server-html", and a worker only from such a file ("own-script"). The server's HTML has styles in attributes (formulas);
 * pictures of other sites come by way of the server.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types server-html own-script",
].join("; ");

/** The headers of all files. */
export const COMMON_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** How long a file may be kept whose name changes with what it holds, and how long the others. */
const CACHING = { hashed: "public, max-age=31536000, immutable", open: "public, max-age=0, must-revalidate" };

/**
 * A file of the client: where it is served, and what it holds.
 *
 * @typedef {object} BuiltFile
 * @property {string} path such as `/w/main.ABCDEFGH.js`
 * @property {Uint8Array} bytes
 */

/**
 * A file as it is served.
 *
 * @typedef {object} ServedFile
 * @property {string} path
 * @property {string} type
 * @property {string} cacheControl
 * @property {string} hash of what it holds
 * @property {boolean} packs whether it is sent compressed to those who take it so
 * @property {Uint8Array} bytes
 */

/**
 * @param {readonly BuiltFile[]} files
 * @returns {ServedFile[]}
 */
export function fileTable(files) {
  return files.map(({ path, bytes }) => {
    const type = TYPES.get(extname(path));
    if (type === undefined) throw new Error(`what type is ${path}?`);
    return {
      path,
      type,
      cacheControl: path.startsWith("/w/") ? CACHING.hashed : CACHING.open,
      hash: createHash("sha256").update(bytes).digest("hex").slice(0, 16),
      packs: !PACKED.includes(extname(path)),
      bytes,
    };
  });
}
