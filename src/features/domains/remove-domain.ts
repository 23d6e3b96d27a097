import { action } from "../../http/endpoint.ts";
import { text } from "../../http/parameter.ts";
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
