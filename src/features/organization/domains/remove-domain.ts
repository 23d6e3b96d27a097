import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { removeDomain } from "./domains.ts";

export const removeDomainEndpoint = action({
  route: "DELETE /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address") },
  reply: {},
  run({ realm, params }) {
    removeDomain(realm, params.domain);
    return {};
  },
});
