/** A file of the web client as the Worker has it. */
export interface EmbeddedFile {
  readonly path: string;
  readonly type: string;
  readonly cacheControl: string;
  /** The digest of its content. */
  readonly hash: string;
  /** Whether `content` is compressed (gzip). */
  readonly packed: boolean;
  /** In base64. */
  readonly content: string;
}

/**
 * The files of the web client, which `npm start` puts here when it bundles the Worker (src/local/bundle/embed-client.ts).
 * On Cloudflare there are none: it serves dist/web itself, before the Worker is asked.
 */
export const embeddedFiles: readonly EmbeddedFile[] = [];

/** The headers that all of them are served with. */
export const commonHeaders: Readonly<Record<string, string>> = {};

/** The version of the client where pages are loaded anew when that changes: under `npm run dev`. */
export const reloadingVersion: string | undefined = undefined;
