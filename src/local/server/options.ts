import {
  faultsIn,
  givenByEnvironment,
  givenByOptions,
  optionOf,
  SETTING_NAMES,
  StartSettings,
} from "../settings/given.ts";
import { helpOnSettings } from "../settings/help.ts";
import { readWords } from "../system/command.ts";
import { Failure } from "../system/failure.ts";
import { type Address, isBehindProxy, isExposed, readSite } from "./site.ts";

const usage = () => `Usage: parley start [options]

  --data DIRECTORY       where everything is kept (default .data)
  --begin-anew           create a new organization when the old one's database is lost
  --quiet                don't log requests
  --watch                rebuild and reload when src/ changes (npm run dev)
  --dev-login            log in as anyone without a password: for development only
  --test-hooks           endpoints for tests
  --unsafe-exposed       allow these two where others can connect, who can then do anything
  --help                 this text

Example: parley start --data /var/lib/parley --root-domain chat.example.org

${helpOnSettings()}`;

/** The header in which the gate passes on the address that has connected to it. */
const PEER_HEADER = "x-parley-address";

/** Options that are for one start, and no settings. */
const flags = {
  data: { type: "string", default: ".data" },
  "begin-anew": { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  "dev-login": { type: "boolean", default: false },
  "test-hooks": { type: "boolean", default: false },
  "unsafe-exposed": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The options of one start, or the text to print instead of starting. */
export function readOptions(args: string[]) {
  const { values, settings: byOptions } = parse(args);
  if (values.help) return { help: usage() };
  const layers = [byOptions, givenByEnvironment(process.env)];
  const faults = layers.flatMap(faultsIn);
  if (values.data.trim() === "") faults.push('--data cannot be ""');
  if (faults.length > 0) throw new Failure(faults.join("\n        "), 2);

  const settings = new StartSettings(...layers);
  const rootDomain = settings.text("ROOT_DOMAIN");
  const place = { host: settings.text("HOST"), rootDomain, site: readSite(settings.given("SITE_URL"), rootDomain) };
  checkExposure(place, values);
  return {
    port: Number(settings.text("PORT")),
    ...place,
    data: values.data.trim(),
    setupToken: settings.given("SETUP_TOKEN")?.text,
    organization: {
      name: settings.text("ORG_NAME"),
      fullName: settings.text("OWNER_NAME"),
      email: settings.text("OWNER_EMAIL"),
    },
    foundInBrowser: settings.isOn("FOUND_IN_BROWSER"),
    beginAnew: values["begin-anew"],
    databases: Number(settings.text("DATABASES")),
    watch: values.watch,
    metricsPort: settings.given("METRICS_PORT")?.text,
    countsProxyAlone: settings.given("ADDRESS_HEADER") === undefined && isBehindProxy(place),
    vars: {
      ADDRESS_HEADER: PEER_HEADER,
      ...settings.vars(),
      ROOT_DOMAIN: rootDomain,
      COMPRESS: "1",
      ...(values.quiet && { LOG_REQUESTS: "off" }),
      ...(values["dev-login"] && { DEV_LOGIN: "1" }),
      ...(values["unsafe-exposed"] && { UNSAFE_EXPOSED: "1" }),
      ...(values["test-hooks"] && { TEST_HOOKS: "1" }),
    },
  };
}

/** Throws where others could connect to a server on which anybody can log in as anyone. */
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
