import { isWebAddress } from "../protocol/web-address.ts";
import { inMilliseconds, type Milliseconds, seconds } from "../util/time.ts";
import { type Calls, readCalls } from "./calls.ts";
import type { Env } from "./env.ts";
import { type LoginProvider, readLoginProviders } from "./login-providers.ts";
import { type MailPattern, readMailPattern } from "./mail-pattern.ts";
import { isMailServer, type MailServer, readMailServer } from "./mail-server.ts";
import { type ObjectLocation, objectLocation } from "./place.ts";
import { type DefaultedName, defaultOf, LOGGED_REQUESTS } from "./settings.ts";
import { readZoom, type Zoom } from "./zoom.ts";

/**
 * The root domain of a server without a domain. Its organization without a name answers at any address of the machine.
 */
export const OWN_MACHINE = "localhost";

/** The settings of a deployment, read once from its environment. */
export interface Config {
  /** Organizations are at NAME.rootDomain, and one is at rootDomain itself. */
  readonly rootDomain: string;
  /** The URL of the organization at rootDomain itself; null where it is not configured. */
  readonly site: string | null;
  readonly place: ObjectLocation;
  /**
   * The time after the last event for which a poll waits in the object's memory instead of on a hibernating WebSocket.
   */
  readonly holdMs: Milliseconds;
  /** After about how long a poll without events is answered with a heartbeat. */
  readonly heartbeatMs: Milliseconds;
  /**
   * Over how long the answers to polls are spread that an object's restart has cut off, so that not all return at once.
   */
  readonly reconnectMs: Milliseconds;
  /** The number of streams that an organization's own object holds before relays hold further ones. */
  readonly relaysFrom: number;
  /** The number of streams that a relay holds. */
  readonly relayStreams: number;
  /** The number of newest messages that the realm keeps with their content after shipping them to D1. */
  readonly hotWindow: number;
  readonly rateLimits: boolean;
  /** The largest file that may be uploaded. */
  readonly maxUploadMib: number;
  /** The limit for all files of an organization together; null where there is none. */
  readonly uploadQuotaMib: number | null;
  /**
   * The header in which a reverse proxy passes a client's IP address; null where there is none: then
   * all callers without an account share one rate limit.
   */
  readonly addressHeader: string | null;
  /** Whether there are thumbnails of pictures. */
  readonly makesThumbnails: boolean;
  /** The bytes that a database of D1 takes; null where nothing but the disk limits it. */
  readonly databaseLimit: number | null;
  readonly passwordIterations: number;
  /** After how many days without use a login in a browser ends. */
  readonly sessionIdleDays: number;
  /** Secrets of the operator, of which the first seals stored secrets and all open them; empty where they are stored in clear. */
  readonly secretsKeys: readonly string[];
  /** The token that creating an organization takes; null where anybody on the machine may create one. */
  readonly setupToken: string | null;
  /** Whether the Worker compresses long responses itself; on Cloudflare the platform does. */
  readonly compresses: boolean;
  readonly openCreation: boolean;
  readonly devLogin: boolean;
  /** Whether features for development may be used from other machines. */
  readonly unsafeExposed: boolean;
  readonly testHooks: boolean;
  /** The id of this deployment. During a deploy, Workers and objects of two deployments call each other. */
  readonly build: string;
  /** The requests that are logged: each at once, each but written in groups, only problems and a sample, or none. */
  readonly logRequests: (typeof LOGGED_REQUESTS)[number];
  /** Whether refused logins are logged with the address that they came from. */
  readonly logAddresses: boolean;
  /** The way to send mail: by the platform, an HTTP service, a server for mail, into a mailbox for developers, or none. */
  readonly mail: "platform" | "service" | "smtp" | "mailbox" | "none";
  /** The server for mail; a text says what is wrong with its address. Null where mail goes another way. */
  readonly mailServer: MailServer | string | null;
  readonly mailFrom: string;
  /** The address at which the server's operator is told of troubles; null where they are told of none. */
  readonly operatorEmail: string | null;
  /** The addresses under which mail comes in; null where none does. */
  readonly mailIn: MailPattern | null;
  /** With which a server for mail hands over what came in; null where only Cloudflare may. */
  readonly mailInSecret: string | null;
  /** The URL of the push notification service; null where there is none. */
  readonly pushService: string | null;
  /**
   * The hosts of the push services of browsers; `*.` stands for any name below. One that is written with its scheme is an
   * origin that is called whatever it is, for tests. Empty where browsers get no pushes.
   */
  readonly webPushHosts: readonly string[];
  /**
   * Hosts that may be asked for what people link to or register though their addresses are private: a name or an address,
   * with a port or for all ports, or `*.` and a domain for all names below it.
   */
  readonly outsideHosts: readonly string[];
  /** The port at which this machine reaches the server itself, which `outsideHosts` never means; null where it has none. */
  readonly ownPort: string | null;
  /** The secret name of the header that the gate adds to each request; null where the Worker has no gate, as on Cloudflare. */
  readonly gateMark: string | null;
  /** The URL at which the process around the program tells facts about its machine; null on Cloudflare. */
  readonly machineUrl: string | null;
  /** The secrets of services that sign JSON web tokens for logins: a JSON object by subdomain. */
  readonly jwtSecrets: string | null;
  /** The identity providers by which people log in. */
  readonly loginProviders: readonly LoginProvider[];
  /** The fault in the configuration of login providers, in which case there are none. */
  readonly loginProvidersProblem: string | null;
  /** The BigBlueButton server for video calls; null where there is none. */
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | null;
  /** The app of Zoom that makes meetings; null where there is none. */
  readonly zoom: Zoom | null;
  readonly calls: Calls;
  /** The server of Jitsi Meet for organizations that name none of their own; null where there is none. */
  readonly jitsiServerUrl: string | null;
  /** Whether organizations can hold messages against deletion, and export what was held. */
  readonly holds: boolean;
  /** Whether bots can be programs that run here. */
  readonly runsBots: boolean;
  /** Whether voice messages can be written down by Workers AI. */
  readonly transcribes: boolean;
  /** The URL at which the process around the program runs them; null on Cloudflare, which loads them itself. */
  readonly botsUrl: string | null;
}

/** Reads the settings. A start and a deploy refuse wrong ones; here a default stands for such a one. */
export function readConfig(env: Env): Config {
  const number = (name: DefaultedName & keyof Env) => numberIn(env[name]) ?? Number(defaultOf(name));
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
    uploadQuotaMib: env.UPLOAD_QUOTA_MIB ? (numberIn(env.UPLOAD_QUOTA_MIB) ?? 0) : null,
    makesThumbnails: env.IMAGES !== undefined,
    databaseLimit: (numberIn(env.DATABASE_LIMIT_MB) ?? 0) * 1e6 || null,
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

/** Cloudflare sends mail from domains that are set up for it, which nobody can do with these. */
const mayHaveMail = (domain: string) => domain !== OWN_MACHINE && !domain.endsWith(".workers.dev");

/** The push services of Chrome, Edge, Firefox and Safari, and of browsers that are made of these. */
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

/** The public one, unless another is named; "off" stands for none. */
function jitsiServerUrlOf({ JITSI_SERVER_URL: url }: Env): string | null {
  if (url === "off") return null;
  return url && isWebAddress(url) ? url.replace(/\/+$/, "") : defaultOf("JITSI_SERVER_URL");
}

/** Secrets that are separated by spaces. */
const readSecretsKeys = (text = ""): readonly string[] => text.split(/\s+/).filter((key) => key !== "");

function numberIn(text: string | undefined): number | undefined {
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
