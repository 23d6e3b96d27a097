import { callSettings } from "./call-settings.ts";

type SettingKind =
  | { readonly kind: "text"; readonly form?: RegExp }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  /** "on" or "off". */
  | { readonly kind: "switch" }
  | { readonly kind: "url"; readonly schemes?: readonly string[]; readonly orOff?: true }
  /** Names or addresses, separated by spaces or commas, with a port or for all ports, or `*.` and a domain. */
  | { readonly kind: "hosts"; readonly orOff?: true; readonly withScheme?: true }
  /** A mail server or HTTP mail service. May contain a password. */
  | { readonly kind: "mail" }
  | { readonly kind: "json"; readonly of: "list" | "table" };

/**
 * A server setting. Its name is the environment variable's, and in lowercase the one in parley.toml. Settings only for
 * your own machine have a PARLEY_ prefix in the environment and are not Worker variables.
 */
export interface Setting {
  readonly takes: SettingKind;
  /** One-sentence explanation, for the example parley.toml and for help. */
  readonly says: string;
  readonly default?: string;
  /** Default on your own machine, if different. */
  readonly ownDefault?: string;
  /** Default on Cloudflare, if different; set in wrangler.toml. */
  readonly cloudflareDefault?: string;
  readonly example?: string;
  /** Deployment type it applies to; both if absent. */
  readonly where?: "machine" | "cloudflare";
  readonly isSecret?: true;
  /** The option of `npm start`, with the placeholder for its value. */
  readonly option?: string;
}

type Settings = Readonly<Record<string, Setting>>;

const address = {
  ROOT_DOMAIN: {
    takes: { kind: "text", form: /^[a-z0-9.-]+$/i },
    says: "Organizations are found at this name and at SUBDOMAIN.NAME.",
    default: "localhost",
    option: "root-domain NAME",
  },
  SITE_URL: {
    takes: { kind: "url" },
    says: "The public URL, if it isn't https://ROOT_DOMAIN, such as with another port.",
    example: "https://chat.example.org:8443",
    option: "site URL",
  },
  ADDRESS_HEADER: {
    takes: { kind: "text", form: /^[\w-]+$/ },
    says: "The header in which a proxy in front passes on the client's address; without one, the address that connects counts.",
    cloudflareDefault: "cf-connecting-ip",
    example: "X-Real-IP",
    option: "address-header NAME",
  },
  HOST: {
    takes: { kind: "text", form: /\S/ },
    says: "The address to listen on.",
    default: "127.0.0.1",
    where: "machine",
    option: "host ADDRESS",
  },
  PORT: {
    takes: { kind: "whole", least: 0, most: 65535 },
    says: "The port to listen on; 0 picks a free one.",
    default: "9991",
    where: "machine",
    option: "port PORT",
  },
  REGION: {
    takes: {
      kind: "choice",
      of: ["wnam", "enam", "sam", "weur", "eeur", "apac", "apac-ne", "apac-se", "oc", "afr", "me"],
    },
    says: "The region where organizations' objects are created; without one, near the first request. They never move.",
    example: "weur",
    where: "cloudflare",
  },
  JURISDICTION: {
    takes: { kind: "choice", of: ["eu", "us", "fedramp", "fedramp-high"] },
    says: "Where objects are always kept. It can't be changed once there are organizations.",
    example: "eu",
    where: "cloudflare",
  },
} as const satisfies Settings;

