import { type NoParams, statement } from "../../../database/statement.ts";
import { badRequest, notFound, raise } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { additive } from "../../../realm/schema.ts";
import { randomToken } from "../../../util/random.ts";
import { after, days, type Seconds } from "../../../util/time.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { providersForDomain } from "../sso-connections/connections.ts";

export const schema = [
  `-- Domains that owners prove to control by a DNS record. Users with such an address are sent to a login service.
   CREATE TABLE login_domains (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     domain TEXT NOT NULL UNIQUE,
     token TEXT NOT NULL,
     -- When the record was first found, and when it was last checked; null before that.
     verified_at INTEGER,
     checked_at INTEGER
   ) STRICT;`,
  additive(`-- When a verified domain is checked next, and since when its record has been missing.
   ALTER TABLE login_domains ADD COLUMN recheck_at INTEGER;
   ALTER TABLE login_domains ADD COLUMN missing_since INTEGER;
   INSERT OR IGNORE INTO timers (name, due_at)
     SELECT 'login-domains', 0 FROM login_domains WHERE verified_at IS NOT NULL LIMIT 1;`),
];

export interface LoginDomainRow {
  readonly id: number;
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Seconds | null;
  readonly checked_at: Seconds | null;
  readonly missing_since: Seconds | null;
}

const columns = "id, domain, token, verified_at, checked_at, missing_since";

const allLoginDomains = statement<NoParams, LoginDomainRow>(`SELECT ${columns} FROM login_domains ORDER BY id`);
export const loginDomainById = statement<{ id: number }, LoginDomainRow>(
  `SELECT ${columns} FROM login_domains WHERE id = :id`,
);
const insertLoginDomain = statement<{ domain: string; token: string }, { id: number }>(
  "INSERT INTO login_domains (domain, token) VALUES (:domain, :token) RETURNING id",
);
export const setChecked = statement<
  Pick<LoginDomainRow, "id" | "verified_at" | "checked_at" | "missing_since"> & { recheck_at: Seconds }
>(
  `UPDATE login_domains SET verified_at = :verified_at, checked_at = :checked_at, missing_since = :missing_since,
     recheck_at = :recheck_at
   WHERE id = :id`,
);
export const nextToCheck = statement<NoParams, LoginDomainRow & { recheck_at: Seconds }>(
  `SELECT ${columns}, coalesce(recheck_at, 0) AS recheck_at FROM login_domains
   WHERE verified_at IS NOT NULL ORDER BY recheck_at, id LIMIT 1`,
);
const deleteLoginDomain = statement<{ id: number }>("DELETE FROM login_domains WHERE id = :id");

const MAX_DOMAINS = 20;
const TOKEN_LENGTH = 32;
/** Interval between checks of a domain's record. */
const RECHECKED_AFTER = days(30);

/** Returns the DNS record that proves who owns a domain. */
export const dnsRecordOf = ({ domain, token }: Pick<LoginDomainRow, "domain" | "token">) => ({
  record_name: `_parley.${domain}`,
  record_value: `parley-domain=${token}`,
});

export const listLoginDomains = (realm: Realm): LoginDomainRow[] => allLoginDomains.all(realm.sql, {});

export const accessLoginDomain = (realm: Realm, id: number): LoginDomainRow =>
  loginDomainById.first(realm.sql, { id }) ?? raise(notFound("Domain not found."));

export function addLoginDomain(realm: Realm, domain: string): LoginDomainRow {
  const known = listLoginDomains(realm);
  if (known.some((other) => other.domain === domain)) throw badRequest(`The domain ${domain} is there already.`);
  if (known.length >= MAX_DOMAINS) throw badRequest(`An organization can have ${MAX_DOMAINS} domains for logins.`);
  const { id } = insertLoginDomain.one(realm.sql, { domain, token: randomToken(realm.random, TOKEN_LENGTH) });
  note(realm, domain, "added for logins");
  return accessLoginDomain(realm, id);
}

/** Stores whether DNS has a domain's record. If the record is gone, the domain is no longer verified. */
export function noteRecord(realm: Realm, { id, domain, verified_at }: LoginDomainRow, isThere: boolean): void {
  const now = realm.seconds();
  const found = { verified_at: isThere ? (verified_at ?? now) : null, missing_since: null };
  setChecked.run(realm.sql, { id, ...found, checked_at: now, recheck_at: after(now, RECHECKED_AFTER) });
  if (isThere !== (verified_at !== null)) note(realm, domain, isThere ? "verified for logins" : "no longer verified");
}

export function removeLoginDomain(realm: Realm, { id, domain }: LoginDomainRow): void {
  deleteLoginDomain.run(realm.sql, { id });
  note(realm, domain, "removed for logins");
}

const note = (realm: Realm, domain: string, what: string): void =>
  auditOrganization(realm, "organization.domain_changed", { what, domain });

export function companyLogins(realm: Realm): ReadonlyMap<string, string> {
  const verified = listLoginDomains(realm).filter(({ verified_at }) => verified_at !== null);
  return new Map(verified.flatMap(({ domain }) => providersForDomain(realm, domain).map(({ id }) => [domain, id])));
}
