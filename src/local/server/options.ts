import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Failure } from "../system/failure.ts";
import { type Address, isBehindProxy, isExposed, readSite } from "./site.ts";

const usage = `Usage: npm start [-- OPTIONS]

  --port PORT            port to listen on; 0 picks a free one (default 9991)
  --host ADDRESS         address to listen on (default 127.0.0.1)
  --data DIRECTORY       where everything is kept (default .data)
  --root-domain NAME     organizations are found at NAME and at SUBDOMAIN.NAME (default localhost)
  --site URL             public URL of the server, if it isn't https://NAME or, without a domain, http://localhost:PORT:
                         that of this machine for others, or with another port
  --address-header NAME  header in which a proxy in front passes on the client's address, such as X-Real-IP
                         (default: the address that connects counts)
  --org-name NAME        name of the organization that the first start creates
  --owner-name NAME      its owner's name
  --owner-email EMAIL    its owner's email
  --found-in-browser     create no organization: the server's first page does, in a browser
  --begin-anew           create a new organization when the old one's database is lost
  --hold SECONDS         how long after the last event waiting clients are kept in memory (default 10)
  --hot-window N         how many of the newest messages stay in the organization's own database
  --databases N          how many databases the texts of messages are spread over, each in a file of its own; those that
                         are there are always used (default 1)
  --max-upload MIB       largest file that may be uploaded (default 100)
  --upload-quota MIB     what all files of an organization may take together (default: no limit)
  --rate-limits on|off   (default on)
  --login-providers FILE services at which people log in, as JSON (docs/operating.md)
  --allow-private-hosts HOSTS
                         hosts that outgoing webhooks and previews of links may ask though their addresses are private,
                         such as "localhost:8080,*.tools.example.org" (default: none)
  --dev-login            log in as anyone without a password: for development only
  --test-hooks           endpoints for tests
  --unsafe-exposed       allow these two where others can connect, who can then do anything
  --quiet                don't log requests
  --watch                rebuild and reload when src/ changes (npm run dev)
  --help                 this text

Other services are set by the environment: MAIL_URL, MAIL_FROM, MAIL_TOKEN, MAIL_IN, MAIL_IN_SECRET, PUSH_SERVICE_URL,
PUSH_SERVICE_KEY, WEB_PUSH_HOSTS, OUTSIDE_HOSTS, JWT_SECRETS, LOGIN_PROVIDERS, BIG_BLUE_BUTTON_URL, BIG_BLUE_BUTTON_SECRET,
ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET, ZOOM_OAUTH_URL, ZOOM_API_URL, JITSI_SERVER_URL (see wrangler.toml),
HEARTBEAT_SECONDS, RECONNECT_SECONDS, DATABASE_LIMIT_MB, PASSWORD_ITERATIONS, SESSION_IDLE_DAYS, SECRETS_KEYS (see docs/operating.md), and
SETUP_TOKEN, by which the server knows who runs it (default: one is made, and kept in setup-token in the data directory).
`;

/** The header in which the gate passes on the address that has connected to it. */
const PEER_HEADER = "x-parley-address";

/** Variables of the environment that become variables of the Worker. */
const PASSED_ON = [
  "HEARTBEAT_SECONDS",
  "RECONNECT_SECONDS",
  "DATABASE_LIMIT_MB",
  "PASSWORD_ITERATIONS",
  "SESSION_IDLE_DAYS",
  "SECRETS_KEYS",
  "MAIL_URL",
  "MAIL_FROM",
  "MAIL_TOKEN",
  "MAIL_IN",
  "MAIL_IN_SECRET",
  "PUSH_SERVICE_URL",
  "PUSH_SERVICE_KEY",
  "WEB_PUSH_HOSTS",
  "OUTSIDE_HOSTS",
  "JWT_SECRETS",
  "LOGIN_PROVIDERS",
  "BIG_BLUE_BUTTON_URL",
  "BIG_BLUE_BUTTON_SECRET",
  "ZOOM_ACCOUNT_ID",
  "ZOOM_CLIENT_ID",
  "ZOOM_CLIENT_SECRET",
  "ZOOM_OAUTH_URL",
  "ZOOM_API_URL",
  "JITSI_SERVER_URL",
];

