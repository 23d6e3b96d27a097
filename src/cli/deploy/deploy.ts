import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Unstable_Config } from "wrangler";
import { programVersion } from "../os/program-version.ts";
import { checkAccount } from "./check-account.ts";
import { checkSettings, varOf } from "./check-settings.ts";
import { type Finding, note } from "./findings.ts";
import type { Wrangler } from "./wrangler.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Means {
  readonly wrangler: Wrangler;
  print(line: string): void;
  fetch(url: string): Promise<Response>;
  /** Maximum time for the new version to respond. */
  readonly patienceMs?: number;
}

/** Maximum time until all of Cloudflare has the new version and a new name resolves. */
const PROPAGATION_TIMEOUT_MS = 60_000;
const STATUS_LABELS = { good: "  ok       ", note: "  note     ", missing: "  missing  " };

/**
 * Deploys, if nothing is missing.
 *
 * @param namedSecrets the secrets of parley.toml
 * @returns the exit status of the process
 */
export async function deploy(
  settings: Unstable_Config,
  { wrangler, print, fetch, patienceMs = PROPAGATION_TIMEOUT_MS }: Means,
  { isCheck, namedSecrets = [] }: { isCheck: boolean; namedSecrets?: readonly string[] },
): Promise<number> {
  const { account, findings: found } = await checkAccount(settings, wrangler, join(root, "migrations"));
  const unset = namedSecrets.filter((name) => !account.secrets.includes(name));
  const findings = [
    ...found,
    ...checkSettings(settings, account.secrets),
    ...unset.map((name) =>
      note(`the deployment has no ${name}: secrets are not uploaded`, `npx wrangler secret put ${name}`),
    ),
  ];
  for (const finding of findings) print(described(finding));
  const lacking = findings.filter(({ kind }) => kind === "missing").length;
  if (lacking > 0) {
    print(`Nothing was uploaded: ${lacking === 1 ? "one thing is" : `${lacking} things are`} missing.`);
    return 1;
  }
  if (isCheck) return 0;

  for (const binding of account.behind) {
    print(`Applying migrations to ${binding}`);
    if (!(await wrangler.run("d1", "migrations", "apply", binding, "--remote"))) return 1;
  }
  print("Uploading");
  const define = `COMMIT:${JSON.stringify(programVersion(root).commit)}`;
  const deployed = await wrangler.deploy("--message", commit(), "--define", define);
  if (deployed === undefined) {
    print(
      "The upload failed: what was deployed before keeps running. Migrations only add, unless their names say breaking.",
    );
    return 1;
  }
  const { version, addresses } = deployed;
  print(`Version ${version} is deployed${addresses.length > 0 ? `, at ${addresses.join(", ")}` : ""}.`);
  if (account.version !== undefined) print(`To go back: npx wrangler rollback ${account.version}`);

  const site = siteOf(settings);
  // `addresses` also contains route patterns, which aren't URLs.
  const address = site ?? addresses.find((one) => /^https?:/.test(one));
  const answers = address === undefined || (await isHealthy(address, { fetch, print, patienceMs }));
  if (site === undefined) {
    const name = address === undefined ? "parley.ACCOUNT.workers.dev" : new URL(address).host;
    print(`Now write this into parley.toml, and deploy again:\n  root_domain = "${name}"`);
  }
  if (!account.secrets.includes("SETUP_TOKEN")) {
    print(
      "To create the first organization, set a token that only you know, and open the address:\n  npx wrangler secret put SETUP_TOKEN",
    );
  }
  return answers ? 0 : 1;
}

const described = ({ kind, what, how }: Finding) =>
  `${STATUS_LABELS[kind]}${what}${how === undefined ? "" : `\n${" ".repeat(11)}${how}`}`;

function siteOf(settings: Unstable_Config) {
  const name = varOf(settings, "ROOT_DOMAIN");
  if (name === "" || name === "localhost") return undefined;
  return varOf(settings, "SITE_URL") || `https://${name}`;
}

async function isHealthy(
  address: string,
  { fetch, print, patienceMs }: Pick<Means, "fetch" | "print"> & { patienceMs: number },
) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const said = await fetch(`${address}/health`).then(
      async (response) => ({ isWell: response.status === 200, text: `${response.status} ${await response.text()}` }),
      (error: Error) => ({ isWell: false, text: error.message }),
    );
    if (said.isWell) {
      print(`It answers: ${said.text}`);
      return true;
    }
    if (Date.now() > deadline) {
      print(`It does not answer as it should at ${address}/health: ${said.text.slice(0, 500)}`);
      return false;
    }
    await pause(Math.min(1000, patienceMs));
  }
}

function commit() {
  try {
    return execFileSync("git", ["log", "-1", "--format=%h %s"], { cwd: root, encoding: "utf8" }).trim().slice(0, 100);
  } catch {
    return "without a commit";
  }
}
