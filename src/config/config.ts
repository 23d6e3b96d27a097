import { isWebAddress } from "../protocol/web-address.ts";
import { inMilliseconds, type Milliseconds, seconds } from "../util/time.ts";
import { type Calls, readCalls } from "./calls.ts";
import type { Env } from "./env.ts";
import { type ReadProviders, readLoginProviders } from "./login-providers.ts";
import { type MailPattern, readMailPattern } from "./mail-pattern.ts";
import { isMailServer, type MailServer, readMailServer } from "./mail-server.ts";
import { type ObjectLocation, objectLocation } from "./object-location.ts";
import { type DefaultedName, defaultOf, LOGGED_REQUESTS } from "./settings.ts";
import { readZoom, type Zoom } from "./zoom.ts";

/**
 * Root domain of a server without a domain. The organization without a subdomain responds at any address of the
 * machine.
 */
export const OWN_MACHINE = "localhost";

export interface Config extends ReadProviders {
  /** Organizations are at NAME.rootDomain, and one is at rootDomain itself. */
  readonly rootDomain: string;
  /** URL of the organization at rootDomain itself, or null if not configured. */
  readonly site: string | null;
  readonly place: ObjectLocation;
  /**
   * After the last event, polls wait this long in the object's memory. After that, they wait on a hibernating
   * WebSocket.
   */
  readonly holdMs: Milliseconds;
  /** Approximate time until a poll without events is answered with a heartbeat. */
  readonly heartbeatMs: Milliseconds;
  /**
   * After an object's restart, the responses to interrupted polls are spread over this period, so that clients don't
   * all return at once.
   */
  readonly reconnectMs: Milliseconds;
  /** Maximum number of streams that an organization's own object holds. Relays hold all others. */
  readonly relaysFrom: number;
  readonly relayStreams: number;
  /** Number of newest messages whose content the realm keeps after shipping them to D1. */
  readonly hotWindow: number;
  readonly rateLimits: boolean;
  readonly maxUploadMib: number;
  /** Limit for the total size of an organization's files, or null for none. */
  readonly uploadQuotaMib: number | null;
  /**
   * Header that a reverse proxy uses to pass on the client's IP address. If null, all anonymous callers share one rate
   * limit.
   */
  readonly addressHeader: string | null;
  readonly makesThumbnails: boolean;
  /** Size limit of a D1 database in bytes, or null if only the disk limits it. */
  readonly databaseLimit: number | null;
  readonly passwordIterations: number;
  /** Days without use before a browser session expires. */
  readonly sessionIdleDays: number;
  /**
   * The operator's keys for stored secrets. The first one encrypts, and any of them can decrypt. If empty, secrets are
   * stored unencrypted.
   */
  readonly secretsKeys: readonly string[];
  /** Token required to create an organization. If null, anyone on the machine can create one. */
  readonly setupToken: string | null;
  /** Whether the Worker compresses long responses itself. On Cloudflare, the platform compresses them. */
  readonly compresses: boolean;
  readonly openCreation: boolean;
  readonly devLogin: boolean;
  /** Whether features for development can be used from other machines. */
  readonly unsafeExposed: boolean;
  readonly testHooks: boolean;
  /** Id of this deployment. During a deploy, Workers and objects of two deployments call each other. */
  readonly build: string;
  /**
   * Which requests are logged: all, written immediately; all, written in batches; only problems and a sample; or none.
   */
  readonly logRequests: (typeof LOGGED_REQUESTS)[number];
  readonly logAddresses: boolean;
  /** How email is sent: by the platform, an HTTP service, an SMTP server, into a developer mailbox, or not at all. */
  readonly mail: "platform" | "service" | "smtp" | "mailbox" | "none";
  /** The SMTP server, or a description of the error in its address. Null if email isn't sent by SMTP. */
  readonly mailServer: MailServer | string | null;
  readonly mailFrom: string;
  /** Where to email the operator about problems, or null to send nothing. */
  readonly operatorEmail: string | null;
  /** URL of a page that contains the newest version number, or null to disable the check. */
  readonly newVersionUrl: string | null;
  /** Addresses that receive incoming email, or null if there is none. */
  readonly mailIn: MailPattern | null;
  /** Secret that a mail server sends when it delivers incoming email. If null, only Cloudflare can deliver email. */
  readonly mailInSecret: string | null;
  /** URL of the push notification service, or null if there is none. */
  readonly pushService: string | null;
  /**
   * Hosts of browser push services; `*.` matches any subdomain. An entry with a scheme is an origin that is always
   * allowed, for tests. If empty, browsers get no push notifications.
   */
  readonly webPushHosts: readonly string[];
  /**
   * Hosts that can be contacted for links and registered URLs even if their IP address is private. Each entry is a name
   * or an address, with a port or for all ports, or `*.` and a domain.
   */
  readonly outsideHosts: readonly string[];
  /** Port at which this machine reaches the server itself. `outsideHosts` never includes it. Null if there is none. */
  readonly ownPort: string | null;
  /** Secret name of the header that the gate adds to each request. Null without a gate, as on Cloudflare. */
  readonly gateMark: string | null;
  /** URL of the server's Node process that reports facts about its machine, or null on Cloudflare. */
  readonly machineUrl: string | null;
  /** Secrets of services that sign JSON web tokens for logins: a JSON object by subdomain. */
  readonly jwtSecrets: string | null;
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | null;
  readonly zoom: Zoom | null;
  readonly calls: Calls;
  /** Default Jitsi Meet server for organizations without their own, or null if there is none. */
  readonly jitsiServerUrl: string | null;
  /** Whether organizations can place messages on hold and export them. */
  readonly holds: boolean;
  readonly runsBots: boolean;
  readonly transcribes: boolean;
  /** URL of the server's Node process that runs bot scripts. Null on Cloudflare, where the Worker runs them itself. */
  readonly botsUrl: string | null;
}

