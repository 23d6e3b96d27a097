import type { Unstable_Config } from "wrangler";
import { SETTINGS } from "../../config/settings.ts";
import { faultOf } from "../settings/check-setting.ts";
import { SETTING_NAMES } from "../settings/setting-sources.ts";
import { type Finding, good, missing, note } from "./findings.ts";

/** Bindings the Worker requires (src/config/env.ts), with their lines in wrangler.toml. */
export const BINDINGS = {
  REALM: objectsOf("REALM", "Realm"),
  HASHER: objectsOf("HASHER", "Hasher"),
  IMPORTER: objectsOf("IMPORTER", "Importer"),
  RELAY: objectsOf("RELAY", "Relay"),
  CALL_ROOM: objectsOf("CALL_ROOM", "CallRoom"),
  DB: {
    has: ({ d1_databases }) => d1_databases.some(({ binding }) => binding === "DB"),
    lines: '[[d1_databases]] binding = "DB", database_name = "parley", migrations_dir = "migrations"',
  },
  UPLOADS: {
    has: ({ r2_buckets }) => r2_buckets.some(({ binding }) => binding === "UPLOADS"),
    lines: '[[r2_buckets]] binding = "UPLOADS", bucket_name = "parley-uploads"',
  },
  VERSION: {
    has: ({ version_metadata }) => version_metadata?.binding === "VERSION",
    lines: '[version_metadata] binding = "VERSION"',
  },
} as const satisfies Record<string, { has(settings: Unstable_Config): boolean; lines: string }>;

/** Secrets, which must not be readable in wrangler.toml. */
const SECRETS = SETTING_NAMES.filter((name) => SETTINGS[name].isSecret);
const SERVICES = [
  ["PUSH_SERVICE_URL", "PUSH_SERVICE_KEY"],
  ["BIG_BLUE_BUTTON_URL", "BIG_BLUE_BUTTON_SECRET"],
  ["ZOOM_CLIENT_ID", "ZOOM_CLIENT_SECRET"],
] as const;
const FOR_DEVELOPMENT = ["TEST_HOOKS", "DEV_LOGIN", "OPEN_CREATION", "UNSAFE_EXPOSED"];
/** On its smaller plans, Cloudflare accepts requests of up to 100 MB; a form is slightly longer than its file. */
const CLOUDFLARE_MAX_MIB = 95;

/**
 * Checks parley.toml and wrangler.toml, without any network access.
 *
 * @param secrets the names of the secrets that are set
 */
export function checkSettings(settings: Unstable_Config, secrets: readonly string[]): Finding[] {
  return [
    ...checkBindings(settings),
    ...checkAddress(settings),
    ...checkPlace(settings),
    ...checkValues(settings),
    ...checkVars(settings, secrets),
  ];
}

/** @param name the name of the class */
function objectsOf(binding: string, name: string) {
  return {
    has: ({ durable_objects, migrations }: Unstable_Config) =>
      durable_objects.bindings.some((one) => one.name === binding && one.class_name === name) &&
      migrations.some(({ new_sqlite_classes = [] }) => new_sqlite_classes.includes(name)),
    lines: `[[durable_objects.bindings]] name = "${binding}", class_name = "${name}"; and in one of [[migrations]] new_sqlite_classes = ["${name}"]`,
  };
}

function checkBindings(settings: Unstable_Config) {
  const found = Object.entries(BINDINGS).flatMap(([name, { has, lines }]) =>
    has(settings) ? [] : [missing(`the binding ${name} is not in wrangler.toml`, lines)],
  );
  for (const { binding, migrations_dir } of settings.d1_databases) {
    if (migrations_dir !== undefined && /(^|\/)migrations$/.test(migrations_dir)) continue;
    found.push(missing(`the database ${binding} would get no tables`, 'migrations_dir = "migrations"'));
  }
  if (settings.assets?.directory === undefined) {
    found.push(missing("the web client is not uploaded", '[assets] directory = "./dist/web"'));
  }
  return found;
}

