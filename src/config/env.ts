/** The bindings and settings of a deployment (wrangler.toml). */
export interface Env {
  REALM: DurableObjectNamespace;
  HASHER: DurableObjectNamespace;
  IMPORTER: DurableObjectNamespace;
  DB: D1Database;
  /** Further databases, DB2 and so on. */
  [database: `DB${number}`]: D1Database | undefined;
  UPLOADS: R2Bucket;
  /** Makes pictures of other sizes. Without it, pictures are shown as they were uploaded. */
  IMAGES?: ImagesBinding;
  ROOT_DOMAIN?: string;
  REGION?: string;
  JURISDICTION?: string;
  SITE_URL?: string;
  HOLD_SECONDS?: string;
  HEARTBEAT_SECONDS?: string;
  RECONNECT_SECONDS?: string;
  HOT_WINDOW?: string;
  RATE_LIMITS?: string;
  DATABASE_LIMIT_MB?: string;
  MAX_UPLOAD_MIB?: string;
  UPLOAD_QUOTA_MIB?: string;
  ADDRESS_HEADER?: string;
  PASSWORD_ITERATIONS?: string;
  SESSION_IDLE_DAYS?: string;
  /** Several are separated by spaces. */
  SECRETS_KEYS?: string;
  SETUP_TOKEN?: string;
  COMPRESS?: string;
  DEV_LOGIN?: string;
  TEST_HOOKS?: string;
  UNSAFE_EXPOSED?: string;
  OPEN_CREATION?: string;
  LOG_REQUESTS?: string;
  /** Given by Cloudflare. */
  VERSION?: WorkerVersionMetadata;
  EMAIL?: SendEmail;
  MAIL_URL?: string;
  MAIL_TOKEN?: string;
  MAIL_FROM?: string;
  MAIL_IN?: string;
  MAIL_IN_SECRET?: string;
  PUSH_SERVICE_URL?: string;
  PUSH_SERVICE_KEY?: string;
  WEB_PUSH_HOSTS?: string;
  OUTSIDE_HOSTS?: string;
  /** The port at which a server on a machine of one's own takes connections. */
  OWN_PORT?: string;
  /**
   * The way for requests to addresses that people gave, where this server stands in a network of its own: connections
   * through it reach the public internet alone. On Cloudflare no request reaches a private network.
   */
  OUTSIDE?: Fetcher;
  JWT_SECRETS?: string;
  LOGIN_PROVIDERS?: string;
  BIG_BLUE_BUTTON_URL?: string;
  BIG_BLUE_BUTTON_SECRET?: string;
  ZOOM_ACCOUNT_ID?: string;
  ZOOM_CLIENT_ID?: string;
  ZOOM_CLIENT_SECRET?: string;
  ZOOM_OAUTH_URL?: string;
  ZOOM_API_URL?: string;
  JITSI_SERVER_URL?: string;
}
