import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean } from "../../../endpoints/parameter.ts";
import { domainParam } from "./domain-name.ts";
import { addDomain } from "./domains.ts";

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
