import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, text } from "../../../api/parameter.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { domainParam } from "./domain-name.ts";
import { addDomain, changeDomain, domainObjects, removeDomain } from "./email-domains.ts";
import { domainSchema } from "./events.ts";

export const getDomainsEndpoint = action({
  route: "GET /realm/domains",
  reply: { domains: v.array(domainSchema) },
  run: ({ realm }) => ({ domains: domainObjects(realm) }),
});

export const addDomainEndpoint = action({
  route: "POST /realm/domains",
  by: "owner",
  params: { domain: domainParam, allow_subdomains: boolean },
  reply: { new_domain: v.tuple([v.number(), v.string()]) },
  run({ realm, params }) {
    const new_domain: [number, string] = [addDomain(realm, params), params.domain];
    return { new_domain };
  },
});

export const changeDomainEndpoint = action({
  route: "PATCH /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address"), allow_subdomains: boolean },
  run: ({ realm, params }) => changeDomain(realm, params),
});

export const removeDomainEndpoint = action({
  route: "DELETE /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address") },
  run: ({ realm, params }) => removeDomain(realm, params.domain),
});

export const domainState = listSlice("realm_domains", domainObjects);
