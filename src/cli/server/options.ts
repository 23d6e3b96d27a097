import { existsSync } from "node:fs";
import { join } from "node:path";
import { PUSH_FILE } from "../data-directory/push-credentials.ts";
import { readWords } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { contradictionsIn } from "../settings/contradictions.ts";
import {
  faultsIn,
  givenByEnvironment,
  givenByOptions,
  helpOnSettings,
  optionOf,
  SETTING_NAMES,
  StartSettings,
  soundOf,
} from "../settings/setting-sources.ts";
import { findSettingsFile, readSettingsFile } from "../settings/settings-file.ts";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
const EVERYWHERE = ["0.0.0.0", "::"];

export interface Address {
  readonly host: string;
  readonly rootDomain: string;
  readonly site: string | undefined;
}

/**
 * True if anyone other than this machine's own users can connect. A public URL implies a reverse proxy that forwards to
 * the loopback address.
 */
export function isExposed({ host, rootDomain, site }: Address) {
  const name = site === undefined ? "localhost" : new URL(site).hostname.replace(/^\[|\]$/g, "");
  return ![host, name].every((one) => LOOPBACK.includes(one)) || rootDomain !== "localhost";
}

/** True if clients connect through a reverse proxy. The server then only sees the proxy's address. */
const isBehindProxy = (options: Address) => LOOPBACK.includes(options.host) && isExposed(options);

