import type { WorkerSettings } from "./settings.ts";

/** Settings and bindings of a deployment (wrangler.toml). */
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
  /** Resizes images. Without it, images are shown as uploaded. */
  IMAGES?: ImagesBinding;
  /**
   * Makes the Worker compress long responses itself. Set by `npm start`, along with OWN_PORT, the port at which the
   * machine reaches the server.
   */
  COMPRESS?: string;
  OWN_PORT?: string;
  /** Secret name of the header that the gate adds to each request. */
  GATE_MARK?: string;
  /** Transcribes voice messages. Without it, the senders' clients transcribe them. */
  AI?: Pick<Ai, "run">;
  /** URL of the server's Node process that reports facts about the machine. */
  MACHINE_URL?: string;
  /** URL of the server's Node process that runs bot scripts. */
  BOTS_URL?: string;
  /** Loads bot scripts, each into its own isolate. Without this and BOTS_URL, no scripts run. */
  LOADER?: WorkerLoader;
  /** For development and tests; not settings. */
  DEV_LOGIN?: string;
  TEST_HOOKS?: string;
  UNSAFE_EXPOSED?: string;
  OPEN_CREATION?: string;
  /** Provided by Cloudflare. */
  VERSION?: WorkerVersionMetadata;
  EMAIL?: SendEmail;
  /**
   * Fetcher for requests to user-supplied URLs. It only reaches the public internet. Missing on Cloudflare, where no
   * request reaches a private network.
   */
  OUTSIDE?: Fetcher;
}
