import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Configuration, type Plan, readConfiguration } from "./plan.ts";
import { generateConfiguration } from "./run-miniflare.ts";

const require = createRequire(import.meta.url);

const PREFIX = "configuration-";

/**
 * Returns workerd's configuration for a plan. It is cached in the data directory, because generating it takes half of
 * the startup time. It contains no values of variables, because these can be secrets.
 */
export async function findConfiguration(plan: Plan): Promise<Configuration> {
  const folder = join(plan.data.path, "run");
  const name = PREFIX + digestOf(plan);
  try {
    return readConfiguration(readFileSync(join(folder, name)));
  } catch {
    const made = await generateConfiguration(plan);
    keep(folder, name, made);
    return readConfiguration(made);
  }
}

/**
 * Hashes everything a configuration depends on: the plan, the code that generates it, the packages, and the additional
 * certificates that Node trusts.
 */
function digestOf({ compatibilityDate, workers, variables, onlyOutgoing, v8Flags }: Plan): string {
  const hash = createHash("sha256");
  for (const file of readdirSync(import.meta.dirname)) hash.update(readFileSync(join(import.meta.dirname, file)));
  const certificates = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  const file = certificates === "" ? undefined : statSync(certificates, { throwIfNoEntry: false });
  hash.update(
    JSON.stringify({
      ...{ compatibilityDate, variables, v8Flags, holdsOutgoing: onlyOutgoing !== undefined },
      workers: workers.map(({ code, ...worker }) => ({ ...worker, code: code.digest })),
      packages: ["miniflare", "workerd"].map((name) => require(`${name}/package.json`).version),
      certificates: [certificates, file?.size, file?.mtimeMs],
    }),
  );
  return hash.digest("hex").slice(0, 32);
}

/** Replaces earlier configurations. Does nothing if that fails, as on a full disk. */
function keep(folder: string, name: string, made: Buffer) {
  try {
    for (const earlier of readdirSync(folder)) if (earlier.startsWith(PREFIX)) rmSync(join(folder, earlier));
    const part = join(folder, `${PREFIX}part`);
    writeFileSync(part, made, { mode: 0o600 });
    renameSync(part, join(folder, name));
  } catch {
    // The next start generates it again.
  }
}