export const varOf = ({ vars }: Unstable_Config, name: string) => String(vars[name] ?? "");

/** True for names that only resolve on this machine. */
const isOnlyLocal = (domain: string) => domain === "" || domain === "localhost";

function checkAddress(settings: Unstable_Config) {
  const root = varOf(settings, "ROOT_DOMAIN").toLowerCase();
  const site = varOf(settings, "SITE_URL");
  const served = servedNames(settings);
  const [route] = served;
  if (isOnlyLocal(root)) {
    const where = "ROOT_DOMAIN is localhost: no organization can be created";
    if (route === undefined) return [note(where, "the upload tells the name to set")];
    return [missing(where, `root_domain = "${route.replace(/^\*\./, "")}"`)];
  }
  const found: Finding[] = [];
  // An invalid domain is reported with the other settings.
  if (faultOf(SETTINGS.ROOT_DOMAIN, root) !== undefined) return [];
  const own = `${settings.name}.`;
  const isWorkersDev = root.endsWith(".workers.dev");
  if (isWorkersDev && (settings.workers_dev === false || !root.startsWith(own) || root.split(".").length !== 4)) {
    found.push(
      missing(
        `nothing leads from ${root} to this Worker`,
        `root_domain = "${own}ACCOUNT.workers.dev", and workers_dev = true below [wrangler]`,
      ),
    );
  }
  if (!isWorkersDev && !served.some((name) => serves(name, root))) {
    found.push(
      missing(
        `nothing leads from ${root} to this Worker`,
        `routes = [{ pattern = "${root}", custom_domain = true }] below [wrangler]`,
      ),
    );
  }
  if (!served.some((name) => serves(name, `x.${root}`))) {
    const how = isWorkersDev ? "more of them need a domain of your own" : "parley.example.toml shows the route";
    found.push(note(`one organization can be reached, at ${root}: there is no route for *.${root}`, how));
  }
  if (site !== "" && (!URL.canParse(site) || new URL(site).hostname !== root)) {
    found.push(missing(`SITE_URL does not lead to ${root}: ${site}`, `site_url = "https://${root}"`));
  }
  return [
    ...found,
    ...checkCertificates(settings),
    ...(found.length === 0 ? [good(`organizations are at ${root}`)] : []),
  ];
}

/** Host names that are routed to the Worker. */
const servedNames = ({ routes = [], route }: Unstable_Config) =>
  [...routes, ...(route === undefined ? [] : [route])].map((one) =>
    (typeof one === "string" ? one : one.pattern).replace(/\/.*$/, "").toLowerCase(),
  );

const serves = (pattern: string, name: string) =>
  pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : pattern === name;

function checkCertificates({ routes = [] }: Unstable_Config) {
  return routes.flatMap((route) => {
    if (typeof route === "string" || !("zone_name" in route)) return [];
    const [name = ""] = route.pattern.split("/", 1);
    if (!name.startsWith("*.") || name === `*.${route.zone_name}`) return [];
    return [
      note(
        `Cloudflare's free certificates do not cover ${name}`,
        "they end one level below the zone: order an advanced one",
      ),
    ];
  });
}

function checkPlace(settings: Unstable_Config) {
  const found: Finding[] = [];
  const jurisdiction = varOf(settings, "JURISDICTION");
  for (const { bucket_name, jurisdiction: itsOwn = "" } of settings.r2_buckets) {
    if (jurisdiction !== "" && itsOwn !== jurisdiction) {
      found.push(
        note(
          `files are stored outside of the jurisdiction: ${bucket_name}`,
          `jurisdiction = "${jurisdiction}" in [[r2_buckets]]`,
        ),
      );
    }
  }
  return found;
}

