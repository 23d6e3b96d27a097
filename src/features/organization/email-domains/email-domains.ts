import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { badRequest, notFound, raise } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { refusalMessage } from "../../../realm/archive-io/writing.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { realmUpdated } from "../organization-settings/events.ts";
import { realmSettings, writeSetting } from "../organization-settings/realm-settings.ts";
import { domainSchema } from "./domain-name.ts";
import { domainAdded, domainChanged, domainRemoved } from "./events.ts";

interface DomainRow {
  readonly id: number;
  readonly domain: string;
  readonly allow_subdomains: number;
}

export const schema = [
  `CREATE TABLE domains (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     domain TEXT NOT NULL UNIQUE,
     allow_subdomains INTEGER NOT NULL
   ) STRICT;`,
];

const allDomains = statement<NoParams, DomainRow>("SELECT id, domain, allow_subdomains FROM domains ORDER BY domain");
const insertDomain = statement<{ domain: string; allow_subdomains: boolean }, { id: number }>(
  "INSERT INTO domains (domain, allow_subdomains) VALUES (:domain, :allow_subdomains) RETURNING id",
);
const setAllowSubdomains = statement<{ id: number; allow_subdomains: boolean }>(
  "UPDATE domains SET allow_subdomains = :allow_subdomains WHERE id = :id",
);
const deleteDomain = statement<{ id: number }>("DELETE FROM domains WHERE id = :id");

const RESTRICTION = "emails_restricted_to_domains";

const domainRows = (realm: Realm): DomainRow[] => allDomains.all(realm.sql, {});

export const domainObjects = (realm: Realm) =>
  domainRows(realm).map(({ domain, allow_subdomains }) => ({ domain, allow_subdomains: allow_subdomains === 1 }));

/** True if a domain is one of the organization's, or a subdomain of one that allows subdomains. */
export const isDomainAllowed = (realm: Realm, wanted: string): boolean =>
  domainRows(realm).some(
    ({ domain, allow_subdomains }) => wanted === domain || (allow_subdomains === 1 && wanted.endsWith(`.${domain}`)),
  );

interface Domain {
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

export function addDomain(realm: Realm, realm_domain: Domain): number {
  const known = domainRows(realm);
  if (known.some(({ domain }) => domain === realm_domain.domain)) {
    throw badRequest(`The domain ${realm_domain.domain} is already a part of your organization.`);
  }
  if (known.length >= limits.organization.domains) throw badRequest("Too many domains.");
  auditOrganization(realm, "organization.domain_changed", { what: "added", ...realm_domain });
  const { id } = insertDomain.one(realm.sql, { ...realm_domain });
  realm.emit(domainAdded({ realm_domain }), everyone);
  return id;
}

export function changeDomain(realm: Realm, realm_domain: Domain): void {
  const { id, allow_subdomains } = accessDomain(realm, realm_domain.domain);
  if (realm_domain.allow_subdomains === (allow_subdomains === 1)) return;
  auditOrganization(realm, "organization.domain_changed", { what: "changed", ...realm_domain });
  setAllowSubdomains.run(realm.sql, { id, allow_subdomains: realm_domain.allow_subdomains });
  realm.emit(domainChanged({ realm_domain }), everyone);
}

/**
 * Removes a domain. Removing the last one also turns off the restriction to domains, because otherwise no one could
 * join.
 */
export function removeDomain(realm: Realm, domain: string): void {
  const { id } = accessDomain(realm, domain);
  auditOrganization(realm, "organization.domain_changed", { what: "removed", domain });
  deleteDomain.run(realm.sql, { id });
  if (domainRows(realm).length === 0 && realmSettings(realm)[RESTRICTION]) {
    auditOrganization(realm, "organization.setting_changed", { name: RESTRICTION, before: true, after: false });
    writeSetting(realm, RESTRICTION, false);
    realm.emit(realmUpdated({ property: RESTRICTION, value: false }), everyone);
  }
  realm.emit(domainRemoved({ domain }), everyone);
}

const accessDomain = (realm: Realm, domain: string): DomainRow =>
  domainRows(realm).find((known) => known.domain === domain) ?? raise(notFound(`No entry found for domain ${domain}.`));

export const domainArchive = tableArchive("domains", {
  rehearsed: null,
  reading: { key: ["id"], columns: ["domain", "allow_subdomains"] },
  write({ realm }, { domain, allow_subdomains }) {
    const valid = v.safeParse(domainSchema, domain);
    const refusal = valid.success
      ? refusalMessage(() => void addDomain(realm, { domain: valid.output, allow_subdomains }))
      : "not valid";
    return refusal && "domains that the organization does not take";
  },
});
