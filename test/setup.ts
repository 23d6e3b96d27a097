import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

for (const database of [env.DB, env.DB2]) await applyD1Migrations(database, env.TEST_MIGRATIONS);
