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

/** Files that are already compressed. */
const PACKED = [".png", ".woff2", ".ogg", ".mp3"];

/**
 * Guards against injected scripts. Only the client's own files run, strings become markup only through the Trusted
 * Types policy "server-html", and workers only start from the client's own files (policy "own-script"). The server's
 * HTML has style attributes (formulas); images of other sites are proxied by the server.
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

export const COMMON_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Cache-Control headers of files with a content hash in their name, and of all other files. */
const CACHING = { hashed: "public, max-age=31536000, immutable", open: "public, max-age=0, must-revalidate" };

export interface BuiltFile {
  /** Path, such as `/w/main.ABCDEFGH.js`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ServedFile {
  readonly path: string;
  readonly type: string;
  readonly cacheControl: string;
  readonly hash: string;
  /** Whether the file is sent compressed to clients that accept it. */
  readonly packs: boolean;
  readonly bytes: Uint8Array;
}

export function fileTable(files: readonly BuiltFile[]): ServedFile[] {
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
