export interface EmbeddedFile {
  readonly path: string;
  readonly type: string;
  readonly cacheControl: string;
  readonly hash: string;
  /** Whether `content` is gzip-compressed. */
  readonly packed: boolean;
  /** The content in Base64. */
  readonly content: string;
}

/**
 * Files of the web client. `npm start` puts them here when it bundles the Worker
 * (src/cli/server-bundle/embed-client.ts). Empty on Cloudflare, which serves dist/web itself, without calling the
 * Worker.
 */
export const embeddedFiles: readonly EmbeddedFile[] = [];

export const commonHeaders: Readonly<Record<string, string>> = {};

/** Version of the client, if pages should reload when it changes, as under `npm run dev`. Otherwise undefined. */
export const reloadingVersion: string | undefined = undefined;