const first = {
  ORG_NAME: {
    takes: { kind: "text", form: /\S/ },
    says: "The name of the organization that the first start creates.",
    default: "Parley",
    where: "machine",
    option: "org-name NAME",
  },
  OWNER_NAME: {
    takes: { kind: "text", form: /\S/ },
    says: "Its owner's name.",
    default: "Owner",
    where: "machine",
    option: "owner-name NAME",
  },
  OWNER_EMAIL: {
    takes: { kind: "text", form: /^[^@\s]+@[^@\s]+$/ },
    says: "Its owner's email.",
    default: "owner@example.com",
    where: "machine",
    option: "owner-email EMAIL",
  },
  FOUND_IN_BROWSER: {
    takes: { kind: "switch" },
    says: "Whether the start creates no organization: the server's first page does, in a browser.",
    default: "off",
    where: "machine",
    option: "found-in-browser",
  },
  SETUP_TOKEN: {
    takes: { kind: "text", form: /\S/ },
    says: "The token by which the server knows who runs it; a start makes one and keeps it in setup-token in the data directory.",
    isSecret: true,
  },
} as const satisfies Settings;

const storage = {
  DATABASES: {
    takes: { kind: "whole", least: 1, most: 100 },
    says: "How many databases the texts of messages are spread over; those that are there are always used.",
    default: "1",
    where: "machine",
    option: "databases N",
  },
  DATABASE_LIMIT_MB: {
    takes: { kind: "whole", least: 0, most: 1e9 },
    says: "The megabytes that a database takes (on the free plan of Cloudflare 500); from four fifths of it on, owners get a warning.",
    cloudflareDefault: "10000",
    example: "10000",
  },
  HOT_WINDOW: {
    takes: { kind: "whole", least: 1, most: 1e9 },
    says: "How many of the newest messages an organization keeps in its own database.",
    default: "5000",
    option: "hot-window N",
  },
  MAX_UPLOAD_MIB: {
    takes: { kind: "whole", least: 1, most: 1e6 },
    says: "The largest file that can be uploaded, in MiB. Cloudflare's smaller plans take no request above 100 MB.",
    default: "100",
    cloudflareDefault: "95",
    option: "max-upload MIB",
  },
  UPLOAD_QUOTA_MIB: {
    takes: { kind: "whole", least: 1, most: 1e9 },
    says: "What all files of an organization can take together, in MiB; without it, there is no limit.",
    example: "20000",
    option: "upload-quota MIB",
  },
} as const satisfies Settings;

const clients = {
  HOLD_SECONDS: {
    takes: { kind: "whole", least: 0, most: 86_400 },
    says: "How long after the last event waiting clients are kept in memory: faster delivery, and more to pay on Cloudflare.",
    default: "5",
    ownDefault: "10",
    option: "hold SECONDS",
  },
  HEARTBEAT_SECONDS: {
    takes: { kind: "whole", least: 1, most: 3600 },
    says: "After how long a poll is answered though nothing happened.",
    default: "50",
  },
  RECONNECT_SECONDS: {
    takes: { kind: "whole", least: 0, most: 3600 },
    says: "Over how long polls return that a restart has cut off.",
    default: "5",
  },
  RELAYS_FROM: {
    takes: { kind: "whole", least: 0, most: 30_000 },
    says: "From how many streams of events on an organization has others held by relays, objects beside its own.",
    default: "2000",
  },
  RELAY_STREAMS: {
    takes: { kind: "whole", least: 1, most: 30_000 },
    says: "How many streams a relay holds.",
    default: "4000",
  },
  RATE_LIMITS: {
    takes: { kind: "switch" },
    says: "Limits a minute: 200 calls of an account, 100 of strangers from one address, 1000 files and pages.",
    default: "on",
    option: "rate-limits on|off",
  },
  LOG_REQUESTS: {
    takes: { kind: "choice", of: ["each", "gathered", "problems", "off"] },
    says: "Requests that get a line in the log: each, gathered (all, written together), problems and a sample, or off.",
    default: "problems",
    // Writing lines one by one would cost a fifth of the throughput.
    ownDefault: "gathered",
  },
  LOG: {
    takes: { kind: "choice", of: ["json", "logfmt", "text"] },
    says: "The log's form: json, logfmt, or text for people; if not set, text on a terminal, and otherwise json but for own messages.",
    example: "json",
    where: "machine",
    option: "log json|logfmt|text",
  },
  LOG_ADDRESSES: {
    takes: { kind: "switch" },
    says: "Whether refused logins get a line in the log with the client's address, as fail2ban needs it.",
    default: "off",
    option: "log-addresses",
  },
  METRICS_PORT: {
    takes: { kind: "whole", least: 0, most: 65535 },
    says: "A port of 127.0.0.1 with numbers for Prometheus at /metrics, without a token; the server's own /metrics takes the setup token.",
    example: "9992",
    where: "machine",
    option: "metrics-port PORT",
  },
} as const satisfies Settings;

