import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { domainObjects } from "./domains.ts";
import { domainSchema } from "./events.ts";

export const getDomainsEndpoint = action({
  route: "GET /realm/domains",
  params: {},
  reply: { domains: v.array(domainSchema) },
  run: ({ realm }) => ({ domains: domainObjects(realm) }),
});