/** Invalid settings fall back to their defaults here, because `parley start` and `parley deploy` reject them. */
export function readConfig(env: Env): Config {
  const number = (name: DefaultedName & keyof Env) => parseNumber(env[name]) ?? Number(defaultOf(name));
  const rootDomain = (env.ROOT_DOMAIN ?? defaultOf("ROOT_DOMAIN")).toLowerCase();
  return {
    rootDomain,
    site: siteOf(env, rootDomain),
    place: objectLocation(env),
    holdMs: inMilliseconds(seconds(number("HOLD_SECONDS"))),
    heartbeatMs: inMilliseconds(seconds(number("HEARTBEAT_SECONDS"))),
    reconnectMs: inMilliseconds(seconds(number("RECONNECT_SECONDS"))),
    relaysFrom: number("RELAYS_FROM"),
    relayStreams: number("RELAY_STREAMS"),
    hotWindow: number("HOT_WINDOW"),
    addressHeader: env.ADDRESS_HEADER || null,
    rateLimits: env.RATE_LIMITS !== "off",
    maxUploadMib: number("MAX_UPLOAD_MIB"),
    uploadQuotaMib: env.UPLOAD_QUOTA_MIB ? (parseNumber(env.UPLOAD_QUOTA_MIB) ?? 0) : null,
    makesThumbnails: env.IMAGES !== undefined,
    databaseLimit: (parseNumber(env.DATABASE_LIMIT_MB) ?? 0) * 1e6 || null,
    passwordIterations: number("PASSWORD_ITERATIONS"),
    sessionIdleDays: number("SESSION_IDLE_DAYS"),
    secretsKeys: readSecretsKeys(env.SECRETS_KEYS),
    setupToken: env.SETUP_TOKEN || null,
    compresses: env.COMPRESS === "1",
    openCreation: env.OPEN_CREATION === "1",
    devLogin: env.DEV_LOGIN === "1",
    unsafeExposed: env.UNSAFE_EXPOSED === "1",
    testHooks: env.TEST_HOOKS === "1",
    build: env.VERSION?.id ?? "",
    logRequests: LOGGED_REQUESTS.find((way) => way === env.LOG_REQUESTS) ?? "problems",
    logAddresses: env.LOG_ADDRESSES === "on",
    mail: mailOf(env, rootDomain),
    mailServer: isMailServer(env.MAIL_URL ?? "") ? readMailServer(env.MAIL_URL ?? "", env.MAIL_TOKEN) : null,
    mailFrom: env.MAIL_FROM || `noreply@${rootDomain}`,
    operatorEmail: env.OPERATOR_EMAIL || null,
    newVersionUrl: env.NEW_VERSION_URL || null,
    mailIn: readMailPattern(env.MAIL_IN ?? "") ?? null,
    mailInSecret: env.MAIL_IN_SECRET || null,
    pushService: env.PUSH_SERVICE_URL || null,
    webPushHosts: webPushHostsOf(env),
    outsideHosts: hostsIn(env.OUTSIDE_HOSTS?.toLowerCase()),
    ownPort: env.OWN_PORT || null,
    gateMark: env.GATE_MARK || null,
    machineUrl: env.MACHINE_URL || null,
    jwtSecrets: env.JWT_SECRETS || null,
    ...readLoginProviders(env.LOGIN_PROVIDERS),
    bigBlueButton: bigBlueButtonOf(env),
    zoom: readZoom(env),
    calls: readCalls(env),
    jitsiServerUrl: jitsiServerUrlOf(env),
    holds: env.HOLDS === "on",
    runsBots: env.HOSTED_BOTS === "on" && (env.LOADER !== undefined || Boolean(env.BOTS_URL)),
    transcribes: env.AI !== undefined,
    botsUrl: env.BOTS_URL || null,
  };
}

