import { action } from "../../../endpoints/endpoint.ts";
import { boolean, text } from "../../../endpoints/parameter.ts";
import { changeDomain } from "./domains.ts";

export const changeDomainEndpoint = action({
  route: "PATCH /realm/domains/:domain",
  by: "owner",
  params: { domain: text("address"), allow_subdomains: boolean },
  reply: {},
  run({ realm, params }) {
    changeDomain(realm, params);
    return {};
  },
});
