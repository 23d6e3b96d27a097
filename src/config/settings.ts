import { callSettings } from "./call-settings.ts";

type SettingKind =
  | { readonly kind: "text"; readonly form?: RegExp }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  /** "on" or "off". */
  | { readonly kind: "switch" }
  | { readonly kind: "url"; readonly schemes?: readonly string[]; readonly orOff?: true }
  /** Host names or addresses, separated by spaces or commas, each with or without a port; or `*.` and a domain. */
  | { readonly kind: "hosts"; readonly orOff?: true; readonly withScheme?: true }
  /** A mail server or HTTP mail service. May contain a password. */
  | { readonly kind: "mail" }
  | { readonly kind: "json"; readonly of: "list" | "table" };

/**
 * A server setting. It is named like its environment variable, and in lowercase in parley.toml. Settings only for your
 * own machine have a PARLEY_ prefix in the environment and are not Worker variables.
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
  /** Deployment type that the setting applies to. Undefined if it applies to both. */
  readonly where?: "machine" | "cloudflare";
  readonly isSecret?: true;
  /** The option of `npm start`, with the placeholder for its value. */
  readonly option?: string;
}

type Settings = Readonly<Record<string, Setting>>;

const address = {
  ROOT_DOMAIN: {
    takes: { kind: "text", form: /^[a-z0-9.-]+$/i },
    says: "The domain organizations are served at: NAME itself and SUBDOMAIN.NAME.",
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
    says: "The header in which a reverse proxy passes the client's address; without it, the connecting address is used.",
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
    says: "The region where organizations' objects are created; by default, near the first request. They never move.",
    example: "weur",
    where: "cloudflare",
  },
  JURISDICTION: {
    takes: { kind: "choice", of: ["eu", "us", "fedramp", "fedramp-high"] },
    says: "The jurisdiction that objects never leave. It can't be changed once there are organizations.",
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
    says: "Create the first organization in a browser, on the server's first page, instead of at the start.",
    default: "off",
    where: "machine",
    option: "found-in-browser",
  },
  SETUP_TOKEN: {
    takes: { kind: "text", form: /\S/ },
    says: "The operator's token; a start generates one and stores it in setup-token in the data directory.",
    isSecret: true,
  },
} as const satisfies Settings;

const storage = {
  DATABASES: {
    takes: { kind: "whole", least: 1, most: 100 },
    says: "How many databases message texts are spread over; existing ones are always used.",
    default: "1",
    where: "machine",
    option: "databases N",
  },
  DATABASE_LIMIT_MB: {
    takes: { kind: "whole", least: 0, most: 1e9 },
    says: "A database's maximum size in megabytes (500 on Cloudflare's free plan); owners get a warning at 80% of it.",
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
    says: "The largest file that can be uploaded, in MiB. Cloudflare's smaller plans refuse requests above 100 MB.",
    default: "100",
    cloudflareDefault: "95",
    option: "max-upload MIB",
  },
  UPLOAD_QUOTA_MIB: {
    takes: { kind: "whole", least: 1, most: 1e9 },
    says: "The total size of an organization's files, in MiB; unlimited by default.",
    example: "20000",
    option: "upload-quota MIB",
  },
} as const satisfies Settings;

