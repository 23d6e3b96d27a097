import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { companyLogins } from "./login-domains.ts";

/** Whether the domains of addresses lead to login services, for the login page. */
export const offersCompanyLoginEndpoint = action({
  route: "GET /company_login",
  by: "anyone",
  internal: true,
  params: {},
  reply: { offered: v.boolean() },
  run: ({ realm }) => ({ offered: companyLogins(realm).size > 0 }),
});

/** The login service to which the domain of an address leads. Nothing is asked of accounts: each address of a domain has the same answer. */
export const companyLoginEndpoint = action({
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