const flags = {
  port: { type: "string", default: "9991" },
  host: { type: "string", default: "127.0.0.1" },
  data: { type: "string", default: ".data" },
  "root-domain": { type: "string", default: "localhost" },
  site: { type: "string" },
  "address-header": { type: "string" },
  "org-name": { type: "string", default: "Parley" },
  "owner-name": { type: "string", default: "Owner" },
  "found-in-browser": { type: "boolean", default: false },
  "begin-anew": { type: "boolean", default: false },
  "owner-email": { type: "string", default: "owner@example.com" },
  hold: { type: "string", default: "10" },
  "hot-window": { type: "string" },
  databases: { type: "string", default: "1" },
  "max-upload": { type: "string" },
  "upload-quota": { type: "string" },
  "rate-limits": { type: "string", default: "on" },
  "login-providers": { type: "string" },
  "allow-private-hosts": { type: "string" },
  "dev-login": { type: "boolean", default: false },
  "test-hooks": { type: "boolean", default: false },
  "unsafe-exposed": { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The options of one start, or the text to print instead of starting. */
export function readOptions(args: string[]) {
  const values = parse(args);
  if (values.help) return { help: usage };
  const rootDomain = matching("--root-domain", values["root-domain"], /^[a-z0-9.-]+$/i);
  const place = { host: given("--host", values.host), rootDomain, site: readSite(values.site, rootDomain) };
  checkExposure(place, values);
  if (process.env["SECRETS_KEYS"]?.split(/\s+/).some((key) => key !== "" && key.length < 32))
    throw new Failure("a key of SECRETS_KEYS has fewer than 32 characters; openssl rand -base64 32 makes one", 2);
  return {
    port: whole("--port", values.port, 0, 65535),
    ...place,
    data: given("--data", values.data),
    setupToken: process.env["SETUP_TOKEN"]?.trim(),
    organization: {
      name: given("--org-name", values["org-name"]),
      fullName: given("--owner-name", values["owner-name"]),
      email: matching("--owner-email", values["owner-email"], /^[^@\s]+@[^@\s]+$/),
    },
    foundInBrowser: values["found-in-browser"],
    beginAnew: values["begin-anew"],
    databases: whole("--databases", values.databases, 1, 100),
    watch: values.watch,
    countsProxyAlone: values["address-header"] === undefined && isBehindProxy(place),
    vars: {
      ROOT_DOMAIN: rootDomain,
      HOLD_SECONDS: String(whole("--hold", values.hold, 0, 86400)),
      // Lines that are written one by one would cost a fifth of the throughput.
      LOG_REQUESTS: values.quiet ? "off" : "gathered",
      RATE_LIMITS: matching("--rate-limits", values["rate-limits"], /^(on|off)$/),
      ...(values["hot-window"] !== undefined && {
        HOT_WINDOW: String(whole("--hot-window", values["hot-window"], 1, 1e9)),
      }),
      ...(values["max-upload"] !== undefined && {
        MAX_UPLOAD_MIB: String(whole("--max-upload", values["max-upload"], 1, 1e6)),
      }),
      ...(values["upload-quota"] !== undefined && {
        UPLOAD_QUOTA_MIB: String(whole("--upload-quota", values["upload-quota"], 1, 1e9)),
      }),
      COMPRESS: "1",
      ADDRESS_HEADER: matching("--address-header", values["address-header"] ?? PEER_HEADER, /^[\w-]+$/),
      ...Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      ...(values["login-providers"] !== undefined && { LOGIN_PROVIDERS: readProviders(values["login-providers"]) }),
      ...(values["allow-private-hosts"] !== undefined && {
        OUTSIDE_HOSTS: hosts("--allow-private-hosts", values["allow-private-hosts"]),
      }),
      ...(values["dev-login"] && { DEV_LOGIN: "1" }),
      ...(values["unsafe-exposed"] && { UNSAFE_EXPOSED: "1" }),
      ...(values["test-hooks"] && { TEST_HOOKS: "1" }),
    },
  };
}

/** The list of login services in a file. The server checks what it says. */
function readProviders(path: string) {
  try {
    const list = readFileSync(path, "utf8");
    if (Array.isArray(JSON.parse(list))) return list;
  } catch (error) {
    throw new Failure(`--login-providers: ${(error as Error).message}`, 2);
  }
  throw new Failure("--login-providers takes a file with a list in JSON", 2);
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
  try {
    return parseArgs({ args, options: flags, allowPositionals: false }).values;
  } catch (error) {
    // The first sentence says what is wrong; the ones after it are advice to programmers.
    const [what] = (error as Error).message.split(/\. |\n/, 1);
    throw new Failure(`${what}; npm start -- --help lists the options`, 2);
  }
}

function whole(flag: string, text: string, least: number, most: number) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Failure(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`, 2);
}

function matching(flag: string, text: string, pattern: RegExp) {
  if (pattern.test(text)) return text;
  throw new Failure(`${flag} cannot be "${text}"`, 2);
}

function hosts(flag: string, text: string) {
  const entry = /^(?:(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
  const wrong = text.split(/[\s,]+/).find((host) => host !== "" && !entry.test(host));
  if (wrong === undefined) return text;
  throw new Failure(`${flag} cannot have "${wrong}"`, 2);
}

function given(flag: string, text: string) {
  return matching(flag, text.trim(), /./);
}
