declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("../src/worker.ts");
  }
  interface Env {
    DB: D1Database;
    DB2: D1Database;
    [database: `DB${number}`]: D1Database | undefined;
    REALM: DurableObjectNamespace;
    HASHER: DurableObjectNamespace;
    IMPORTER: DurableObjectNamespace;
    RELAY: DurableObjectNamespace;
    CALL_ROOM: DurableObjectNamespace;
    UPLOADS: R2Bucket;
    TABLES: Fetcher;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}

interface ImportMeta {
  glob(
    pattern: string | readonly string[],
    options: { query: string; import: string; eager: true },
  ): Record<string, string>;
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
  glob(pattern: string): Record<string, () => Promise<unknown>>;
}