const clients = {
  HOLD_SECONDS: {
    takes: { kind: "whole", least: 0, most: 86_400 },
    says: "Seconds that waiting clients stay in memory after the last event: delivers faster, and costs more on Cloudflare.",
    default: "5",
    ownDefault: "10",
    option: "hold SECONDS",
  },
  HEARTBEAT_SECONDS: {
    takes: { kind: "whole", least: 1, most: 3600 },
    says: "Seconds until a poll is answered even if nothing happened.",
    default: "50",
  },
  RECONNECT_SECONDS: {
    takes: { kind: "whole", least: 0, most: 3600 },
    says: "Seconds over which polls reconnect after a restart.",
    default: "5",
  },
  RELAYS_FROM: {
    takes: { kind: "whole", least: 0, most: 30_000 },
    says: "Number of event streams from which on an organization lets relays (separate objects) hold the others.",
    default: "2000",
  },
  RELAY_STREAMS: {
    takes: { kind: "whole", least: 1, most: 30_000 },
    says: "Number of streams a relay holds.",
    default: "4000",
  },
  RATE_LIMITS: {
    takes: { kind: "switch" },
    says: "Limits per minute: 200 calls per account, 100 per address without an account, 1000 files and pages.",
    default: "on",
    option: "rate-limits on|off",
  },
  LOG_REQUESTS: {
    takes: { kind: "choice", of: ["each", "gathered", "problems", "off"] },
    says: "Requests to log: each, gathered (all, written in batches), problems (and a sample of the rest), or off.",
    default: "problems",
    // Writing each line separately would cost a fifth of the throughput.
    ownDefault: "gathered",
  },
  LOG: {
    takes: { kind: "choice", of: ["json", "logfmt", "text"] },
    says: "Log format: json, logfmt or text; by default, text on a terminal, otherwise json mixed with the server's own plain-text lines.",
    example: "json",
    where: "machine",
    option: "log json|logfmt|text",
  },
  LOG_ADDRESSES: {
    takes: { kind: "switch" },
    says: "Log refused logins with the client's address, as fail2ban needs it.",
    default: "off",
    option: "log-addresses",
  },
  METRICS_PORT: {
    takes: { kind: "whole", least: 0, most: 65535 },
    says: "A port on 127.0.0.1 that serves /metrics for Prometheus without a token; the server's own /metrics needs the setup token.",
    example: "9992",
    where: "machine",
    option: "metrics-port PORT",
  },
} as const satisfies Settings;

const logins = {
  PASSWORD_ITERATIONS: {
    takes: { kind: "whole", least: 1, most: 100_000 },
    says: "PBKDF2 iterations for hashing passwords; the default is Cloudflare's maximum.",
    default: "100000",
  },
  SESSION_IDLE_DAYS: {
    takes: { kind: "whole", least: 1, most: 30 },
    says: "Days without use after which a browser login ends; it always ends after 30.",
    default: "14",
  },
  SECRETS_KEYS: {
    takes: { kind: "text", form: /^\s*\S{32,}(?:\s+\S{32,})*\s*$/ },
    says: "Keys for stored secrets, at least 32 characters each, separated by spaces: the first encrypts, all decrypt.",
    isSecret: true,
  },
  LOGIN_PROVIDERS: {
    takes: { kind: "json", of: "list" },
    says: "A list of services people can log in with, such as Google or your own OpenID provider.",
    example: '[{"preset": "google", "client_id": "...", "client_secret": "..."}]',
    isSecret: true,
    option: "login-providers FILE",
  },
  JWT_SECRETS: {
    takes: { kind: "json", of: "table" },
    says: "Secrets with which your own services sign tokens that log people in (HS256), one per organization, by subdomain.",
    example: '{"": "a long random text"}',
    isSecret: true,
  },
} as const satisfies Settings;

const mail = {
  MAIL_FROM: {
    takes: { kind: "text", form: /^[^@]*<?[^@\s]+@[^@\s]+$/ },
    says: "The sender address of emails; by default, noreply@ROOT_DOMAIN.",
    example: "chat@example.org",
  },
  MAIL_URL: {
    takes: { kind: "mail" },
    says: "A mail server (smtps://, or smtp:// with STARTTLS), or a service that takes emails as JSON, like Resend.",
    example: "smtps://USER:PASSWORD@smtp.example.org",
  },
  MAIL_TOKEN: {
    takes: { kind: "text" },
    says: "The bearer token for the service in MAIL_URL, or the mail server's password.",
    isSecret: true,
  },
  OPERATOR_EMAIL: {
    takes: { kind: "text", form: /^[^@\s]+@[^@\s]+$/ },
    says: "An email address that also gets the server's warnings: a disk or database filling up, no backups, refused rows.",
    example: "ops@example.org",
  },
  MAIL_IN: {
    takes: { kind: "text", form: /^[a-z0-9._+-]*%s[a-z0-9._+-]*@[a-z0-9.-]+\.?[a-z0-9-]+$/i },
    says: "The address pattern for incoming mail, with one %s; mail to these addresses has to be routed to this server.",
    example: "%s@in.example.org",
  },
  MAIL_IN_SECRET: {
    takes: { kind: "text" },
    says: "The secret with which a mail server hands over incoming mail (POST /mail/in); Email Routing doesn't need one.",
    isSecret: true,
  },
} as const satisfies Settings;