function siteOf({ SITE_URL }: Env, rootDomain: string): string | null {
  if (SITE_URL && isWebAddress(SITE_URL)) return new URL(SITE_URL).origin;
  return rootDomain === OWN_MACHINE ? null : `https://${rootDomain}`;
}

function mailOf({ EMAIL, MAIL_FROM, MAIL_URL, DEV_LOGIN }: Env, rootDomain: string): Config["mail"] {
  if (EMAIL !== undefined && (MAIL_FROM || mayHaveMail(rootDomain))) return "platform";
  if (MAIL_URL) return isMailServer(MAIL_URL) ? "smtp" : "service";
  return DEV_LOGIN === "1" ? "mailbox" : "none";
}

/**
 * Whether a domain can have email. Cloudflare only sends email from domains that are set up for it, which is impossible
 * for the excluded domains.
 */
const mayHaveMail = (domain: string) => domain !== OWN_MACHINE && !domain.endsWith(".workers.dev");

/** Push services of Chrome, Edge, Firefox and Safari, and of browsers based on them. */
const WEB_PUSH_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "*.push.services.mozilla.com",
  "*.notify.windows.com",
  "*.push.apple.com",
];

const webPushHostsOf = ({ WEB_PUSH_HOSTS: more = "" }: Env): readonly string[] =>
  more === "off" ? [] : [...WEB_PUSH_HOSTS, ...hostsIn(more)];

const hostsIn = (list = ""): readonly string[] => list.split(/[\s,]+/).filter((host) => host !== "");

function bigBlueButtonOf({ BIG_BLUE_BUTTON_URL: url, BIG_BLUE_BUTTON_SECRET: secret }: Env): Config["bigBlueButton"] {
  return url && isWebAddress(url) && secret ? { url, secret } : null;
}

/** Returns the URL of the Jitsi server. Defaults to the public server; "off" means none. */
function jitsiServerUrlOf({ JITSI_SERVER_URL: url }: Env): string | null {
  if (url === "off") return null;
  return url && isWebAddress(url) ? url.replace(/\/+$/, "") : defaultOf("JITSI_SERVER_URL");
}

const readSecretsKeys = (text = ""): readonly string[] => text.split(/\s+/).filter((key) => key !== "");

function parseNumber(text: string | undefined): number | undefined {
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
