import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { domainParam } from "./domain-name.ts";
import { addDomain, changeDomain, domainArchive, domainObjects, removeDomain, schema } from "./email-domains.ts";
import { domainAdded, domainChanged, domainRemoved, domainSchema } from "./events.ts";

const getDomainsEndpoint = action({
  route: "GET /realm/domains",
  reply: { domains: v.array(domainSchema) },
  run: ({ realm }) => ({ domains: domainObjects(realm) }),
});

const addDomainEndpoint = action({
  route: "POST /realm/domains",
  by: "owner",
  params: { domain: domainParam, allow_subdomains: boolean },
  reply: { new_domain: v.tuple([v.number(), v.string()]) },
  run({ realm, params }) {
    const new_domain: [number, string] = [addDomain(realm, params), params.domain];
    return { new_domain };
  },
});

const changeDomainEndpoint = action({
  route: "PATCH /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address"), allow_subdomains: boolean },
  run: ({ realm, params }) => changeDomain(realm, params),
});

const removeDomainEndpoint = action({
  route: "DELETE /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address") },
  run: ({ realm, params }) => removeDomain(realm, params.domain),
});

const domainState = listSlice("realm_domains", domainObjects);

/** Email domains that users' addresses are restricted to, if the organization turns the restriction on. */
export const domains = feature({
  name: "domains",
  schema,
  archive: domainArchive,
  endpoints: [getDomainsEndpoint, addDomainEndpoint, changeDomainEndpoint, removeDomainEndpoint],
  events: [domainAdded, domainChanged, domainRemoved],
  state: [domainState],
});