const services = {
  PUSH_SERVICE_URL: {
    takes: { kind: "url" },
    says: "A service that forwards pushes to Apple's and Google's push services, for mobile devices.",
    example: "https://push.example.org",
  },
  PUSH_SERVICE_KEY: {
    takes: { kind: "text", form: /:/ },
    says: "The key for PUSH_SERVICE_URL, as NAME:PASSWORD; parley register-push obtains and stores one.",
    isSecret: true,
  },
  WEB_PUSH_HOSTS: {
    takes: { kind: "hosts", orOff: true, withScheme: true },
    says: 'Browsers\' push services other than those of Chrome, Edge, Firefox and Safari; "off" disables pushes to browsers.',
    example: "push.example.org *.push.example.net",
  },
  OUTSIDE_HOSTS: {
    takes: { kind: "hosts" },
    says: "Hosts that outgoing webhooks and link previews can reach even though their addresses are private.",
    example: "hooks.example.org 10.0.0.7:8080 *.tools.example.org",
    option: "allow-private-hosts HOSTS",
  },
  HOSTED_BOTS: {
    takes: { kind: "switch" },
    says: "Let bots be programs that run on this server; on Cloudflare, this needs the paid plan and the LOADER binding.",
    default: "off",
    option: "hosted-bots",
  },
  JITSI_SERVER_URL: {
    takes: { kind: "url", orOff: true },
    says: 'The Jitsi Meet server for organizations that don\'t set their own; "off" for none.',
    default: "https://meet.jit.si",
  },
  ...callSettings,
  BIG_BLUE_BUTTON_URL: {
    takes: { kind: "url" },
    says: "A BigBlueButton server for video calls; its URL ends in /bigbluebutton.",
    example: "https://call.example.org/bigbluebutton",
  },
  BIG_BLUE_BUTTON_SECRET: { takes: { kind: "text" }, says: "The secret of BIG_BLUE_BUTTON_URL.", isSecret: true },
  ZOOM_ACCOUNT_ID: {
    takes: { kind: "text" },
    says: "A Zoom account with a Server-to-Server OAuth app (scope meeting:write:meeting:admin) that creates meetings.",
  },
  ZOOM_CLIENT_ID: { takes: { kind: "text" }, says: "The id of that app." },
  ZOOM_CLIENT_SECRET: { takes: { kind: "text" }, says: "The secret of that app.", isSecret: true },
  ZOOM_OAUTH_URL: {
    takes: { kind: "url" },
    says: "Where to get Zoom tokens, for another Zoom such as that of the US government (https://zoomgov.com).",
    default: "https://zoom.us",
  },
  ZOOM_API_URL: {
    takes: { kind: "url" },
    says: "The URL of the Zoom API, for another Zoom (https://api.zoomgov.com).",
    default: "https://api.zoom.us",
  },
  NEW_VERSION_URL: {
    takes: { kind: "url" },
    says: "A page that names the newest version as JSON, asked at most once a day, so that operators and owners hear of it.",
    example: "https://parley.example.org/newest.json",
  },
} as const satisfies Settings;

const compliance = {
  HOLDS: {
    takes: { kind: "switch" },
    says: "Let organizations put legal holds on messages, and export the held messages.",
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
