import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, text, textParameter } from "../../../api/parameter.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { domainSchema } from "../../organization/email-domains/domain-name.ts";
import { hasRecord } from "./ask-dns.ts";
import { loginDomainSchema } from "./login-domain-schema.ts";
import { lookAgainLater } from "./look-again.ts";
import {
  accessLoginDomain,
  addLoginDomain,
  companyLogins,
  dnsRecordOf,
  type LoginDomainRow,
  listLoginDomains,
  noteRecord,
  removeLoginDomain,
} from "./verified-domains.ts";

// Not part of Zulip's API.

const domainObject = ({ token, ...row }: LoginDomainRow) => ({ ...row, ...dnsRecordOf({ ...row, token }) });

const getLoginDomainsEndpoint = action({
  route: "GET /realm/login_domains",
  by: "owner",
  reply: { login_domains: v.array(loginDomainSchema) },
  run: ({ realm }) => ({ login_domains: listLoginDomains(realm).map(domainObject) }),
});

const addLoginDomainEndpoint = action({
  route: "POST /realm/login_domains",
  by: "owner",
  params: { domain: textParameter(domainSchema) },
  reply: { login_domain: loginDomainSchema },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return { login_domain: domainObject(addLoginDomain(realm, params.domain)) };
  },
});

const checkLoginDomainEndpoint = action({
  route: "POST /realm/login_domains/:login_domain_id/check",
  by: "owner",
  params: { login_domain_id: integer },
  reply: { login_domain: loginDomainSchema },
  plan({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return dnsRecordOf(accessLoginDomain(realm, params.login_domain_id));
  },
  prepare: ({ plan, ...worker }) => hasRecord(plan, worker),
  run({ realm, actor, params: { login_domain_id: id }, prepared: isThere }) {
    checkRecentLogin(realm, actor);
    noteRecord(realm, accessLoginDomain(realm, id), isThere);
    lookAgainLater(realm);
    return { login_domain: domainObject(accessLoginDomain(realm, id)) };
  },
});

const deleteLoginDomainEndpoint = action({
  route: "DELETE /realm/login_domains/:login_domain_id",
  by: "owner",
  params: { login_domain_id: integer },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    removeLoginDomain(realm, accessLoginDomain(realm, params.login_domain_id));
  },
});

/** Returns whether any verified domain has a login service. Called by the login page. */
const offersCompanyLoginEndpoint = action({
  route: "GET /company_login",
  by: "anyone",
  internal: true,
  reply: { offered: v.boolean() },
  run: ({ realm }) => ({ offered: companyLogins(realm).size > 0 }),
});

/**
 * Returns the login service for an email's domain. Doesn't look up accounts, because the answer is the same for every
 * address in a domain.
 */
const companyLoginEndpoint = action({
  route: "POST /company_login",
  by: "anyone",
  internal: true,
  params: { email: text("address") },
  reply: { provider: v.nullable(v.string()) },
  run({ realm, params }) {
    const domain = params.email.trim().toLowerCase().split("@").at(-1) ?? "";
    return { provider: companyLogins(realm).get(domain) ?? null };
  },
});

export const domainEndpoints = [
  getLoginDomainsEndpoint,
  addLoginDomainEndpoint,
  checkLoginDomainEndpoint,
  deleteLoginDomainEndpoint,
  offersCompanyLoginEndpoint,
  companyLoginEndpoint,
];
