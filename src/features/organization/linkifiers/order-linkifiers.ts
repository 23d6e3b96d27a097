import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { orderLinkifiers } from "./linkifiers.ts";

export const orderLinkifiersEndpoint = action({
  route: "PATCH /realm/linkifiers",
  by: "administrator",
  params: { ordered_linkifier_ids: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  reply: {},
  run({ realm, params }) {
    orderLinkifiers(realm, params.ordered_linkifier_ids);
    return {};
  },
});