function checkValues(settings: Unstable_Config) {
  return SETTING_NAMES.flatMap((name) => {
    const text = varOf(settings, name);
    const fault = text === "" || SETTINGS[name].isSecret ? undefined : faultOf(SETTINGS[name], text);
    return fault === undefined ? [] : [missing(`${name} ${fault}`, SETTINGS[name].says)];
  });
}

function checkVars(settings: Unstable_Config, secrets: readonly string[]) {
  const found: Finding[] = [];
  for (const name of FOR_DEVELOPMENT) {
    if (varOf(settings, name) === "1") found.push(missing(`${name} is for development alone`, "remove it from [vars]"));
  }
  for (const name of SECRETS) {
    if (varOf(settings, name) === "") continue;
    found.push(
      missing(`${name} is a secret, and is in wrangler.toml`, `remove it there; npx wrangler secret put ${name}`),
    );
  }
  for (const [service, secret] of SERVICES) {
    if (varOf(settings, service) === "" || secrets.includes(secret)) continue;
    found.push(missing(`${service} is set without ${secret}`, `npx wrangler secret put ${secret}`));
  }
  found.push(...checkMail(settings, secrets), ...checkIncomingMail(settings));
  if (Number(varOf(settings, "MAX_UPLOAD_MIB")) > CLOUDFLARE_MAX_MIB) {
    found.push(
      note("Cloudflare takes no request above 100 MB on its smaller plans", `max_upload_mib = ${CLOUDFLARE_MAX_MIB}`),
    );
  }
  if (!secrets.includes("SETUP_TOKEN")) {
    found.push(note("no one can create an organization yet", "npx wrangler secret put SETUP_TOKEN"));
  }
  return found;
}

function checkIncomingMail(settings: Unstable_Config) {
  const pattern = varOf(settings, "MAIL_IN");
  if (pattern === "") return [];
  const [, domain] = pattern.split("@");
  return [
    note(`mail to ${pattern} becomes messages`, `Email Routing of ${domain} has to lead all addresses to this Worker`),
  ];
}

function checkMail(settings: Unstable_Config, secrets: readonly string[]) {
  const isPlatform = settings.send_email.some(({ name }) => name === "EMAIL");
  const url = varOf(settings, "MAIL_URL");
  if (!isPlatform && url === "" && !secrets.includes("MAIL_URL")) {
    return [note("no mail is sent: people are invited by links", "parley.example.toml says how")];
  }
  return [...checkMailUrl(url, secrets), checkSender(settings)];
}

/** Checks the URL of a mail service or server, which may contain the password. */
function checkMailUrl(url: string, secrets: readonly string[]) {
  if (url === "") return [];
  const found: Finding[] = [];
  const { protocol = "", username = "", password = "", port = "" }: Partial<URL> = URL.parse(url) ?? {};
  const isServer = /^smtps?:$/.test(protocol);
  if (password !== "") {
    found.push(
      missing("MAIL_URL has a password, and is in wrangler.toml", "remove it there; npx wrangler secret put MAIL_URL"),
    );
  } else if ((!isServer || username !== "") && !secrets.includes("MAIL_TOKEN")) {
    found.push(missing("MAIL_URL is set without MAIL_TOKEN", "npx wrangler secret put MAIL_TOKEN"));
  }
  if (isServer && port === "25")
    found.push(missing("Cloudflare connects to no port 25", "port 465 or 587 in MAIL_URL"));
  return found;
}

function checkSender(settings: Unstable_Config) {
  const from = varOf(settings, "MAIL_FROM") || `noreply@${varOf(settings, "ROOT_DOMAIN")}`;
  const domain = from.replace(/^.*@/, "").replace(/>$/, "");
  if (!isOnlyLocal(domain) && !domain.endsWith(".workers.dev")) return good(`mail comes from ${from}`);
  return missing(
    `mail can't be sent from ${from}`,
    'mail_from = "chat@example.org", of a domain that is set up for sending',
  );
}
