import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

for (const database of [env.DB, env.DB2]) await applyD1Migrations(database, env.TEST_MIGRATIONS);

// A request outside that no test stands in for fails at once: looking up its name would take seconds, also in later tests.
globalThis.fetch = () => Promise.reject(new TypeError("Tests have no network."));
