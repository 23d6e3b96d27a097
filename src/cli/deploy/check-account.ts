import type { Unstable_Config } from "wrangler";
import { listMigrations, pendingMigrations } from "../data-directory/migrations.ts";
import { varOf } from "./check-settings.ts";
import { type Finding, good, missing, note } from "./findings.ts";
import type { Wrangler } from "./wrangler.ts";

interface Account {
  /** Names of the secrets that are set. */
  secrets: string[];
  readonly vars: Record<string, string>;
  readonly version: string | undefined;
  /** Bindings of databases with pending migrations. */
  readonly behind: string[];
}

export async function checkAccount(
  settings: Unstable_Config,
  wrangler: Wrangler,
  migrations: string,
): Promise<{ account: Account; findings: Finding[] }> {
  const account: Account = { secrets: [], vars: {}, version: undefined, behind: [] };
  if ((await wrangler.ask("whoami", "--json")) === undefined) {
    const found = missing(withWords("not logged in to Cloudflare", wrangler), "npx wrangler login");
    return { account, findings: [found] };
  }
  account.secrets = itemNames(await wrangler.ask("secret", "list", "--format", "json"));
  const { version, vars } = await readDeployed(wrangler);
  Object.assign(account, { version, vars });

  const findings: Finding[] = [];
  let organizations = 0;
  for (const database of settings.d1_databases) {
    const checked = await checkDatabase(settings, database, { wrangler, known: listMigrations(migrations) });
    findings.push(...checked.findings);
    organizations += checked.organizations;
    if (checked.isBehind) account.behind.push(database.binding);
  }
  for (const { bucket_name = "", jurisdiction } of settings.r2_buckets) {
    const within = jurisdiction === undefined ? [] : ["--jurisdiction", jurisdiction];
    const isThere = (await wrangler.ask("r2", "bucket", "info", bucket_name, "--json", ...within)) !== undefined;
    const how = `npx wrangler r2 bucket create ${[bucket_name, ...within].join(" ")}`;
    findings.push(isThere ? good(`the bucket ${bucket_name}`) : absence(`bucket ${bucket_name}`, how, wrangler));
  }
  if (version !== undefined && organizations > 0) findings.push(...checkSame(settings, vars, organizations));
  return { account, findings };
}

/** Cloudflare's messages for something that doesn't exist. */
const ABSENT = /not.?found|does not exist|couldn'?t find|could not find|no such|\b(10006|7404)\b/i;

/** Returns a finding about a resource that doesn't exist, or whose existence couldn't be determined. */
function absence(what: string, how: string, wrangler: Wrangler) {
  const words = wordsOf(wrangler);
  if (words === "" || ABSENT.test(words)) return missing(`there is no ${what}`, how);
  return missing(withWords(`the ${what} could not be asked for`, wrangler), "set that right, and try again");
}

const wordsOf = (wrangler: Wrangler) => wrangler.said?.() ?? "";

const withWords = (what: string, wrangler: Wrangler) =>
  wordsOf(wrangler) === "" ? what : `${what} (wrangler: ${wordsOf(wrangler)})`;

async function checkDatabase(
  settings: Unstable_Config,
  { binding, database_name: name = binding }: Unstable_Config["d1_databases"][number],
  { wrangler, known }: { wrangler: Wrangler; known: string[] },
): Promise<{ findings: Finding[]; organizations: number; isBehind: boolean }> {
  const info = await wrangler.ask("d1", "info", name, "--json");
  if (!isObject(info)) {
    const jurisdiction = varOf(settings, "JURISDICTION");
    const place = jurisdiction ? `--jurisdiction ${jurisdiction}` : `--location ${varOf(settings, "REGION") || "weur"}`;
    const found = absence(`database ${name} (${binding})`, `npx wrangler d1 create ${name} ${place}`, wrangler);
    return { findings: [found], organizations: 0, isBehind: false };
  }
  const region = String(info["running_in_region"] ?? "a region that is not told");
  const findings = [good(`the database ${name} (${binding}), in ${region}`)];
  const wanted = varOf(settings, "REGION");
  if (wanted !== "" && region.toLowerCase() !== wanted) {
    findings.push(
      note(
        `organizations are made in ${wanted}, and the database ${name} is in ${region}`,
        "each reads over that distance",
      ),
    );
  }
  const query = async (sql: string) =>
    firstRows(await wrangler.ask("d1", "execute", binding, "--remote", "--json", "--command", sql));
  const tables = await query("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
  if (tables === undefined) {
    return {
      findings: [missing(withWords(`the database ${name} does not answer`, wrangler), "try again")],
      organizations: 0,
      isBehind: false,
    };
  }
  const applied = tables.length === 0 ? [] : ((await query("SELECT name FROM d1_migrations ORDER BY id")) ?? []);
  const names = applied.map((row) => String(row["name"]));
  try {
    const behind = pendingMigrations(known, names);
    if (behind.length > 0) findings.push(note(`the database ${name} gets ${behind.join(", ")}`));
    const rows = names.length === 0 ? [] : await query("SELECT count(*) AS organizations FROM organizations");
    return { findings, organizations: Number(rows?.[0]?.["organizations"] ?? 0), isBehind: behind.length > 0 };
  } catch (error) {
    const how = "deploy that version, or a newer one";
    findings.push(missing(`the database ${name} has a ${(error as Error).message}`, how));
    return { findings, organizations: 0, isBehind: false };
  }
}

async function readDeployed(
  wrangler: Wrangler,
): Promise<{ version: string | undefined; vars: Record<string, string> }> {
  const status = await wrangler.ask("deployments", "status", "--json");
  const [latest] = isObject(status) && Array.isArray(status["versions"]) ? status["versions"] : [];
  if (!isObject(latest)) return { version: undefined, vars: {} };
  const version = String(latest["version_id"]);
  const seen = await wrangler.ask("versions", "view", version, "--json");
  const resources = isObject(seen) && isObject(seen["resources"]) ? seen["resources"] : {};
  const bindings = Array.isArray(resources["bindings"]) ? resources["bindings"] : [];
  const texts = bindings.filter(({ type }) => type === "plain_text").map(({ name, text }) => [name, String(text)]);
  return { version, vars: Object.fromEntries(texts) };
}

/** Checks settings that must not change once organizations exist. */
function checkSame(settings: Unstable_Config, vars: Record<string, string>, organizations: number) {
  const found: Finding[] = [];
  const before = vars["JURISDICTION"] ?? "";
  if (before !== varOf(settings, "JURISDICTION")) {
    const what = `${organizations} organizations would not be found: the objects of each jurisdiction are others`;
    found.push(missing(what, before === "" ? "remove jurisdiction" : `jurisdiction = "${before}"`));
  }
  const root = vars["ROOT_DOMAIN"] ?? "localhost";
  if (root !== "localhost" && root !== varOf(settings, "ROOT_DOMAIN")) {
    found.push(note(`ROOT_DOMAIN was ${root}`, "bots keep their addresses, and people have to log in again"));
  }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const itemNames = (list: unknown): string[] => (Array.isArray(list) ? list.map(({ name }) => String(name)) : []);

/** Returns the rows of the first statement. */
function firstRows(answer: unknown): Record<string, unknown>[] | undefined {
  const [first] = Array.isArray(answer) ? answer : [];
  return isObject(first) && Array.isArray(first["results"]) ? first["results"] : undefined;
}
