import type { WorkerSettings } from "./settings.ts";

/** The settings of a deployment, and its bindings (wrangler.toml). */
export interface Env extends WorkerSettings {
  REALM: DurableObjectNamespace;
  HASHER: DurableObjectNamespace;
  IMPORTER: DurableObjectNamespace;
  RELAY: DurableObjectNamespace;
  CALL_ROOM: DurableObjectNamespace;
  DB: D1Database;
  /** Further databases, DB2 and so on. */
  [database: `DB${number}`]: D1Database | undefined;
  UPLOADS: R2Bucket;
  /** Makes pictures of other sizes. Without it, pictures are shown as they were uploaded. */
  IMAGES?: ImagesBinding;
  /** The Worker compresses long answers itself; `npm start` says so, and the port at which its machine reaches it. */
  COMPRESS?: string;
  OWN_PORT?: string;
  /** The secret name of the header that the gate adds to each request. */
  GATE_MARK?: string;
  /** Writes voice messages down. Without it, their senders do that themselves. */
  AI?: Pick<Ai, "run">;
  /** The URL at which the process around it tells facts about the machine. */
  MACHINE_URL?: string;
  /** The URL at which that process runs programs of bots. */
  BOTS_URL?: string;
  /** Loads programs of bots, each into an isolate of its own. Without it, and without BOTS_URL, none are run. */
  LOADER?: WorkerLoader;
  /** For development and tests; no settings. */
  DEV_LOGIN?: string;
  TEST_HOOKS?: string;
  UNSAFE_EXPOSED?: string;
  OPEN_CREATION?: string;
  /** Given by Cloudflare. */
  VERSION?: WorkerVersionMetadata;
  EMAIL?: SendEmail;
  /**
   * The way for requests to addresses that people gave, where this server stands in a network of its own: connections
   * through it reach the public internet alone. On Cloudflare no request reaches a private network.
   */
  OUTSIDE?: Fetcher;
}