const logins = {
  PASSWORD_ITERATIONS: {
    takes: { kind: "whole", least: 1, most: 100_000 },
    says: "Rounds of PBKDF2 by which passwords are hashed; Cloudflare takes no more.",
    default: "100000",
  },
  SESSION_IDLE_DAYS: {
    takes: { kind: "whole", least: 1, most: 30 },
    says: "After how many days without use a login in a browser ends; after 30 it ends in any case.",
    default: "14",
  },
  SECRETS_KEYS: {
    takes: { kind: "text", form: /^\s*\S{32,}(?:\s+\S{32,})*\s*$/ },
    says: "Keys that encrypt stored secrets, of 32 characters or more, separated by spaces: the first encrypts, all decrypt.",
    isSecret: true,
  },
  LOGIN_PROVIDERS: {
    takes: { kind: "json", of: "list" },
    says: "Services at which people log in, such as Google or an OpenID provider of your own: a list.",
    example: '[{"preset": "google", "client_id": "...", "client_secret": "..."}]',
    isSecret: true,
    option: "login-providers FILE",
  },
  JWT_SECRETS: {
    takes: { kind: "json", of: "table" },
    says: "What services of your own sign with that log people in (HS256), one for each organization, by its subdomain.",
    example: '{"": "a long random text"}',
    isSecret: true,
  },
} as const satisfies Settings;

const mail = {
  MAIL_FROM: {
    takes: { kind: "text", form: /^[^@]*<?[^@\s]+@[^@\s]+$/ },
    says: "The sender address of emails; without it, noreply@ROOT_DOMAIN.",
    example: "chat@example.org",
  },
  MAIL_URL: {
    takes: { kind: "mail" },
    says: "A mail server (smtps://, or smtp:// with STARTTLS), or a service that takes emails as JSON, as Resend does.",
    example: "smtps://USER:PASSWORD@smtp.example.org",
  },
  MAIL_TOKEN: {
    takes: { kind: "text" },
    says: "The bearer token of the service in MAIL_URL, or the password at the mail server.",
    isSecret: true,
  },
  OPERATOR_EMAIL: {
    takes: { kind: "text", form: /^[^@\s]+@[^@\s]+$/ },
    says: "The email address that also gets the server's warnings: a disk or database that fills up, no backups, refused rows.",
    example: "ops@example.org",
  },
  MAIL_IN: {
    takes: { kind: "text", form: /^[a-z0-9._+-]*%s[a-z0-9._+-]*@[a-z0-9.-]+\.?[a-z0-9-]+$/i },
    says: "The addresses under which mail comes in, with one %s; mail to them has to be led to this server.",
    example: "%s@in.example.org",
  },
  MAIL_IN_SECRET: {
    takes: { kind: "text" },
    says: "The secret with which a server for mail hands over what comes in (POST /mail/in); Email Routing needs none.",
    isSecret: true,
  },
} as const satisfies Settings;

