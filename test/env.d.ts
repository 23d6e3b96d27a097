declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("../src/worker.ts");
  }
  interface Env {
    DB: D1Database;
    REALM: DurableObjectNamespace;
    HASHER: DurableObjectNamespace;
    UPLOADS: R2Bucket;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}

interface ImportMeta {
  glob(
    pattern: string | readonly string[],
    options: { query: string; import: string; eager: true },
  ): Record<string, string>;
  glob(pattern: string): Record<string, () => Promise<unknown>>;
}