/** Returns the server's URL for emails, push notifications and clients. */
export function siteOf({ host, rootDomain, site }: Address, port: number) {
  if (site !== undefined) return site;
  // A domain is served by a reverse proxy with TLS, which clients require.
  if (rootDomain !== "localhost") return `https://${rootDomain}`;
  // Not every machine resolves "localhost" to the IPv6 address.
  if (host !== "::1" && (LOOPBACK.includes(host) || EVERYWHERE.includes(host))) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const usage = () => `Usage: parley start [options]

  --data DIRECTORY       where all data is stored (default .data)
  --config FILE          settings (default: parley.toml in the data directory or the program's)
  --demo                 an organization to try out, with a week of conversations, in a separate
                         directory (default .demo)
  --begin-anew           create a new organization when the old one's database is lost
  --hold-outgoing        make no outgoing requests, send no email, push or webhook, and run no bot
                         programs: for inspecting a copy of a server
  --quiet                don't log requests
  --watch                rebuild and reload when src/ changes (npm run dev)
  --dev-login            log in as anyone without a password: for development only
  --test-hooks           endpoints for tests
  --unsafe-exposed       allow these two even if others can connect, who can then do anything
  --help                 this text

Example: parley start --data /var/lib/parley --root-domain chat.example.org

${helpOnSettings()}`;

/** Header that the gate uses to forward the address that connected to it. */
const PEER_HEADER = "x-parley-address";

/** Options of a single start that aren't settings. */
const flags = {
  data: { type: "string" },
  demo: { type: "boolean", default: false },
  config: { type: "string" },
  "begin-anew": { type: "boolean", default: false },
  "hold-outgoing": { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  "dev-login": { type: "boolean", default: false },
  "test-hooks": { type: "boolean", default: false },
  "unsafe-exposed": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

export function readOptions(args: string[], root: string) {
  const { values, settings: byOptions } = parse(args);
  if (values.help) return { help: usage() };
  const data = (values.data ?? (values.demo ? ".demo" : ".data")).trim();
  const path = findSettingsFile(values.config ?? process.env["PARLEY_CONFIG"], [data, root]);
  const file = path === undefined ? undefined : readSettingsFile(path);
  const registration = join(data, PUSH_FILE);
  const files = [
    ...(file === undefined ? [] : [file]),
    ...(existsSync(registration) ? [readSettingsFile(registration)] : []),
  ];
  const layers = [byOptions, givenByEnvironment(process.env), ...files.map(({ given }) => given)];
  const settings = new StartSettings(...layers.map(soundOf));
  const faults = [...files.flatMap(({ faults }) => faults), ...layers.flatMap(faultsIn), ...contradictionsIn(settings)];
  if (data === "") faults.push('--data cannot be ""');
  if (faults.length > 0) throw new Failure(faults.join("\nparley: "), 2);

  const rootDomain = settings.text("ROOT_DOMAIN");
  const site = settings.given("SITE_URL");
  const place = { host: settings.text("HOST"), rootDomain, site: site && new URL(site.text).origin };
  checkExposure(place, values);
  return {
    port: Number(settings.text("PORT")),
    ...place,
    args,
    data,
    settingsFile: path,
    settingsWarning: file?.warning,
    setupToken: settings.given("SETUP_TOKEN")?.text,
    organization: {
      name: settings.text("ORG_NAME"),
      fullName: settings.text("OWNER_NAME"),
      email: settings.text("OWNER_EMAIL"),
    },
    foundInBrowser: settings.text("FOUND_IN_BROWSER") === "on",
    isDemo: values.demo,
    beginAnew: values["begin-anew"],
    holdsOutgoing: values["hold-outgoing"],
    databases: Number(settings.text("DATABASES")),
    watch: values.watch,
    metricsPort: settings.given("METRICS_PORT")?.text,
    log: settings.given("LOG")?.text,
    countsProxyAlone: settings.given("ADDRESS_HEADER") === undefined && isBehindProxy(place),
    vars: {
      ADDRESS_HEADER: PEER_HEADER,
      ...settings.vars(),
      // Without mail configured, emails stay queued. A mail server, unlike a web server, can be on this machine.
      ...(values["hold-outgoing"] && { MAIL_URL: "", HOSTED_BOTS: "" }),
      ROOT_DOMAIN: rootDomain,
      COMPRESS: "1",
      ...(values.quiet && { LOG_REQUESTS: "off" }),
      ...(values["dev-login"] && { DEV_LOGIN: "1" }),
      ...(values["unsafe-exposed"] && { UNSAFE_EXPOSED: "1" }),
      ...(values["test-hooks"] && { TEST_HOOKS: "1" }),
    },
  };
}

export type StartOptions = Exclude<ReturnType<typeof readOptions>, { help: string }>;

/**
 * Reads the settings again for a running server. Returns the Worker's variables, and the names of the changed settings
 * that require a restart.
 */
export function rereadOptions(running: StartOptions, root: string) {
  const options = readOptions(running.args, root);
  if (options.help !== undefined) return { vars: running.vars, needStart: [] };
  const fixed = (from: StartOptions) => ({
    host: from.host,
    port: from.port,
    root_domain: from.rootDomain,
    site_url: from.site,
    setup_token: from.setupToken,
    databases: from.databases,
    metrics_port: from.metricsPort,
  });
  const before = Object.entries(fixed(running));
  const now: Record<string, unknown> = fixed(options);
  return { vars: options.vars, needStart: before.flatMap(([name, value]) => (value === now[name] ? [] : [name])) };
}

/**
 * Throws if the options for development or tests would be exposed to other machines, because they let anyone do
 * anything.
 */
function checkExposure(
  place: Address,
  values: { "dev-login": boolean; "test-hooks": boolean; "unsafe-exposed": boolean },
) {
  const [open] = (["dev-login", "test-hooks"] as const).filter((name) => values[name]);
  if (open === undefined || values["unsafe-exposed"] || !isExposed(place)) return;
  throw new Failure(
    `--${open} is for this machine alone: anyone else who connects could do anything. To allow that, add --unsafe-exposed`,
    2,
  );
}

function parse(args: string[]) {
  const ofSettings = SETTING_NAMES.flatMap((name) => optionOf(name) ?? []).map(({ flag, value }) => [
    flag,
    { type: value === undefined ? "boolean" : "string" } as const,
  ]);
  const { values } = readWords<typeof flags>("start", args, { ...Object.fromEntries(ofSettings), ...flags });
  return { values, settings: givenByOptions(values) };
}