const services = {
  PUSH_SERVICE_URL: {
    takes: { kind: "url" },
    says: "A service that speaks to Apple's and Google's push services, for mobile devices.",
    example: "https://push.example.org",
  },
  PUSH_SERVICE_KEY: {
    takes: { kind: "text", form: /:/ },
    says: "The key of PUSH_SERVICE_URL, as NAME:PASSWORD; parley register-push gets and keeps one.",
    isSecret: true,
  },
  WEB_PUSH_HOSTS: {
    takes: { kind: "hosts", orOff: true, withScheme: true },
    says: 'Push services of browsers besides those of Chrome, Edge, Firefox and Safari; "off" sends browsers nothing.',
    example: "push.example.org *.push.example.net",
  },
  OUTSIDE_HOSTS: {
    takes: { kind: "hosts" },
    says: "Hosts that outgoing webhooks and previews of links can ask though their addresses are private.",
    example: "hooks.example.org 10.0.0.7:8080 *.tools.example.org",
    option: "allow-private-hosts HOSTS",
  },
  HOSTED_BOTS: {
    takes: { kind: "switch" },
    says: "Whether bots can be programs that run on this server; on Cloudflare this needs the paid plan and the binding LOADER.",
    default: "off",
    option: "hosted-bots",
  },
  JITSI_SERVER_URL: {
    takes: { kind: "url", orOff: true },
    says: 'The server of Jitsi Meet for organizations that name none of their own; "off" for none.',
    default: "https://meet.jit.si",
  },
  ...callSettings,
  BIG_BLUE_BUTTON_URL: {
    takes: { kind: "url" },
    says: "A BigBlueButton server for video calls; the address is the one that ends in /bigbluebutton.",
    example: "https://call.example.org/bigbluebutton",
  },
  BIG_BLUE_BUTTON_SECRET: { takes: { kind: "text" }, says: "The secret of BIG_BLUE_BUTTON_URL.", isSecret: true },
  ZOOM_ACCOUNT_ID: {
    takes: { kind: "text" },
    says: "An account of Zoom with a Server-to-Server OAuth app (scope meeting:write:meeting:admin) that makes meetings.",
  },
  ZOOM_CLIENT_ID: { takes: { kind: "text" }, says: "The id of that app." },
  ZOOM_CLIENT_SECRET: { takes: { kind: "text" }, says: "The secret of that app.", isSecret: true },
  ZOOM_OAUTH_URL: {
    takes: { kind: "url" },
    says: "Where Zoom gives tokens, if it is another Zoom, such as that of the US government (https://zoomgov.com).",
    default: "https://zoom.us",
  },
  ZOOM_API_URL: {
    takes: { kind: "url" },
    says: "Where the API of Zoom is, if it is another Zoom (https://api.zoomgov.com).",
    default: "https://api.zoom.us",
  },
} as const satisfies Settings;

const compliance = {
  HOLDS: {
    takes: { kind: "switch" },
    says: "Whether organizations can hold messages against deletion and export what was held, as courts can require.",
    default: "off",
    option: "holds",
  },
} as const satisfies Settings;

export const SETTING_GROUPS = {
  "Address and place": address,
  "The first organization": first,
  "Storage and files": storage,
  "Clients and log": clients,
  "Logins and secrets": logins,
  Mail: mail,
  "Pushes, webhooks and calls": services,
  "Holds and compliance": compliance,
} as const satisfies Record<string, Settings>;

const table = { ...address, ...first, ...storage, ...clients, ...logins, ...mail, ...services, ...compliance };

export type SettingName = keyof typeof table;
export const SETTINGS: Readonly<Record<SettingName, Setting>> = table;

type NameWhere<Condition> = {
  [Name in SettingName]: (typeof table)[Name] extends Condition ? Name : never;
}[SettingName];

/** Settings that are variables of the Worker. */
export type WorkerSettings = { [Name in Exclude<SettingName, NameWhere<{ where: "machine" }>>]?: string };
export type DefaultedName = NameWhere<{ default: string }>;

/** Default of the program itself, which either deployment type can override. */
export const defaultOf = (name: DefaultedName): string => table[name].default;

export const REGIONS = address.REGION.takes.of;
export const LOGGED_REQUESTS = clients.LOG_REQUESTS.takes.of;
