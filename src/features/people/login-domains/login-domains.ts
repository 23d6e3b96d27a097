import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { after, days } from "../../../util/time.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { providersForDomain } from "../login-connections/connections.ts";
import {
  allLoginDomains,
  deleteLoginDomain,
  insertLoginDomain,
  type LoginDomainRow,
  loginDomainById,
  setChecked,
} from "./rows.ts";

const MOST_DOMAINS = 20;
const TOKEN_LENGTH = 32;
/** The time after which it is looked again whether a domain has its record. */
const RECHECKED_AFTER = days(30);

/** The record by which DNS shows whose a domain is. */
export const dnsRecordOf = ({ domain, token }: Pick<LoginDomainRow, "domain" | "token">) => ({
  record_name: `_parley.${domain}`,
  record_value: `parley-domain=${token}`,
});

export const listLoginDomains = (realm: Realm): LoginDomainRow[] => allLoginDomains.all(realm.sql, {});

export function accessLoginDomain(realm: Realm, id: number): LoginDomainRow {
  const row = loginDomainById.first(realm.sql, { id });
  if (row === undefined) throw notFound("Domain not found.");
  return row;
}

export function addLoginDomain(realm: Realm, domain: string): LoginDomainRow {
  const known = listLoginDomains(realm);
  if (known.some((other) => other.domain === domain)) throw badRequest(`The domain ${domain} is there already.`);
  if (known.length >= MOST_DOMAINS) throw badRequest(`An organization can have ${MOST_DOMAINS} domains for logins.`);
  const { id } = insertLoginDomain.one(realm.sql, { domain, token: randomToken(realm.random, TOKEN_LENGTH) });
  note(realm, domain, "added for logins");
  return accessLoginDomain(realm, id);
}

/** Notes what DNS says of a domain: whether it has the record. One that was verified is so no longer, where the record is gone. */
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
  audit(realm, "organization.domain_changed", { of: organizationEntity(realm), details: { what, domain } });

/** The login services to which verified domains lead, by domain. */
export function companyLogins(realm: Realm): ReadonlyMap<string, string> {
  const verified = listLoginDomains(realm).filter(({ verified_at }) => verified_at !== null);
  return new Map(verified.flatMap(({ domain }) => providersForDomain(realm, domain).map(({ id }) => [domain, id])));
}
