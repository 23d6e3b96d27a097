import { isWebAddress } from "../protocol/web-address.ts";
import { inMilliseconds, type Milliseconds, seconds } from "../util/time.ts";
import type { Env } from "./env.ts";

/** On one's own machine organizations are found below this name, and one of them at any other address of the machine. */
export const OWN_MACHINE = "localhost";

/** The settings of a deployment, read once from its environment. */
export interface Config {
  /** Organizations live at NAME.rootDomain, and one at rootDomain itself. */
  readonly rootDomain: string;
  /** The address of the one at rootDomain itself; null where nobody has said what the server is called. */
  readonly site: string | null;
  /** How long after the last event a poll is held in memory instead of on a hibernating socket. */
  readonly holdMs: Milliseconds;
  /** After about how long a poll that nothing happened to is answered with a heartbeat. */
  readonly heartbeatMs: Milliseconds;
  /** Within how long the polls are answered that the restart of an object has cut off: they do not come back at once. */
  readonly reconnectMs: Milliseconds;
  /** How many of the newest messages keep their content in the realm after it has been shipped. */
  readonly hotWindow: number;
  readonly rateLimits: boolean;
  /** The largest file that may be uploaded. */
  readonly maxUploadMib: number;
  /** What all files of an organization may take together; null where there is no limit. */
  readonly uploadQuotaMib: number | null;
  /** The header in which whatever stands in front tells a caller's address; without one all strangers count as one. */
  readonly addressHeader: string | null;
  readonly passwordIterations: number;
  /** Needed to create an organization; null where anybody on the machine may. */
  readonly setupToken: string | null;
  /** Whether long texts are sent compressed; elsewhere the platform sees to it. */
  readonly compresses: boolean;
  readonly openCreation: boolean;
  readonly devLogin: boolean;
  /** Whether others than this machine's own users are to have what is open for development. */
  readonly unsafeExposed: boolean;
  readonly testHooks: boolean;
  /** Which deployment this is: Workers and objects of two of them speak to each other during a deploy. */
  readonly build: string;
  /** A line for each request: at once, gathered with others for a moment, for problems and a sample alone, or never. */
  readonly logRequests: "each" | "gathered" | "problems" | "off";
  /** How mail leaves: by the platform, by a service on the web, into a mailbox that developers read, or not at all. */
  readonly mail: "platform" | "service" | "mailbox" | "none";
  readonly mailFrom: string;
  /** Where pushes to mobile devices go; null where they go nowhere. */
  readonly pushService: string | null;
  /** What services that vouch for people sign with: JSON, by the organization's subdomain. */
  readonly jwtSecrets: string | null;
  /** A service for video calls; null where there is none. */
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | null;
}

export function readConfig(env: Env): Config {
  const rootDomain = (env.ROOT_DOMAIN ?? OWN_MACHINE).toLowerCase();
  return {
    rootDomain,
    site: siteOf(env, rootDomain),
    holdMs: inMilliseconds(seconds(number(env.HOLD_SECONDS, 5))),
    heartbeatMs: inMilliseconds(seconds(number(env.HEARTBEAT_SECONDS, 50))),
    reconnectMs: inMilliseconds(seconds(number(env.RECONNECT_SECONDS, 5))),
    hotWindow: number(env.HOT_WINDOW, 5000),
    addressHeader: env.ADDRESS_HEADER || null,
    rateLimits: env.RATE_LIMITS !== "off",
    maxUploadMib: number(env.MAX_UPLOAD_MIB, 100),
    uploadQuotaMib: env.UPLOAD_QUOTA_MIB ? number(env.UPLOAD_QUOTA_MIB, 0) : null,
    passwordIterations: number(env.PASSWORD_ITERATIONS, 100_000),
    setupToken: env.SETUP_TOKEN || null,
    compresses: env.COMPRESS === "1",
    openCreation: env.OPEN_CREATION === "1",
    devLogin: env.DEV_LOGIN === "1",
    unsafeExposed: env.UNSAFE_EXPOSED === "1",
    testHooks: env.TEST_HOOKS === "1",
    build: env.VERSION?.id ?? "",
    logRequests: LOG_REQUESTS.find((way) => way === env.LOG_REQUESTS) ?? "problems",
    mail: mailOf(env),
    mailFrom: env.MAIL_FROM || `noreply@${rootDomain}`,
    pushService: env.PUSH_SERVICE_URL || null,
    jwtSecrets: env.JWT_SECRETS || null,
    bigBlueButton: bigBlueButtonOf(env),
  };
}

const LOG_REQUESTS: readonly Config["logRequests"][] = ["each", "gathered", "problems", "off"];

function siteOf({ SITE_URL }: Env, rootDomain: string): string | null {
  if (SITE_URL && isWebAddress(SITE_URL)) return new URL(SITE_URL).origin;
  return rootDomain === OWN_MACHINE ? null : `https://${rootDomain}`;
}

function mailOf({ EMAIL, MAIL_URL, DEV_LOGIN }: Env): Config["mail"] {
  if (EMAIL !== undefined) return "platform";
  if (MAIL_URL) return "service";
  return DEV_LOGIN === "1" ? "mailbox" : "none";
}

function bigBlueButtonOf({ BIG_BLUE_BUTTON_URL: url, BIG_BLUE_BUTTON_SECRET: secret }: Env): Config["bigBlueButton"] {
  return url && isWebAddress(url) && secret ? { url, secret } : null;
}

function number(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return text !== undefined && text !== "" && Number.isFinite(value) ? value : fallback;
}
